"""Column headings of players' lists, in the languages and programs that clubs use."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.paper import Line


class Column(models.TextChoices):
    """The meanings of a column of a players' list."""

    NAME = "name", _("name")
    SURNAME = "surname", _("surname")
    FIRST_NAME = "first_name", _("first name")
    READING = "reading", _("reading")
    START_NUMBER = "start_number", _("start number")
    MEMBER_NUMBER = "member_number", _("member number")
    FEDERATION_NUMBER = "federation_number", _("federation number")
    HOME_CLUB = "club", _("club of the player")
    TEAM = "team", _("team")
    CATEGORY = "category", _("category")
    EMAIL = "email", _("e-mail")
    BIRTH_YEAR = "birth_year", _("year of birth")
    GUEST = "guest", _("guest of the club")
    SUBSTITUTE = "substitute", _("substitute of the team")
    LEFT = "left", _("left or died")
    STATUS = "status", _("membership status")


MOST_TITLE_ROWS = 30  # above the headings
NAMES = frozenset({Column.NAME, Column.SURNAME, Column.FIRST_NAME})
MEMBER = "mitglied"  # the name, unless another column has it
GIVEN_NAME_OR_NAME = "名"  # the given name beside 姓, else the name
HEADINGS: dict[Column, tuple[str, ...]] = {
    Column.NAME: (
        *("name", "names", "player", "players", "player name", "full name", "participant", "entrant"),
        *("name (surname, first name)", "surname, first name", "last name, first name", "name, first name"),
        *("spieler", "spielerin", "spieler/in", "spielername", "namen", "teilnehmer", "teilnehmername"),
        *(
            MEMBER,
            "name (nachname, vorname)",
            "name, vorname",
            "nachname, vorname",
            "vor- und nachname",
            "vor- und zuname",
        ),
        *(
            "名前",
            "お名前",
            "氏名",
            "プレイヤー",
            "選手",
            "選手名",
            "参加者",
            "会員名",
            "氏名（漢字）",
            "漢字氏名",
            GIVEN_NAME_OR_NAME,
        ),
    ),
    Column.SURNAME: (
        *("surname", "last name", "family name", "nachname", "familienname", "zuname"),
        *("姓", "名字", "苗字"),
    ),
    Column.FIRST_NAME: (
        *("first name", "given name", "forename", "vorname", "rufname", "下の名前"),
        *("first names", "vornamen"),
    ),
    Column.READING: (
        *("reading", "kana", "furigana", "lesung", "aussprache", "ふりがな", "フリガナ", "カナ"),
        *(
            "よみ",
            "よみがな",
            "読み",
            "読み仮名",
            "読みがな",
            "氏名カナ",
            "氏名（カナ）",
            "カナ氏名",
            "氏名（フリガナ）",
        ),
    ),
    Column.START_NUMBER: (
        *("start number", "start no", "starting number", "sno", "start-nr", "startnummer", "start nr"),
        *("スタート番号", "エントリー番号"),
    ),
    Column.MEMBER_NUMBER: (
        *("member number", "member no", "member id", "membership number", "membership no"),
        *(
            "mitgliedsnummer",
            "mitgliedernummer",
            "mitglieds-nr",
            "mitglied nr",
            "mitgl-nr",
            "会員番号",
            "会員no",
        ),
    ),
    Column.FEDERATION_NUMBER: (
        *("federation number", "federation no", "federation id", "license", "licence", "fide-id"),
        *("fide id", "verbandsnummer", "verbands-nr", "passnummer", "pass-nr", "spielerpass"),
        *("lizenz", "lizenznummer", "lizenz-nr", "dskv-nr", "ddv-nr", "pkz", "連盟番号", "登録番号"),
    ),
    Column.HOME_CLUB: (
        *("club", "club name", "club/city", "verein", "vereinsname", "verein/ort", "spielklub"),
        *("所属", "所属クラブ", "クラブ", "クラブ名"),
    ),
    Column.TEAM: ("team", "team name", "mannschaft", "mannschaftsname", "チーム", "チーム名"),
    Column.CATEGORY: (
        *("category", "class", "group", "kategorie", "klasse", "altersklasse", "gruppe", "gr"),
        *("部門", "クラス", "区分", "カテゴリー"),
    ),
    Column.EMAIL: (
        *("e-mail", "email", "mail", "e-mail address", "e-mail-adresse", "mailadresse"),
        *("メール", "メールアドレス", "eメール"),
    ),
    Column.BIRTH_YEAR: (
        *("year of birth", "birth year", "born", "yob", "dob", "birthday", "date of birth", "birth"),
        *("geburtsjahr", "jahrgang", "geb", "geboren", "geburtsdatum", "geburtstag"),
        *("生年", "生まれ年", "生年月日", "誕生日"),
    ),
    Column.GUEST: ("guest", "gast", "ゲスト", "ビジター"),
    Column.SUBSTITUTE: (
        *(
            "substitute",
            "substitutes",
            "reserve",
            "ersatz",
            "ersatzspieler",
            "ersatzspielerin",
            "補欠",
            "控え",
        ),
    ),
    Column.LEFT: (
        *("left", "left on", "date left", "resigned", "died", "date of death", "deceased"),
        *("austritt", "austrittsdatum", "ausgetreten", "ausgetreten am", "kündigung", "mitglied bis"),
        *("sterbetag", "sterbedatum", "todestag", "verstorben", "verstorben am", "gestorben"),
        *("退会", "退会日", "退会年月日", "逝去", "逝去日", "死亡日", "退会予定日"),
        *("leaving date", "exit date", "end of membership", "austritt am", "austritt zum", "todesdatum"),
    ),
    Column.STATUS: (
        *("status", "membership status", "member status", "mitgliedsstatus", "mitgliedstatus"),
        *("mitgliedschaft", "membership", "ステータス", "状態", "会員状況", "在籍状況"),
    ),
}
# Headings of sheets, and words before or below a row of numbers; never the name of a player.
ROUND = ("round", "runde", "rd", "回戦", "ラウンド")
TABLE = ("table", "tisch", "卓", "テーブル")
OTHER_WORDS = (
    *ROUND,
    *TABLE,
    *("deal", "game", "spiel", "seat", "platz", "no", "nr", "lfd nr", "rank", "rang", "局", "番号", "順位"),
    *("total", "sum", "summe", "gesamt", "gesamtsumme", "ergebnis", "points", "punkte", "result"),
    *("合計", "総合", "得点", "点数"),
)
BETWEEN = re.compile(r"[\s._:*/,()'’#-]+")
NUMBERED = re.compile(r"[\d\s.:]+$")
ONE_OF_SEVERAL = re.compile(r"(?P<before>\d?)(?P<word>\D+)(?P<behind>\d?)")  # “Spieler 1”, “2. Spieler”
PARTNER = ("partner", "partnerin", "mitspieler", "mitspielerin", "teammate", "ペア", "パートナー", "相方")
REPEATED = re.compile(r"\(\d+\)$")  # a heading for the second time
LEAST_MEMBERS = 2


def folded(heading: str) -> str:
    """Return the heading without case, width variants, spaces and punctuation."""
    return BETWEEN.sub("", unicodedata.normalize("NFKC", heading).casefold())


COLUMN_BY_HEADING = {folded(word): column for column, words in HEADINGS.items() for word in words}
FOLDED_ROUND = {folded(word) for word in ROUND}
FOLDED_OTHERS = {folded(word) for word in OTHER_WORDS}


def members_in(headings: Sequence[str]) -> tuple[list[int], list[int]]:
    """Return the columns of a team's members and of its substitutes; none unless there are two members."""
    members, plain, substitutes = [], [], []
    for place, heading in enumerate(headings):
        match = None if REPEATED.search(heading) else ONE_OF_SEVERAL.fullmatch(folded(heading))
        word = match["word"] if match else ""
        column = COLUMN_BY_HEADING.get(word)
        if column == Column.SUBSTITUTE:
            substitutes.append(place)
        elif word in PARTNER or (match and column == Column.NAME and (match["before"] or match["behind"])):
            members.append(place)
        elif column == Column.NAME:
            plain.append(place)
    if members and len(plain) == 1:
        members = sorted([*members, *plain])
    return (members, substitutes) if len(members) >= LEAST_MEMBERS else ([], [])


def heading_row(lines: Sequence[Line], count: Callable[[Line], int], *, least: int) -> int | None:
    """Return the index of the row with the most headings that `count` knows; None if there are too few."""
    counts = [count(line) for line in lines[:MOST_TITLE_ROWS]]
    most = max(counts, default=0)
    return counts.index(most) if most >= least else None


def column_of(heading: str) -> Column | None:
    """Return the column's meaning by its heading, or None if the heading is unknown."""
    return COLUMN_BY_HEADING.get(folded(heading))


def is_label(text: str) -> bool:
    """Return whether a cell labels rows or a column, such as “Runde 3”, “Summe” or “Absagen:”, and is no
    player.
    """
    if text.endswith((":", "：")):
        return True
    return folded(text) in COLUMN_BY_HEADING or folded(NUMBERED.sub("", text)) in FOLDED_OTHERS


def is_round(heading: str) -> bool:
    """Return whether the column holds round numbers; then a player may appear in several rows."""
    return folded(heading) in FOLDED_ROUND


def guess_columns(headings: Iterable[str]) -> dict[str, Column]:
    """Return the columns' meanings by their headings; the first of two equal ones counts.

    Two columns under one heading for names, as one that is merged over both, hold surname and first name;
    three of them could be anything, and none is guessed.
    """
    columns: dict[str, Column] = {}
    named = list(headings)
    for place, heading in enumerate(named):
        column = column_of(heading)
        is_other = folded(heading) == MEMBER and sum(column_of(each) in NAMES for each in named) > 1
        if is_other or (column == Column.NAME and f"{heading} (3)" in named):
            continue
        if column and (column not in columns.values() or column == Column.LEFT):
            columns[heading] = column
            if column == Column.NAME and named[place + 1 : place + 2] == [f"{heading} (2)"]:
                columns |= {heading: Column.SURNAME, f"{heading} (2)": Column.FIRST_NAME}
    return split_names(columns)


def split_names(column_by_heading: dict[str, Column]) -> dict[str, Column]:
    """Resolve “Name” beside “Vorname” as the surname, and 名 beside 姓 as the given name."""
    columns = set(column_by_heading.values())
    for heading, column in column_by_heading.items():
        if column != Column.NAME:
            continue
        if Column.FIRST_NAME in columns and Column.SURNAME not in columns:
            return column_by_heading | {heading: Column.SURNAME}
        if Column.SURNAME in columns and heading.strip() == GIVEN_NAME_OR_NAME:
            return column_by_heading | {heading: Column.FIRST_NAME}
    return column_by_heading
