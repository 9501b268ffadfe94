"""Player lists as other programs and people write them, byte for byte in their encodings."""

import io
from dataclasses import dataclass, field

from openpyxl import Workbook


@dataclass(frozen=True)
class ListFile:
    """A file, the expected names, and the expected facts about some of them."""

    name: str
    content: bytes
    players: tuple[str, ...]
    facts: dict[str, dict[str, object]] = field(default_factory=dict)


def workbook(*rows):
    book = Workbook()
    for row in rows:
        book.worksheets[0].append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def lines(*rows, end="\r\n"):
    return end.join(rows) + end


CLUBDESK = lines(
    "Nachname;Vorname;Firma;Anrede;Straße;PLZ;Ort;Telefon Privat;E-Mail;Geburtsdatum;Mitgliedsnummer;Gruppen",
    'Müller;Jörg;;Herr;Dorfstraße 1;25436;Tornesch;;joerg@example.org;12.03.1961;0042;"Skat, Vorstand"',
    "Weiß;Änne;;Frau;Am Deich 7;25421;Pinneberg;;;;0043;Skat",
)
CHESS_RESULTS = lines(
    "Aus der Turnierdatenbank von Chess-Results http://chess-results.com",
    "Offene Vereinsmeisterschaft 2026",
    "Startrangliste",
    "",
    "Nr.;;Name;FideID;Land;EloI;Verein/Ort",
    "1;;Schröder, Uwe;4600001;GER;2101;SK Elmshorn",
    "2;;Groß, Zoë;4600002;GER;1988;SV Pinneberg",
    "",
    "Programm: Swiss-Manager",
)

FILES = {
    each.name: each
    for each in (
        ListFile("names.txt", "Ada Lund\nBen Øst\n".encode(), ("Ada Lund", "Ben Øst")),
        ListFile(
            "comma.csv",
            b"name,club\nAda Lund,Kiel\nBen Ost,Jena\n",
            ("Ada Lund", "Ben Ost"),
            {"Ada Lund": {"home_club": "Kiel"}},
        ),
        ListFile("sep.csv", b"sep=;\r\nName;Ort\r\nAda Lund;Kiel, Holstein\r\n", ("Ada Lund",)),
        ListFile(
            "german-excel.csv",
            lines("Lfd. Nr.;Spieler;Verein", "1;Jörg Weiß;Süderelbe", "2;Bärbel Groß;").encode("cp1252"),
            ("Jörg Weiß", "Bärbel Groß"),
            {"Jörg Weiß": {"home_club": "Süderelbe"}},
        ),
        ListFile(
            "unicode-text.txt",
            lines("Spieler\tVerein", "Łukasz Żak\tKraków", "Jörg Weiß\t").encode("utf-16"),
            ("Łukasz Żak", "Jörg Weiß"),
            {"Łukasz Żak": {"home_club": "Kraków"}},
        ),
        ListFile(
            "utf-16-without-mark.csv", lines("Name,Club", "Åse Öst,Malmö").encode("utf-16-le"), ("Åse Öst",)
        ),
        ListFile("utf-16-big.csv", b"\xfe\xff" + lines("name", "明里").encode("utf-16-be"), ("明里",)),
        ListFile(
            "meibo.csv",
            lines(
                "番号,氏名,フリガナ,所属", "1,山田 太郎,ヤマダ タロウ,東京クラブ", "2,高橋 明里,ﾀｶﾊｼ ｱｶﾘ,"
            ).encode("cp932"),
            ("山田 太郎", "高橋 明里"),
            {"山田 太郎": {"reading": "ヤマダ タロウ", "home_club": "東京クラブ"}},
        ),
        ListFile(
            "kaiin.csv",
            lines("姓,名,生年月日", "山田,太郎,1970/03/12").encode("cp932"),
            ("山田 太郎",),
            {"山田 太郎": {"birth_year": 1970}},
        ),
        ListFile(
            "surname-first.csv",
            "Name\nMüller, Jörg\nvon der Heide, Änne\n".encode(),
            ("Jörg Müller", "Änne von der Heide"),
        ),
        ListFile(
            "two-columns.csv",
            "Vorname;Nachname;Jahrgang\nJörg;Müller;1961\nÄnne;Weiß;\n".encode("utf-8-sig"),
            ("Jörg Müller", "Änne Weiß"),
            {"Jörg Müller": {"birth_year": 1961}},
        ),
        ListFile(
            "name-is-surname.csv", "Name;Vorname\nMüller;Jörg\nOst;-\n".encode(), ("Jörg Müller", "Ost")
        ),
        ListFile(
            "clubdesk.csv",
            CLUBDESK.encode("cp1252"),
            ("Jörg Müller", "Änne Weiß"),
            {"Jörg Müller": {"email": "joerg@example.org", "birth_year": 1961, "member_number": "0042"}},
        ),
        ListFile(
            "chess-results.csv",
            CHESS_RESULTS.encode("utf-8-sig"),
            ("Uwe Schröder", "Zoë Groß"),
            {"Uwe Schröder": {"federation_number": "4600001", "home_club": "SK Elmshorn"}},
        ),
        ListFile(
            "title-rows.xlsx",
            workbook(
                ["Vereinsabend im November"],
                [],
                ["Nr", "Spielerin", "Gast"],
                [1, "Ada Lund", "ja"],
                [2, "Ben Ost", None],
            ),
            ("Ada Lund", "Ben Ost"),
            {"Ada Lund": {"is_guest": True}},
        ),
        ListFile(
            "register.xlsx",
            workbook(
                ["E-Mail", "Kategorie", "Pass-Nr.", "Name", "Mitglieds-Nr."],
                ["ada@example.org", "Damen, Senioren", 77.0, "Lund, Ada", 12],
            ),
            ("Ada Lund",),
            {
                "Ada Lund": {
                    "email": "ada@example.org",
                    "categories": ["Damen", "Senioren"],
                    "federation_number": "77",
                    "member_number": "12",
                }
            },
        ),
        ListFile(
            "a-column-each.csv",
            "Runde;Ada Lund;Ben Ost;Zoë Groß\n1;12;-4;0\n2;3;5;\nSumme;15;1;0\n".encode(),
            ("Ada Lund", "Ben Ost", "Zoë Groß"),
        ),
        ListFile(
            "players-on-top.csv",
            "Spieler;Ada Lund;Zoë Groß\nRunde 1;12;-4\nRunde 2;3;5\nSumme;15;1\n".encode("cp1252"),
            ("Ada Lund", "Zoë Groß"),
        ),
        ListFile("across.xlsx", workbook(["Ada Lund", "Ben Ost"], [1, -3], [4, 0]), ("Ada Lund", "Ben Ost")),
        ListFile(
            "long-form.csv",
            b"round,table,seat,player\n1,1,1,Ada Lund\n1,1,2,Ben Ost\n2,1,1,Ben Ost\n2,1,2,Ada Lund\n",
            ("Ada Lund", "Ben Ost"),
        ),
        ListFile("no-headings.tsv", b"1\tAda Lund\t1961\n2\tBen Ost\t1970\n", ("Ada Lund", "Ben Ost")),
        ListFile(
            "sum-below.csv",
            b"Rang;Spieler;Punkte\n1;Ada Lund;45\n2;Ben Ost;12\n;Summe;57\n",
            ("Ada Lund", "Ben Ost"),
        ),
    )
}
