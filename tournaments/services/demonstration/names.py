"""Invented players' names for the demonstration: half North German, half Japanese, and mixed."""

from random import Random

GIVEN = (
    *("Wencke", "Emiko", "Tjark", "Akari", "Gesa", "Taketo", "Momme", "Sayuri", "Hinnerk", "Naoki", "Inken"),
    *("Haruka", "Sönke", "Michiko", "Fiete", "Kenji", "Birte", "Ove", "Chiyo", "Jörn", "Yuzuki", "Antje"),
    *("Daichi", "Silke", "Mitsuru", "Heiko", "Ayame", "Levke", "Ryota", "Elke", "Hinako", "Karsten"),
    *(
        "Tomoya",
        "Meike",
        "Hector",
        "Kaoru",
        "Frauke",
        "Shun",
        "Thies",
        "Emi",
        "Boje",
        "Rei",
        "Dörte",
        "Yasuo",
    ),
)
SURNAMES = (
    *("Brookdamm", "Asagiri", "Heidkroog", "Hoshikura", "Moorwarf", "Kawanami", "Ellernbek", "Tsukibara"),
    *("Sandfleth", "Morisato", "Wischhus", "Shirahane", "Torfstede", "Umezono", "Krähenhoop", "Natsuhara"),
    *("Lindhöft", "Kazemori", "Reethusen", "Ishibane", "Wattfelde", "Soranami", "Deichgrund", "Takamizu"),
    *("Knickrehm", "Aonuma", "Schilfbarg", "Fujisora", "Austernkamp", "Hanegawa", "Möwensteert", "Kumonose"),
    *("Priellau", "Minorikawa", "Haferland", "Yukishiro", "Ohlenmoor", "Nagisawa", "Bullenkuhl", "Tomoshibi"),
    *("Grönwohld", "Harukaze", "Stintfang"),
)


def player_names(number: int, rng: Random) -> list[str]:
    """Return `number` different names; given names repeat only if there are more players than given names."""
    given = rng.sample(GIVEN, len(GIVEN))
    surnames = rng.sample(SURNAMES, len(SURNAMES))
    pairs = len(given) * len(surnames)  # the two lengths are coprime, so no pair repeats
    return [
        f"{given[index % len(given)]} {surnames[index % len(surnames)]}" + more(index // pairs)
        for index in range(number)
    ]


def more(times: int) -> str:
    """Return the suffix that distinguishes a repeated name."""
    return f" {times + 1}" if times else ""
