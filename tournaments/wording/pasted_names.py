"""The people on a line that somebody pasted: from a message, a letter, a table. It knows no player.

`person_names.py` reads one name. Here a line may hold more: what tells nothing of a name is left out, a club
and an e-mail address are kept apart, two people become two. Whatever is a guess has a remark.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from tournaments.wording.lists import COMMAS
from tournaments.wording.pasted_notes import (
    ADDRESSED,
    BEFORE_PEOPLE,
    CLUB,
    GONE,
    HONOURED,
    MAY_BE_NOTES,
    NUMBERED,
    RELATED,
    TICKED,
    Notes,
    is_nameless,
    names_nobody,
    usual_writing,
    without_notes,
)
from tournaments.wording.person_names import (
    GENERATIONS,
    JAPANESE,
    LETTERS,
    LONGEST_LINE,
    MAIDEN,
    SUFFIX,
    TITLE,
    cleaned,
    email_in,
    full_name,
    is_particle,
    may_hold_telephone,
    parts_of,
    read_name,
)

CELLS = re.compile(r"[\t;|]")
CHAT = re.compile(  # “[24.11.26, 18:03:12] Erna: bin dabei”
    r"\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+\d{1,2}:\d\d(?::\d\d)?(?:\s?[AaPp]\.?[Mm]\.?)?\]?\s*(?:[-–]\s)?\s*"
    r"([^:]{1,80}):\s.*"
)
PICTURES = re.compile(r"[\s\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff\ufe0f]+$")
GUEST = re.compile(r"\s*[(\[（](?:als\s+)?(?:gast|gäste|guest|visitor|ゲスト|ビジター)[)\]）]", re.IGNORECASE)
GUEST_WORDS = ("gast", "guest", "ゲスト")
BEHIND = re.compile(r"\s+[-–—]\s+|:\s+")  # what stands behind a name
IN_BRACKETS = re.compile(r"\s*[(\[（]([^()\[\]（）]*)[)\]）]")
COUPLE = re.compile(r"\s+(?:&|\+|und|u\.|and|et|mit)\s+|\s*[&＆]\s*|(?<=\w\w)\s*/\s*(?=\w\w)|と(?=\s)")


class Remark(StrEnum):
    """What was guessed about a line."""

    NONE = ""
    SWAPPED = "swapped"  # the surname stood first
    CLUB = "club"  # words behind the name are taken as the club
    PEOPLE = "people"  # several people on a line
    LEFT_OUT = "left_out"  # words that are no part of a name
    KEPT = "kept"  # a surname that may be a remark
    FIGURES = "figures"  # figures that may be a telephone number
    NOBODY = "nobody"  # a heading, a total, a sentence
    NAMELESS = "nameless"  # somebody without a name
    GONE = "gone"  # who does not come


class Pasted(NamedTuple):
    """One person of a line; `rest` is what the remark is about."""

    name: str
    club: str = ""
    email: str = ""
    is_guest: bool = False
    remark: Remark = Remark.NONE
    rest: str = ""
    as_typed: str = ""  # the letters before the usual ones
    is_out: bool = False  # enters nobody unless the director says so


def people_in(line: str, *, is_alone: bool = False) -> list[Pasted]:
    """Return the people of a line, one without a name for a line of none.

    `is_alone` says that the paste has no other line, so that commas stand between people.
    """
    line = line.strip()
    is_readable = len(line) <= LONGEST_LINE
    if NUMBERED.fullmatch(line) or not (is_readable or is_alone):
        return [Pasted(read_name(line))]
    if chat := CHAT.fullmatch(line):
        return [each._replace(remark=Remark.LEFT_OUT, rest=line) for each in people_in(chat[1])]
    if match := BEFORE_PEOPLE.match(line):
        people = people_in(line[match.end() :], is_alone=True)
        return [out(each, line) for each in people] if GONE.search(match[0]) else people
    if is_readable and (nobody := nobody_on(line)):
        return [nobody]
    email, is_guest = email_in(line), bool(GUEST.search(line))
    line, notes = without_notes(GUEST.sub("", line)) if is_readable else (line, Notes())
    return named_on(line, notes._replace(email=email, is_guest=is_guest), is_alone=is_alone)


def named_on(line: str, notes: Notes, *, is_alone: bool) -> list[Pasted]:
    """Return the people whom a line without its notes names, then those whom they bring along unnamed."""
    cells = list(parts_with_words(CELLS.split(line)))
    own = [
        cell
        for at, cell in enumerate(cells)
        if not at or not (cell.casefold() in GUEST_WORDS or TICKED.fullmatch(cell))
    ]
    is_guest = notes.is_guest or any(cell.casefold() in GUEST_WORDS for cell in cells[1:])
    read = in_cells(own) if len(own) > 1 else in_pieces("".join(own), is_alone=is_alone)
    people = [each for one in read for each in of_couple(one)]
    if len(people) > 1:
        notes = notes._replace(email="")  # whose it is, nobody can say
        people = [each._replace(remark=Remark.PEOPLE, rest=line) for each in people]
    people = [each._replace(email=notes.email, is_guest=is_guest or each.is_guest) for each in people]
    people = [without_address(with_notes(each, notes)) for each in people]
    return [as_usual(without_figures(each)) for each in people] + companions_in(notes)


def nobody_on(line: str) -> Pasted | None:
    """Return what stands for a line that names nobody, or None."""
    if is_nameless(line):
        return Pasted("", remark=Remark.NAMELESS, rest=line, is_out=True)
    if names_nobody(line):
        words = "" if any(map(str.isdigit, line)) else cleaned(line)
        return Pasted(words, remark=Remark.NOBODY, rest=line, is_out=True)
    return None


def with_notes(one: Pasted, notes: Notes) -> Pasted:
    """Return a person with what their line says of them; a stronger remark stays."""
    if notes.is_gone:
        return out(one, notes.text)
    if notes.text and one.remark in (Remark.NONE, Remark.SWAPPED):
        return one._replace(remark=Remark.LEFT_OUT, rest=notes.text)
    return one


def without_address(one: Pasted) -> Pasted:
    """Return a person without “Frau”, “Mr” and 様; what may be part of the name stays, with a doubt.

    Before a single word it may be: it tells “Herr und Frau Meier” apart, and “Frau, Heidi” is Heidi Frau.
    """
    before = ADDRESSED.match(one.name)
    match = before or (JAPANESE.search(one.name) and HONOURED.search(one.name))
    left = f"{one.name[: match.start()]}{one.name[match.end() :]}" if match else one.name
    if match and not (before and is_one_word(left)):
        if one.remark == Remark.LEFT_OUT:
            return one._replace(name=left, rest=f"{match[0].strip()} {one.rest}")
        return with_notes(one._replace(name=left), Notes(match[0].strip()))
    doubtful = before[0].strip() if before else one.name.rpartition(" ")[2]
    if one.remark in (Remark.NONE, Remark.SWAPPED) and (before or doubtful.casefold() in MAY_BE_NOTES):
        return one._replace(remark=Remark.KEPT, rest=doubtful)
    return one


def out(one: Pasted, words: str) -> Pasted:
    """Return a person who does not come."""
    return one._replace(remark=Remark.GONE, rest=words, is_out=True)


def companions_in(notes: Notes) -> list[Pasted]:
    """Return those who come along without a name, one line for each."""
    nameless = Pasted("", remark=Remark.NAMELESS, rest=notes.text, is_out=True)
    return [nameless] * notes.companions


def as_usual(one: Pasted) -> Pasted:
    """Return a person whose name is written with the usual capitals, and how it was typed."""
    usual = usual_writing(one.name)
    return one if usual == one.name else one._replace(name=usual, as_typed=one.name)


def parts_with_words(parts: list[str]) -> Iterator[str]:
    """Yield the parts that have a word, without contacts, numbers and bullets."""
    for part in parts:
        plain = PICTURES.sub("", cleaned(part)).strip(" ,-–")
        if LETTERS.search(plain):
            yield plain


# A row of a table


def in_cells(cells: list[str]) -> list[Pasted]:
    """Read the cells of a row without headings: the name in one or in two of them, then the club."""
    first, second, *others = cells
    if is_one_word(first) and is_one_word(second) and not CLUB.search(second):
        name, rest, remark = full_name(first, second), others, Remark.SWAPPED
        return [Pasted(name, club=rest[0] if rest else "", remark=remark, rest=", ".join(cells))]
    (one,) = in_pieces(first)[:1]
    return [one._replace(club=one.club or second, remark=Remark.CLUB, rest=second)]


def is_one_word(text: str) -> bool:
    """Return whether a text is one word, as a surname or a first name is; particles do not count."""
    return len([word for word in text.split() if not is_particle(word)]) == 1


# A line of words


def in_pieces(line: str, *, is_alone: bool = False) -> list[Pasted]:
    """Read a line with or without commas."""
    pieces = list(parts_with_words(COMMAS.split(line)))
    guests = [piece for piece in pieces if piece.casefold() in GUEST_WORDS]
    endings = [piece for piece in pieces if TITLE.fullmatch(piece) or SUFFIX.fullmatch(f" {piece}")]
    named = [piece for piece in pieces if piece not in guests and piece not in endings]
    if len(named) > 1 and is_of_people(named, is_alone=is_alone or "、" in line):
        return [of_words(piece) for piece in named]
    if len(named) > 1 or guests:
        return [with_club(named, endings, is_guest=bool(guests), line=line)]
    return [of_words(", ".join([*named, *endings]) or line)]


def with_club(named: list[str], endings: list[str], *, is_guest: bool, line: str) -> Pasted:
    """Return the one person between commas: the name in one piece or in two, then the club."""
    surname, first_name, *others = [*named, "", ""]
    if not first_name or is_full_name(surname) or CLUB.search(first_name):
        name, remark, others = [surname], Remark.NONE, [first_name, *others]
    else:
        name, remark = [surname, first_name], Remark.SWAPPED
    clubs = [each for each in others if each and not each[0].islower()]
    notes = [each for each in others if each and each[0].islower()]
    return Pasted(
        read_name(", ".join([*name, *endings])),
        club="".join(clubs[:1]),
        is_guest=is_guest,
        remark=Remark.CLUB if clubs else Remark.LEFT_OUT if notes else remark,
        rest=", ".join(clubs or notes) or line,
    )


def is_of_people(pieces: list[str], *, is_alone: bool) -> bool:
    """Return whether what stands between commas are people, and not the parts of one name."""
    if any(CLUB.search(piece) for piece in pieces):
        return False
    return all(map(is_full_name, pieces)) or (
        is_alone and (len(pieces) > 2 or bool(JAPANESE.search(pieces[0])))
    )


def is_full_name(text: str) -> bool:
    """Return whether a text has a first name and a surname."""
    parts = parts_of(text)
    return bool(parts.given and parts.surname)


def of_words(text: str) -> Pasted:
    """Read one name, and what stands behind it: a club, or words that are no part of it."""
    name, rest = text, ""
    if (match := IN_BRACKETS.search(text)) and (CLUB.search(match[1]) or is_note(match[1].strip())):
        name, rest = f"{text[: match.start()]}{text[match.end() :]}", match[1].strip()
    elif (match := BEHIND.search(text)) and LETTERS.search(text[: match.start()]):
        name, rest = text[: match.start()], text[match.end() :]
    if not rest:
        return Pasted(read_name(name))
    if CLUB.search(rest) or (is_one_word(rest) and rest[:1].isupper()):
        return Pasted(read_name(name), rest, remark=Remark.CLUB, rest=rest)
    return Pasted(read_name(name), remark=Remark.LEFT_OUT, rest=rest)


def is_note(inside: str) -> bool:
    """Return whether words in brackets are no part of a name, as a town, a maiden name and “jun.” are."""
    is_part = GENERATIONS.match(inside) or re.match(MAIDEN, inside, re.IGNORECASE)
    return not is_part and (not LETTERS.match(inside) or inside[:1].islower())


# Two people


def of_couple(one: Pasted) -> list[Pasted]:
    """Return both of “Ilse & Fritz Meier”, who share a surname where only one of them has it."""
    halves = [half.strip() for half in COUPLE.split(one.name)]
    if len(halves) != 2 or not all(map(LETTERS.search, halves)) or is_particle(halves[0].split()[-1]):
        return [one]
    first, second = halves
    parts = parts_of(second)
    if TITLE.fullmatch(first) or (is_full_name(second) and not is_full_name(first)):
        first = " ".join(filter(None, [first, parts.particles, parts.surname]))
    elif is_full_name(first) and (match := RELATED.match(second)):
        second, parts = second[match.end() :], parts_of(first)
        if is_one_word(second):
            second = " ".join(filter(None, [second, parts.particles, parts.surname]))
    return [one._replace(name=first), one._replace(name=second)]


def without_figures(one: Pasted) -> Pasted:
    """Return a person whose name holds no telephone number: more than a year of figures is left out."""
    if not may_hold_telephone(one.name):
        return one
    words = [word for word in one.name.split() if not any(map(str.isdigit, word))]
    return one._replace(name=" ".join(words).strip(" ,.-–/()"), remark=Remark.FIGURES, rest=one.name)
