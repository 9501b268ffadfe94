"""Names that may mean one person: spelt in another way, with other marks, or with initials. They only ask."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Generic, NamedTuple, TypeVar

from tournaments.wording.person_names import (
    DEGREE,
    ELIDED,
    HONORIFIC,
    HYPHENS,
    JAPANESE,
    MAIDEN,
    is_particle,
    split_title,
    title_first,
)
from tournaments.wording.searching import folded

# Two letters for one: Juergen is Jürgen and Jurgen, Aase is Åse, Weisz is Weiß, Djordje is Đorđe.
PAIRS = re.compile(r"(?<=[aou])e|(?<=a)a|(?<=s)[sz]|(?<=d)j")
# Letters of other alphabets that look like ours: a Кarl Ost is somebody's Karl Ost
SAME_SHAPES = str.maketrans(
    "АВЕКМНОРСТУХІЈЅавекмнорстухіјѕԁһԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχɑɡ",
    "ABEKMHOPCTYXIJSabekmhopctyxijsdhqwABEZHIKMNOPTYXaikvoptuxag",
)
APOSTROPHES = re.compile(r"['’‘ʼ`´]")
WORD = re.compile(r"[^\W_]+")
BEHIND = re.compile(rf"[\s,]+(?:{MAIDEN}|{DEGREE})$", re.IGNORECASE)
NICKNAME = re.compile(r"(?<=\s)[\"„“”»«'‚‘(][^\"„“”»«'’()]+[\"“”»«'‘’)]\s+(?=\w)")
AND_OF = re.compile(r"\bv(?:o[nm]\b|\.?)\s*u(?:nd\b|\.?)\s*z(?:u[mr]?\b|\.)")  # von und zu
YOUNGER = re.compile(r"\bd(?:\.\s?|er\s|ie\s)j(?:ungere|\.|$)")
OLDER = re.compile(r"\bd(?:\.\s?|er\s|ie\s)a(?:ltere|\.|$)")
# “HJ Groß” is H. J. Groß, and neither Anna MEIER nor Hans II
INITIALS = re.compile(r"\b(?!I[IV]|VI|JR|SR)([A-ZÄÖÜ])([A-ZÄÖÜ])\b(?=.*[a-zäöüß])")
# Japanese: one way to write a family name, and one of the two alphabets
KANJI = str.maketrans(
    "髙﨑碕嵜齋斎齊邊邉澤濱濵廣櫻國嶋嶌眞龍惠榮德瀨槇𠮷曾藪藏關圓淺增條學黑萬與豐彌壽濟靜應",
    "高崎崎崎斉斉斉辺辺沢浜浜広桜国島島真竜恵栄徳瀬槙吉曽薮蔵関円浅増条学黒万与豊弥寿済静応",
)
KATAKANA = {kana: kana + 0x60 for kana in range(0x3041, 0x3097)}
READING = re.compile(r"\s*[(（][\u3040-\u30ff\s]+[)）]$")
RELATIVES = {"jr": "jun", "jnr": "jun", "junior": "jun", "sr": "sen", "snr": "sen", "senior": "sen"}
GENERATIONS = frozenset({*RELATIVES.values(), "ii", "iii", "iv"})
T = TypeVar("T")
MOST_WORDS = 6  # of a name whose words may be initials
MOST_NAMES = 20_000  # whose spellings are remembered


class Spellings(NamedTuple):
    """The keys of one name: as it is written, and with some of its words as initials or left out."""

    whole: tuple[str, ...]
    shortened: tuple[str, ...]


class LookAlikes(Generic[T]):
    """Persons by the spellings of their names."""

    def __init__(self, persons: Iterable[tuple[str, T]] = ()) -> None:
        self.whole: dict[str, list[T]] = defaultdict(list)
        self.shortened: dict[str, list[T]] = defaultdict(list)
        for name, person in persons:
            self.add(name, person)

    def add(self, name: str, person: T) -> None:
        """Add a person under a name."""
        keys = spellings(name)
        for key in keys.whole:
            self.whole[key].append(person)
        for key in keys.shortened:
            self.shortened[key].append(person)

    def like(self, name: str) -> Iterator[T]:
        """Yield the persons whose names may mean the same person, the likeliest first, each perhaps twice."""
        keys = spellings(name)
        for key in keys.whole:
            yield from self.whole.get(key, ())
        for key in keys.whole:
            yield from self.shortened.get(key, ())
        for key in keys.shortened:
            yield from self.whole.get(key, ())


def are_alike(one: str, other: str) -> bool:
    """Return whether two names may mean one person."""
    return any(LookAlikes([(one, True)]).like(other))


def are_one_name(one: str, other: str) -> bool:
    """Return whether two texts are one name, spelt in two ways or in one."""
    return one == other or not set(spellings(one).whole).isdisjoint(spellings(other).whole)


@lru_cache(maxsize=MOST_NAMES)
def spellings(name: str) -> Spellings:
    """Return the keys of a name; the order of its words does not matter, nor do titles and particles."""
    plain = plainly_written(name)
    divided = words_of(HYPHENS.sub(" ", plain))
    joined = words_of(HYPHENS.sub("", plain))
    attached = key_of(words_with_particles(plain))
    whole = dict.fromkeys(filter(None, (key_of(divided), key_of(joined), "".join(divided), attached)))
    halves = [each for half in half_names(plain) for each in (key_of(half), *shortenings(half))]
    shortened = dict.fromkeys((*shortenings(divided), *shortenings(joined), *halves))
    return Spellings(tuple(whole), tuple(key for key in shortened if key not in whole))


def plainly_written(name: str) -> str:
    """Return a name without case, marks and titles, with one letter for each way to write a vowel."""
    _title, rest = split_title(title_first(name))
    if JAPANESE.search(rest):
        return folded(HONORIFIC.sub("", READING.sub("", rest))).translate(KANJI).translate(KATAKANA)
    rest = INITIALS.sub(r"\1 \2", NICKNAME.sub("", BEHIND.sub("", rest)))
    plain = APOSTROPHES.sub("", ELIDED.sub("", folded(rest.translate(SAME_SHAPES))))
    return PAIRS.sub("", OLDER.sub("sen", YOUNGER.sub("jun", AND_OF.sub(" ", plain))))


def words_of(plain: str) -> list[str]:
    """Return the words that tell people apart: no particle, unless there is nothing else."""
    words = [RELATIVES.get(word, word) for word in WORD.findall(plain)]
    return [word for word in words if not is_particle(word)] or words


def words_with_particles(plain: str) -> list[str]:
    """Return the words of a name whose particles are written as one with the surname: Delacruz."""
    words, before = [], ""
    for word in WORD.findall(plain):
        before += word
        if not is_particle(word):
            words.append(before)
            before = ""
    return [*words, before] if before else words


def half_names(plain: str) -> Iterator[list[str]]:
    """Yield the words of a name with one of its double names cut to either half: Müller-Hof to Müller."""
    words = plain.split()
    for place, word in enumerate(words if len(words) <= MOST_WORDS else ()):
        halves = HYPHENS.split(word)
        for half in halves if len(halves) == 2 and all(halves) else ():
            yield words_of(" ".join([*words[:place], half, *words[place + 1 :]]))


def key_of(words: Iterable[str]) -> str:
    """Return the key of some words, whatever their order."""
    return " ".join(sorted(words))


def shortenings(words: list[str]) -> Iterator[str]:
    """Yield the keys with some words as initials, “j meier” and “jurgen m”, and without middle initials.

    One word stays whole, and so does what tells relatives apart.
    """
    long = [place for place, word in enumerate(words) if is_long(word)]
    for size in range(1, len(long) if len(long) <= MOST_WORDS else 1):
        for places in combinations(long, size):
            yield key_of(word[0] if place in places else word for place, word in enumerate(words))
    if len(long) > 1 and any(len(word) == 1 and word.isalpha() for word in words):
        yield key_of(word for word in words if len(word) > 1 or not word.isalpha())


def is_long(word: str) -> bool:
    """Return whether a word of a name may be an initial elsewhere."""
    return len(word) > 1 and word[0].isalpha() and word not in GENERATIONS
