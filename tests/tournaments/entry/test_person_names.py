"""Names as people type, paste and keep them: what the one reader makes of a line, and where a name sorts."""

import csv
import sys
import unicodedata
from pathlib import Path

import pytest

from tournaments.storage.uploads.letters import visible
from tournaments.wording.person_names import called_names, parts_of, read_name, short_name, sorted_as

TROUBLES = Path(__file__).parents[2] / "data" / "troubles"

LINES = [
    # A number or a bullet of the list
    ("1. Karl", "Karl"),
    ("2) Erna", "Erna"),
    ("(3) Otto Ost", "Otto Ost"),
    ("4.) Otto Ost", "Otto Ost"),
    ("[5] Otto Ost", "Otto Ost"),
    ("6: Otto Ost", "Otto Ost"),
    ("7 - Otto Ost", "Otto Ost"),
    ("8 Otto Ost", "Otto Ost"),
    ("09.Otto Ost", "Otto Ost"),
    ("#10 Otto Ost", "Otto Ost"),
    ("Nr. 11 Otto Ost", "Otto Ost"),
    ("12.\tOst, Otto", "Otto Ost"),
    ("1️⃣ Otto Ost", "Otto Ost"),
    ("① 山田 太郎", "山田 太郎"),
    ("１．山田 太郎", "山田 太郎"),
    ("- Gisela", "Gisela"),
    ("-Gisela", "Gisela"),
    ("– Gisela", "Gisela"),
    ("• Gisela", "Gisela"),
    ("* Gisela", "Gisela"),
    ("*Gisela*", "Gisela"),
    ("+ Gisela", "Gisela"),
    ("・山田 太郎", "山田 太郎"),
    ("[ ] Gisela", "Gisela"),
    ("[x] Gisela", "Gisela"),
    ("☐ Gisela", "Gisela"),
    ("- 1. Gisela", "Gisela"),
    ("1. - Gisela", "Gisela"),
    ("> Gisela", "Gisela"),
    (">> Gisela", "Gisela"),
    ("| Gisela |", "Gisela"),
    ("a) Gisela", "Gisela"),
    ("1/ Gisela", "Gisela"),
    ("1.2 Gisela", "Gisela"),
    ("Startnr. 5 Gisela", "Gisela"),
    ("Platz 1: Gisela", "Gisela"),
    ("♠ Gisela", "Gisela"),
    ("👍 Gisela", "Gisela"),
    ("❌ Gisela", "Gisela"),
    ('"Gisela Lund"', "Gisela Lund"),
    ("„Lund, Gisela“", "Gisela Lund"),
    ("◎山田 太郎", "山田 太郎"),
    ("（１）山田太郎", "山田太郎"),
    ("No１ 山田太郎", "山田太郎"),
    ("1番　山田太郎", "山田太郎"),
    ("+Gisela", "Gisela"),
    ("= Gisela", "Gisela"),
    ("# Gisela", "Gisela"),
    ("√ Gisela", "Gisela"),
    ("o Gisela", "Gisela"),
    ("1a) Gisela", "Gisela"),
    ("iv) Gisela", "Gisela"),
    ("1, Karl Ost", "Karl Ost"),
    # How to reach a person
    ("Karl Ost 0171 1234567", "Karl Ost"),
    ("Karl Ost, 0171/1234567", "Karl Ost"),
    ("Karl Ost (0171-1234567)", "Karl Ost"),
    ("Karl Ost +49 (0)171 123 45 67", "Karl Ost"),
    ("Karl Ost: 04121 / 12345", "Karl Ost"),
    ("Karl Ost - Tel. 2345", "Karl Ost"),
    ("Karl Ost Tel.: 04121-2345, Mobil 0171 1234567", "Karl Ost"),
    ("Karl Ost ☎ 12345", "Karl Ost"),
    ("Karl Ost 72345", "Karl Ost"),
    ("0171 1234567 Karl Ost", "Karl Ost"),
    ("1. Ost, Karl, 0171 1234567", "Karl Ost"),
    ("Karl Ost <karl.ost@example.org>", "Karl Ost"),
    ("karl.ost@example.org Karl Ost", "Karl Ost"),
    ("Karl Ost (karl@example.org, 0171 1234567)", "Karl Ost"),
    ("0171 1234567: Karl Ost", "Karl Ost"),
    ("Karl Ost M: 0171 1234567", "Karl Ost"),
    ("Karl Ost (p) 04121 2345 (m) 0171-1234567", "Karl Ost"),
    ("Karl Ost privat 04121 2345", "Karl Ost"),
    ('"Ost, Karl" <karl@example.org>', "Karl Ost"),
    ("山田太郎　０９０－１２３４－５６７８", "山田太郎"),
    ("山田太郎（電話090-1234-5678）", "山田太郎"),
    ("山田太郎＜yamada@example.jp＞", "山田太郎"),
    ("Karl Ost (Tel. 0171/1234567, abends)", "Karl Ost"),
    ("Karl Ost 04121-2345 oder 0171-1234567", "Karl Ost"),
    ("Karl Ost Telefonnr. 04121 2345", "Karl Ost"),
    ("Karl Ost Rufnr.: 04121 2345", "Karl Ost"),
    ("Karl Ost m. 0171 1234567", "Karl Ost"),
    ("Karl Ost ph. 0412 345 678", "Karl Ost"),
    ("Karl Ost ☏ 04121 2345", "Karl Ost"),
    ("0171 1234567", ""),
    ("karl@example.org", ""),
    # First name before surname, title before both
    ("Ost, Karl", "Karl Ost"),
    ("Dr. von der Heide, Hans-Jürgen", "Dr. Hans-Jürgen von der Heide"),
    ("von der Heide, Dr. Hans-Jürgen", "Dr. Hans-Jürgen von der Heide"),
    ("Heide, Hans-Jürgen von der", "Hans-Jürgen von der Heide"),
    ("Prof. Dr. med. Ost, Eva", "Prof. Dr. med. Eva Ost"),
    ("Ost, Eva, Dr.", "Dr. Eva Ost"),
    ("Dr. Ost, Eva", "Dr. Eva Ost"),
    ("Dipl.-Ing. Ost, Eva", "Dipl.-Ing. Eva Ost"),
    ("Frau Dr. Ost, Eva", "Frau Dr. Eva Ost"),
    ("Kröger jun., Hans", "Hans Kröger jun."),
    ("Kröger, Hans jun.", "Hans Kröger jun."),
    ("Kröger, Hans, jun.", "Hans Kröger jun."),
    ("Hans Kröger, jun.", "Hans Kröger jun."),
    ("King, Martin Luther, Jr.", "Martin Luther King Jr."),
    ("Ost, Karl (SC Kiel)", "Karl Ost (SC Kiel)"),
    ("Graf von Soden, Karl-Heinz", "Karl-Heinz Graf von Soden"),
    ("Drache, Prof", "Prof Drache"),
    ("Ost Dr., Eva", "Dr. Eva Ost"),
    ("Eva Ost (Dr.)", "Dr. Eva Ost"),
    ("Dipl.-Ing. (FH) Ost, Eva", "Dipl.-Ing. (FH) Eva Ost"),
    ("Ost, Eva, geb. Lau", "Eva Ost geb. Lau"),
    ("Eva Ost, geb. 1950", "Eva Ost geb. 1950"),
    ("Ost, Eva, M.D.", "Eva Ost M.D."),
    ("PD Dr. Ost, Eva", "PD Dr. Eva Ost"),
    ("Univ.-Prof. Dr. Ost, Eva", "Univ.-Prof. Dr. Eva Ost"),
    ("Dipl.-Kffr. Ost, Eva", "Dipl.-Kffr. Eva Ost"),
    ("Pfr. Ost, Karl", "Pfr. Karl Ost"),
    ("Sir Ost, Karl", "Sir Karl Ost"),
    ("Ost, Karl;", "Karl Ost"),
    ("Ost, Karl,", "Karl Ost"),
    (
        "Prof. Dr. med. Freiherr von und zu Guttenberg, Karl",
        "Prof. Dr. med. Karl Freiherr von und zu Guttenberg",
    ),
    ("van der Meer jun., Hans", "Hans van der Meer jun."),
    ("O'Brien III, Mary", "Mary O'Brien III"),
    ("山田, 太郎", "山田 太郎"),
    # What nobody sees
    ("\ufeffKarl\u00a0Ost\u200b", "Karl Ost"),
    ("\u202eKarl Ost\u202c", "Karl Ost"),
    ("\u2066Karl\u2069 O\u00adst\u200f", "Karl Ost"),
    ("  Karl \t Ost\r\n", "Karl Ost"),
    ("Ju\u0308rgen O\u0308st", "Jürgen Öst"),
    ("山田 さふ\u3099ろう", "山田 さぶろう"),
    ("Karl Ost\u3164", "Karl Ost"),
    # What stays
    ("Mary O'Brien", "Mary O'Brien"),
    ("Karl Ost 1950", "Karl Ost 1950"),
    ("Karl Ost (12.03.1961)", "Karl Ost (12.03.1961)"),
    ("Karl Ost 2", "Karl Ost 2"),
    ("Player 12", "Player 12"),
    ("J. P. Ost", "J. P. Ost"),
    ("H. Meier", "H. Meier"),
    ("Dr. H. Meier", "Dr. H. Meier"),
    ("Ä. Öst", "Ä. Öst"),
    ("12", "12"),
    ("-B2", "-B2"),
    ("-SUM(A1)", "-SUM(A1)"),
    ("+A1", "+A1"),
    ("@lice", "@lice"),
    ("=1+1", "=1+1"),
    ("--", "--"),
    ("Ost, Karl, Kiel", "Ost, Karl, Kiel"),
    ("Ost,", "Ost,"),
    ("李小龍", "李小龍"),
    ("محمد كريم", "محمد كريم"),
    ("", ""),
]


@pytest.mark.parametrize(("line", "name"), LINES, ids=[ascii(line) for line, _ in LINES])
def test_a_line_is_read_as_the_name_in_it(line, name):
    assert read_name(line) == name
    assert read_name(name) == name


def test_a_title_in_a_file_stands_before_the_first_name():
    with (TROUBLES / "10-title.csv").open(encoding="utf-8") as file:
        assert [read_name(row["Name"]) for row in csv.DictReader(file, delimiter=";")] == [
            "Dr. Hans von der Heide"
        ]


def test_nobody_has_a_character_that_nobody_sees():
    every = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code <= 0xDFFF]
    hidden = [each for each in every if unicodedata.category(each) in ("Cf", "Cc") and not each.isspace()]
    assert visible("".join(hidden)) == ""
    assert visible("Zoë Żak-O’Brien 山田 太郎\n") == "Zoë Żak-O’Brien 山田 太郎\n"


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Hans Kröger jun.", "Hans K. jun."),
        ("Peter Müller III", "Peter M. III"),
        ("Dr. Eva Lindner", "Eva L."),
        ("Prof. Dr. med. Eva Lindner", "Eva L."),
        ("Jürgen van der Meer", "Jürgen M."),
        ("Karl-Heinz Graf von Soden", "Karl-Heinz S."),
        ("Steffi Graf", "Steffi G."),
        ("Hans Kröger sen. (Kiel)", "Hans K. sen."),
        ("Hans Kröger d. J.", "Hans K. d. J."),
        ("Hans Kröger Nr. 2", "Hans K."),
        ("Karl Ost a.D.", "Karl O."),
        ("RA Karl Ost", "Karl O."),
        ("Univ.-Prof. Dr. Eva Lindner", "Eva L."),
        ("PD Dr. Eva Lindner", "Eva L."),
        ("Amartya Sen", "Amartya S."),
        ("Tanaka Jun", "Tanaka J."),
        ("Kröger jun.", "Kröger"),
        ("Karim al-Khalil", "Karim K."),
        ("Karl Freiherr v. u. z. Guttenberg", "Karl G."),
        ("Karl Reichsfreiherr vom und zum Stein", "Karl S."),
        ("Hans Kröger 1950", "Hans K."),
        ("Anna Kolb 🎉", "Anna K."),
        ("Anna K.", "Anna K."),
        ("Charles d’Artagnan", "Charles A."),
        ("Mary O'Brien", "Mary O."),
        ("Martin Luther King Jr.", "Martin K. Jr."),
        ("Hans Kröger M.A.", "Hans K."),
        ("Bo", "Bo"),
        ("Player 12", "Player"),
        ("李小龍", "李小…"),
        ("Eva Ost geb. Lau", "Eva O."),
        ("山田 太郎 様", "山田 太."),
        ("山田太郎（やまだ たろう）", "山田…"),
    ],
)
def test_a_short_name_has_the_initial_of_the_surname(name, short):
    assert short_name(name) == short


def test_a_list_that_hangs_out_is_sorted_by_surname():
    names = [
        "Ägidius Östermann",
        "Dr. Wolfgang-Alexander Müller-Lüdenscheidt",
        "Jürgen van der Meer",
        "Zoë Kühlewind",
        "Éric de Vries",
        "Bo",
        "Karl-Heinz Graf von Soden",
        "Hans Müller jun.",
        "Hans Müller",
        "Ben Øst",
        "Steffi Graf",
        "Charles d'Artagnan",
        "Karl Freiherr von und zu Guttenberg",
        "Eva Lau geb. Zander",
        "Zora Behn (Altona)",
        "Ida Müllermann",
        "Eva Müller-Zander",
    ]
    assert sorted(names, key=sorted_as) == [
        "Charles d'Artagnan",
        "Zora Behn (Altona)",
        "Bo",
        "Steffi Graf",
        "Karl Freiherr von und zu Guttenberg",
        "Zoë Kühlewind",
        "Eva Lau geb. Zander",
        "Jürgen van der Meer",
        "Hans Müller",
        "Hans Müller jun.",
        "Dr. Wolfgang-Alexander Müller-Lüdenscheidt",
        "Eva Müller-Zander",
        "Ida Müllermann",
        "Ben Øst",
        "Ägidius Östermann",
        "Karl-Heinz Graf von Soden",
        "Éric de Vries",
    ]


def test_a_name_has_a_title_particles_and_a_suffix():
    assert parts_of("Prof. Dr. Hans Jürgen van der Meer jun.") == (
        *("Prof. Dr.", "Hans Jürgen", "van der", "Meer", "jun."),
    )


@pytest.mark.parametrize("text", ["a", ", ", "m: ", "1", "Dr. ", "x@y.", "(", "o\u0308\u0323"])
def test_a_text_that_is_too_long_for_a_name_is_not_searched(text):
    line = (text * 50_000).strip()
    assert read_name(line) == line


def test_people_at_a_table_are_called_by_their_first_word_behind_titles_and_namesakes_by_all() -> None:
    names = ["Dr. Hannelore Vogt", "Prof. Dr. med. Eva Ost", "Frau Meyer", "RA Jan Ost", "Meier, Anna", "Dr."]
    assert called_names(names) == ["Hannelore", "Eva", "Meyer", "Jan", "Meier", "Dr."]
    assert called_names(["Klaus Petersen", "Klaus Voss", "山田 太郎"]) == [
        "Klaus Petersen",
        "Klaus Voss",
        "山田",
    ]
