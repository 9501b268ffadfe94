"""The one reader of people's names: as typed, pasted, or kept in a list. It knows no player and no language.

`read_name` makes a name of a line, `parts_of` says which word of it is the surname. A list's number, a
bullet, an e-mail address and a telephone number are no part of a name. What nobody can see is removed.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple
from unicodedata import normalize

from tournaments.storage.uploads.letters import visible
from tournaments.wording.searching import folded

LETTER = r"[^\W\d_]"
LETTERS = re.compile(LETTER)
FAMILY_NAME = 2  # letters of a usual Japanese family name
JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]")

# What stands before a name in a list
MARKS = "•·∙‣⁃*√・※→⇒\u25a0-\u2775\u2794-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"  # shapes and pictures
DASHES = r"\-–—−‐‑－"
HYPHENS = re.compile(rf"[{DASHES}]")
BULLET = re.compile(
    rf"[{MARKS}]+\s*|\[[ xX✓]?\]\s*|(?:\d{{0,3}}[a-zA-Z]|[ivx]{{2,5}})[)）]\s*|[{DASHES}+=#>»~|]+\s+"
    r"|o\s+(?=[A-ZÄÖÜ])"  # the second bullet of Word
)
BARE_DASH = re.compile(
    rf"[{DASHES}+](?={LETTER}[^\d()=+*/@|!;:\"<>]*$)"
)  # “-Gisela”, not “-B2” or “-SUM(A1)”
NUMBERED = "nr|no|start-?(?:nr|nummer|no)|platz|tisch|spieler|teilnehmer|seat|table|player|卓|席"
NUMBER = re.compile(
    rf"(?:[(\[（]?(?:(?:{NUMBERED})(?![^\W\d_])[.:]?\s*|[#№]\s*)?\d{{1,4}}(?:[./]\d{{1,3}})?[\u20e3番位]*"
    rf"(?:\s*[.,):;\]/．）：、{DASHES}]+\s*|\s+|(?<=[番位]))"
    rf"|[\u2460-\u24ff\u2776-\u2793][.)]?\s*)(?=[{MARKS}{DASHES}\[(]?\s*{LETTER})",
    re.IGNORECASE,
)

# How to reach a person
EMAIL = re.compile(r"[<(\[＜（]?(?:mailto:)?([\w.+%-]+[@＠][\w-]+(?:\.[\w-]+)+)[>)\]＞）]?")
TELEPHONE = (
    r"(?:tel(?:efon|eph?one)?(?:nummer|nr)?|fon|mob(?:il(?:e|telefon|nummer)?)?|handy(?:nummer|nr)?|phone|cell|fax"
    r"|ruf(?:nummer|nr)|ph(?=\.)"
    r"|whatsapp|festnetz|privat|dienstlich|ＴＥＬ|電話(?:番号)?|携帯(?:番号)?)(?![^\W\d_])[.:：]*"
    r"|[☎☏📞📱✆]+|\([pmdgthf]\)|(?<![^\s,;])[pmdgthf](?::|\.(?=\s*[+(]*\d[\d\s()/-]{5}))"
)
DIGITS = r"[+＋(（]*\d[\d\s()（）/.–－‐−-]*\d[)）]?"
SAID_PHONE = re.compile(
    rf"(?P<open>[(\[（])?(?<!\w)(?:(?:{TELEPHONE})\s*){{1,3}}(?:-?nr\.?:?\s*)?{DIGITS}"
    r"(?(open)[^()\[\]（）]*)[)\]）]?",  # in brackets, with what is said of it
    re.IGNORECASE,
)
PHONE = re.compile(rf"(?<![^\s,;:])[(\[（]?{DIGITS}[)\]）]?(?![^\s,;:.])")
DATE = re.compile(
    r"[(\[]?(?:\d{1,2}\.\s?\d{1,2}\.\s?(?:\d\d)?\d\d|\d{4}-\d\d-\d\d|\d{4}\s?[-–/]\s?\d{4})[)\]]?"
)
LONGEST_LINE = 500  # read in full; beyond, patterns would take too long
MOST_FIGURES = 4  # of a name: a year; more may be a telephone number
SHORTEST_PHONE, SHORTEST_LAST = 6, 5  # figures of a telephone number: anywhere, and at the end of a line
LOOSE_ENDS = " ,;:/|–—-"
OTHERWISE = re.compile(r"[\s,;/]+(?:oder|od\.|bzw\.?|und|u\.|or|and)$", re.IGNORECASE)  # between two numbers
NOTHING_BETWEEN = re.compile(r"[(\[<（＜]\s*[)\]>）＞]|,(?=\s*,)")
QUOTED = re.compile(r"[\"„“”»«'‚‘「]([^\"„“”»«「」]+)[\"“”»«'‘’」]")

# The parts of a name
TITLE = re.compile(
    r"(?:(?:dr|prof|professor|doktor|herrn?|frau|mrs?|miss|sir|pastor|pfarrer|dipl(?=[.-])|(?:univ\.?|jun\.?)-?prof"
    r"|(?:mag|ing|pd|hr|fr|ms|rev|ra|pfr|doz)(?=\.)|(?-i:PD|RA|DI)(?=\s)|priv\.-?\s?doz)(?![^\W\d_])\.?"
    r"(?:[\s.-]*(?:med|dent|vet|jur|iur|phil|rer|nat|pol|oec|soc|theol|pharm|habil|ing|h\.\s?c|hc|mult|inf|kfm|kffr"
    r"|betriebsw|volksw|päd|psych|math|univ|\(fh\))(?!\w)(?:\.|(?=\s|$)))*[\s,]*)+",
    re.IGNORECASE,
)
TITLE_BEHIND = re.compile(r"(?<![\s,])[\s,]+\(?((?:(?:prof|dr)\b\.?[\s,]*)+)\)?$", re.IGNORECASE)
HONORIFIC = re.compile(r"\s*(?:様|さま|さん|殿|先生)$")
MAIDEN = r"\(?(?:geb(?:\.|oren|orene)|née|nee)\s*[^\s,()]+(?:[\s-][^\s,()]+)?\)?"
GENERATION = (
    r"(?:jun|jr|jnr|junior|sen|sr|snr|senior|ii|iii|iv|vi{1,3}|d\.\s?j|d\.\s?ä|der jüngere|der ältere)\b\.?"
)
DEGREE = r"ph\.?\s?d\.?|[mb]\.\s?a\.|[mb]\.\s?sc\.?|mba|ll\.\s?m\.|m\.\s?d\.|esq\.?|a\.\s?d\."
SUFFIX = re.compile(
    rf"(?:[\s,]+({GENERATION}|{DEGREE}"
    rf"|nr\.\s?\d+|{MAIDEN}|\([^()]*\)|[\W\d_]+)|\s*(（[^（）]*）|(?<=[^\x00-\u2fff])\([^()]*\)))$",
    re.IGNORECASE,
)
GENERATIONS = re.compile(GENERATION, re.IGNORECASE)
PARTICLES = (
    "von vom van v. v.d. vd vd. d. de der den dem del della delle dello di da dal dalla dos das do du des la"
    " le las los el al ten ter te 't op zu zum zur z. af av bin ibn bint abu auf aus am an im in"
    " vander vanden vonder"
    " graf gräfin freiherr freifrau freiin frhr. frhr reichsfreiherr reichsgraf baron baronin baroness"
    " fürst fürstin prinz prinzessin herzog herzogin ritter edler edle"
)
BEFORE_SURNAME = frozenset(PARTICLES.split())
AND = ("und", "u.", "u")  # between two of them
ELIDED = re.compile(r"(?:(?:d|l|dell|all)['’‘]|(?:al|el)-)(?=\w)")


class NameParts(NamedTuple):
    """The parts of a name, each empty where it has none: Dr. | Hans Jürgen | van der | Meer | jun."""

    title: str
    given: str
    particles: str
    surname: str
    suffix: str


# Reading


def read_name(text: str) -> str:
    """Return the name in a line: without number, bullet and contacts, first name before surname.

    A line of a telephone number or an e-mail address alone has no name: "". Letters keep their case.
    """
    name = cleaned(text)
    return name if len(name) > LONGEST_LINE else title_first(in_order(name))


def cleaned(text: str) -> str:
    """Return a name, or a part of one, without all that is no part of it; the order stays.

    Letters and their marks are one character, as in files. A text that is too long for any name stays.
    """
    line = " ".join(visible(text).split())
    if len(line) > LONGEST_LINE:
        return line
    name = without_bullets(without_contacts(normalize("NFC", line)))
    quoted = QUOTED.fullmatch(name)
    return quoted[1].strip() if quoted else name


def without_contacts(name: str) -> str:
    """Return the name without e-mail addresses and telephone numbers."""
    left = SAID_PHONE.sub(" ", EMAIL.sub(" ", name))
    left = PHONE.sub(lambda match: " " if is_phone(match) else match[0], left)
    if left == name:
        return name
    return OTHERWISE.sub("", " ".join(NOTHING_BETWEEN.sub(" ", left).split()).strip(LOOSE_ENDS))


def email_in(line: str) -> str:
    """Return the e-mail address that stands beside a name, "" if there is none."""
    match = EMAIL.search(line)
    return match[1].replace("＠", "@") if match else ""


def may_hold_telephone(name: str) -> bool:
    """Return whether a name has more figures than a year, which may be a telephone number; dates are none."""
    return sum(letter.isdigit() for letter in DATE.sub("", name)) > MOST_FIGURES


def is_phone(figures: re.Match[str]) -> bool:
    """Return whether figures are a telephone number: long enough, and neither a date nor years."""
    digits = sum(each.isdigit() for each in figures[0])
    is_last = not figures.string[figures.end() :].strip(LOOSE_ENDS + ".)")
    return digits >= (SHORTEST_LAST if is_last else SHORTEST_PHONE) and not DATE.fullmatch(figures[0].strip())


def without_bullets(name: str) -> str:
    """Return the name without what a list writes before it: “1.”, “2)”, “-”, “•”, in any order."""
    left, before = name, ""
    while left != before:
        before = left
        for pattern in (BULLET, BARE_DASH, NUMBER):
            left = left[match.end() :] if (match := pattern.match(left)) else left
    return left.rstrip("*|; ") if LETTERS.search(left) else name


def in_order(name: str) -> str:
    """Return “Surname, First name” as “First name Surname”; a title or suffix may stand behind a comma."""
    pieces = [piece.strip() for piece in name.split(",")]
    pieces = pieces[:-1] if len(pieces) > 2 and not pieces[-1] else pieces
    titles = [piece for piece in pieces if TITLE.fullmatch(piece)]
    suffixes = [piece for piece in pieces if SUFFIX.fullmatch(f" {piece}")]
    named = [piece for piece in pieces if piece not in titles and piece not in suffixes]
    if len(pieces) == 1 or not all(pieces) or len(named) not in (1, 2):
        return name
    return " ".join([*titles, full_name(*named) if len(named) == 2 else named[0], *suffixes])


def full_name(surname: str, first_name: str) -> str:
    """Join both parts: title, first name, surname, suffix; a Japanese surname stays first."""
    if len(surname) + len(first_name) > LONGEST_LINE:
        return f"{first_name} {surname}"
    if JAPANESE.search(surname) and JAPANESE.search(first_name):
        return f"{surname} {first_name}"
    title, rest = split_title(title_first(surname))
    surname, suffix = split_suffix(rest)
    own_title, rest = split_title(title_first(first_name))
    first_name, own_suffix = split_suffix(rest)
    return " ".join(filter(None, [title, own_title, first_name, surname, suffix, own_suffix]))


def title_first(name: str) -> str:
    """Return the name with a title that stands behind it in front: “Lund Dr.”, “Gisela Lund (Dr.)”."""
    match = TITLE_BEHIND.search(name)
    return f"{match[1].strip(' ,')} {name[: match.start()]}" if match else name


def split_title(name: str) -> tuple[str, str]:
    """Return the titles before a name, and the rest; a title alone is the name."""
    match = TITLE.match(name)
    if not match or match.end() == len(name):
        return "", name
    return match[0].strip(" ,"), name[match.end() :]


def split_suffix(name: str) -> tuple[str, str]:
    """Return a name, and what stands behind it: “jun.”, “III”, “(Kiel)”, “1950”."""
    suffixes: list[str] = []
    while (match := SUFFIX.search(name)) and not is_surname(name[: match.start()], match[0].strip()):
        suffixes.insert(0, match[1] or match[2])
        name = name[: match.start()]
    return name, " ".join(suffixes)


def is_surname(before: str, word: str) -> bool:
    """Return whether what may stand behind a name is the surname of a single first name: “Amartya Sen”."""
    return (
        len(before.split()) == 1 and word.istitle() and bool(GENERATIONS.fullmatch(word)) and "." not in word
    )


def without_suffix(name: str) -> str:
    """Return a name without what stands behind it."""
    return split_suffix(name)[0]


# Parts


def parts_of(name: str) -> NameParts:
    """Return the parts of a name in reading order. A single word is the surname."""
    title, rest = split_title(name)
    rest, suffix = split_suffix(rest)
    if honorific := JAPANESE.search(rest) and HONORIFIC.search(rest):
        rest, suffix = rest[: honorific.start()], f"{honorific[0].strip()} {suffix}".strip()
    words = rest.split()
    if len(words) > 1 and all(JAPANESE.search(word) for word in words):
        return NameParts(title, " ".join(words[1:]), "", words[0], suffix)
    first, end = particles_in(words)
    given, particles, surname = words[:first], words[first:end], words[end:]
    return NameParts(title, " ".join(given), " ".join(particles), " ".join(surname), suffix)


def particles_in(words: list[str]) -> tuple[int, int]:
    """Return where the words before the surname begin and end; a word stays behind them."""
    for first, word in enumerate(words):
        if not is_particle(word) or (first == 0 and not word[0].islower()):
            continue
        end = first
        while end < len(words) - 1 and (is_particle(words[end]) or (end > first and words[end] in AND)):
            end += 1
        if end > first:
            return first, end
    last = max(len(words) - 1, 0)
    return last, last


def is_particle(word: str) -> bool:
    """Return whether a word belongs to the surname behind it, and no list is sorted by it."""
    return word.casefold() in BEFORE_SURNAME


def short_name(name: str) -> str:
    """Return first name and initial, “Anna K.”; a Japanese name keeps its first letters.

    What tells relatives apart stays: “Hans K. jun.”. A title, a town and a year do not.
    """
    parts = parts_of(name)
    if JAPANESE.match(name):
        return f"{parts.surname} {parts.given[0]}." if parts.given else without_end(parts.surname)
    if not parts.given and not parts.title:
        return parts.surname or name
    initial = LETTERS.search(ELIDED.sub("", parts.surname))
    first = (parts.given or parts.title).split()[0]
    generation = GENERATIONS.search(parts.suffix)
    words = [first, f"{initial[0]}." if initial else "", generation[0] if generation else ""]
    return " ".join(filter(None, words))


def called_names(names: Sequence[str]) -> list[str]:
    """Return how people at a table call each other: the first word behind titles, or the whole name if it is
    shared.
    """
    words = [split_title(name)[1].split() for name in names]
    first = [re.sub(",$", "", each[0]) if each else "" for each in words]
    count = Counter(first)
    return [word if count[word] == 1 else name for word, name in zip(first, names, strict=True)]


def without_end(name: str) -> str:
    """Return the first letters of a Japanese name that no space divides: its family name, as a rule."""
    return f"{name[:FAMILY_NAME]}…" if len(name) > FAMILY_NAME else name


def sorted_as(name: str, reading: str = "") -> tuple[str, ...]:
    """Return the key by which lists that hang out are sorted: surname, then first name, then the rest.

    A name with a reading is sorted by it.
    """
    if reading:
        return (folded(reading),)
    parts = parts_of(name)
    surname = ELIDED.sub("", parts.surname)
    return tuple(plain(each) for each in (surname, parts.given, parts.particles, parts.suffix, name))


def plain(text: str) -> str:
    """Return the letters and figures of a text, without accents and case; a hyphen divides words."""
    return "".join(each for each in HYPHENS.sub(" ", folded(text)) if each.isalnum() or each.isspace())
