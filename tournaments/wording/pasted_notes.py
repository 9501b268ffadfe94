"""What stands on a pasted line beside names: headings, totals, remarks, companions, unusual letters.

It knows no player. `pasted_names.py` reads the people; whatever is found here is a doubt that the director
sees beside the line. Words are German, English and Japanese: a text is in the language of its writer.
"""

import re
from typing import NamedTuple

from tournaments.wording.person_names import (
    DATE,
    GENERATIONS,
    LETTERS,
    MARKS,
    cleaned,
    is_particle,
    split_suffix,
    split_title,
)

# Lines that name nobody
HEADING_WORDS = (
    r"teilnehmer(?:/?-?innen)?(?:liste)?|teilnehmende|spieler(?:/?-?innen)?(?:liste)?|mitspieler"
    r"|mitglieder|anmelde"
    r"(?:liste|schluss)|(?:an|ab|rück)meldungen?|zusagen?|absagen?|(?:start|warte|melde|gäste"
    r"|namens)?liste|nachrücker"
    r"|namen?|vornamen?|nachnamen?|gäste|gesamt|insgesamt|summe|anzahl|zusammen|datum|uhrzeit|beginn"
    r"|treff(?:en|punkt)?"
    r"|einsatz|startgeld|wann|betreff|skat|doppelkopf|doko|fipsen|tisch|runde|personen|leute|damen|herren"
    r"|players?|participants?|attendees|entries|entrants|guests|registrations?|waiting list|subject|people"
    r"|(?:list|names?|total|sum|count|table|round)(?=\W*(?:$|\d|of\b))"
)
CLUB = re.compile(
    r"\b(?:e\.\s?v\.|sc|tsv|tus|fc|sv|vfl|vfb|djk|tc|rc|kc|buben|asse|team)\b|stammtisch"
    r"|skat|doko|doppelkopf|fipsen|karten|freunde|(?:verein|klub|club|(?<=\w)runde)\b|クラブ|サークル|の会",
    re.IGNORECASE,
)
HEADING = re.compile(rf"(?:{HEADING_WORDS})(?![^\W\d_])", re.IGNORECASE)
NUMBERED = re.compile(r"(?:spieler(?:in)?|player|選手)\s?\d{1,3}", re.IGNORECASE)  # names of a trial
JAPANESE_HEADING = re.compile(r"参加|名簿|一覧|合計|^計|出席|氏名|名前|申込|キャンセル待ち|補欠")
COUNTED = re.compile(
    r"\d+\s*(?:leuten?|personen|spielern?|spielerinnen|teilnehmern?|mann|tn|anmeldungen|people|players"
    r"|persons|participants)"
    r"\b|\d+\s*[名人]",
    re.IGNORECASE,
)
OCCASION = re.compile(
    r"(?<!feier)(?<=\w)(?:abend|turnier|nachmittag|meisterschaft(?:en)?|pokal|treffen|liga|skat|runde)\b"
    r"|\btournament\b",
    re.IGNORECASE,
)
DAY = re.compile(
    r"(?:am |on )?(?:mo|di|mi|do|fr|sa|so|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend"
    r"|sonntag|heute"
    r"|morgen|(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|januar|februar|märz|april|mai"
    r"|juni|juli|august"
    r"|september|oktober|november|dezember|january|february|march|may|june|july|october"
    r"|december)[s.,]*(?:\s+\d|\s*$)",
    re.IGNORECASE,
)
SPEECH = re.compile(
    r"(?:hallo|hi|hey|moin|guten|liebe[rs]?|lieb|viele|beste|schöne|lg|vg|mfg|gruß|grüße|grüsse|danke|bis"
    r"|wir|ich|hier"
    r"|bitte|anbei|und|auch|leider|ps|es|das|kommt|dabei|hello|dear|thanks?|regards|cheers|best|see|here"
    r"|please|we"
    r"|i|also|こんにちは|よろしく|お世話)(?![^\W\d_])",
    re.IGNORECASE,
)
WAITING = re.compile(r"warteliste|nachrücker|waiting list|キャンセル待ち|補欠", re.IGNORECASE)
BEFORE_PEOPLE = re.compile(
    r"\s*(?:teilnehmer(?:innen)?|(?:mit)?spieler(?:innen)?|anmeldungen|zusagen|absagen|namen|gäste|dabei"
    r"|nicht dabei"
    r"|(?:un)?bezahlt|gezahlt|offen|anwesend|angekommen"
    r"|players|participants|guests|(?:un)?paid|present|arrived|参加者|欠席|支払い?済み?|未払い)\s*(?:[(\[]?\d+[)\]]?)?\s*[:：]\s*(?=\S)",
    re.IGNORECASE,
)
MOST_NAME_WORDS = 4
MOST_PLAIN_WORDS = 2  # lower-case words beside capitalised ones; more are a sentence

# People without a name
RELATION = (
    r"(?:ehe)?frau|(?:ehe)?mann|sohn|tochter|bruder|schwester|vater|mutter|opa|oma|freund(?:e?n?"
    r"|in(?:nen)?)|nachbar(?:in)?|kollegen?"
    r"|kollegin|kumpel|partner(?:in)?|begleit(?:ung|person|er)|familie|gast|gäste|person(?:en)?|leuten?"
    r"|wife|husband|son"
    r"|daughter|brother|sister|friends?|guests?|partner|neighbou?r|family|妻|夫|友人|同伴者?|ゲスト"
)
OWN = r"(?:(?:noch|evtl\.?|[dms]?eine?[rmn]?|ihre?[rmn]?|unser[en]?|die|der|my|his|her|a|one|another)\s+)*"
COUNT = r"(?:[1-9]|eins?|einen|einem|zwei|drei|vier|one|two|three)"
NAMELESS = re.compile(
    rf"[(\[]?\s*(?:\+|plus|und|mit|and|with|&)?\s*{OWN}(?:{COUNT}\s+)?(?:{RELATION})(?:\s+\d+|\s+(?:von"
    rf"|of)\s.+)?\s*[)\]]?"
    r"|[(\[]?(?:\+|plus)\s*\d*[)\]]?|n\.?\s?n\.?|unbekannt|platzhalter|frei|tbd|tba|unknown|anonym|未定",
    re.IGNORECASE,
)
RELATED = re.compile(
    rf"{OWN}(?:{RELATION})\s+(?=[^\W\d_])", re.IGNORECASE
)  # “Frau Erna”, behind “Karl Ost und”
COMPANION = re.compile(
    rf"[\s,]*[(\[]?(?:(?:\+|\bplus\b)\s*{OWN}(?P<count>{COUNT})?(?:\s*(?:{RELATION}))?|(?:&|\bund\b|\bu\."
    rf"|\bmit\b|\band\b"
    rf"|\bwith\b|(?<=\s)\+)\s*{OWN}(?P<more>{COUNT}\s+)?(?:{RELATION}))\s*[)\]]?(?=$|[\s,;(])(?!\s*[A-ZÄÖÜ])",
    re.IGNORECASE,
)
NUMBERS = {"zwei": 2, "two": 2, "drei": 3, "three": 3, "vier": 4}
MOST_COMPANIONS = 4

# What is said of a person
GONE = re.compile(
    r"abgesagt|\babsagen?\b|sagt\b.{0,20}\bab\b|abgemeldet|kommt (?:doch )?(?:leider )?nicht"
    r"|kann (?:doch )?(?:leider )?nicht"
    r"|\bkrank\b|verhindert|nicht dabei|\bfehlt\b|entschuldigt|storniert|cancel?led|can(?:'|’|no)t"
    r"|not coming|no.show"
    r"|withdrawn|\bsick\b|欠席|キャンセル(?!待)|不参加|[❌✗✘👎🚫]",
    re.IGNORECASE,
)
STRUCK = re.compile(r"~+(\S[^~]*\S)~+")
ALWAYS_NOTE = (  # words that are nobody's name
    r"unbezahlt|bezahlt|überwiesen|gezahlt|bez\.|gez\.|überw\.|beglichen|ausstehend|zugesagt|angemeldet"
    r"|anwesend|angekommen|eingetroffen|erschienen|arrived|checked.in|vielleicht|eventuell|evtl|später"
    r"|verspätet|kommt|spielt"
    r"|bringt|möchte|braucht|pünktlich|paid|unpaid|late|maybe|confirmed|coming|vegetarisch|vegetarier"
    r"|vegetarian|warteliste"
    r"|abgemeldet|abgesagt|absage|storniert|verhindert|entschuldigt|cancel?led|not coming|no.show|withdrawn"
)
LOWER_NOTE = (  # and those that are, with a capital
    r"erst|nur|ab|bis|noch|nicht|offen|dabei|ok|okay|ja|nein|bar|hat|ist|will|kann|muss|sagt|krank|fehlt"
    r"|neu|zum ersten"
    r"|komme|danke|gern|auch|yes|no|is|has|new|can(?:'|’|no)t|sick|bez|gez|x|da(?=\W*$)|hier|present|here|due|cash"
)
NOTE = re.compile(
    rf"(?<=[\w.)])[\s,;:=–{MARKS}\u2190-\u21ff\ufe0f-]+[(\[]?(?:(?i:{ALWAYS_NOTE})|(?:{LOWER_NOTE}))(?![^\W\d_])[^,;]*"
)
TICKED = re.compile(
    rf"[x✓]|ja|ok|yes|[未]?済み?|(?:{ALWAYS_NOTE})|(?:{LOWER_NOTE})", re.IGNORECASE
)  # a whole cell
TICK_BEFORE = re.compile(r"^\s*[xX]\s+(?=[^\W\d_]{2})")
JAPANESE_NOTE = re.compile(
    r"[\s　(（・]+(?:遅刻|遅れ|支払|未払|払い|入金|未納|会費|受付|到着"
    r"|欠席|不参加|キャンセル|参加|初参加|途中).*$"
    r"|(?:[(（]|(?:(?<=\S{3})|(?<=\s\S)|(?<=\s\S\S))[\s　]+)済み?[)）]?\s*$"  # 山田 済 is a name
)
ADDRESSED = re.compile(
    r"(?:herrn?|frau|fräulein|frl|hr|fr|mrs?|ms|mx|miss)\b\.?\s+(?=[^\W\d_])", re.IGNORECASE
)
HONOURED = re.compile(r"(?<=\S)(?:\s*(?:様|さま|さん|殿|先生)|\s+(?:氏|君|くん|ちゃん)|(?<=\S{4})氏)$")
MAY_BE_NOTES = (
    "frau",
    "herr",
    "fräulein",
    "miss",
    "offen",
    "x",
    "da",
    "bezahlt",
    "paid",
    "済",
)  # and surnames
AMOUNT = re.compile(
    r"[(\[]?(?:€|EUR)\s*\d+(?:[.,]\d\d?)?|[(\[]?\d+(?:[.,](?:\d\d?|-))?\s*(?:€|eur\b|euro\b|円)[)\]]?",
    re.IGNORECASE,
)
TIME = re.compile(
    r"[(\[]?(?<![\d.:])(?:(?:ab|um|gegen|at|ca\.?)\s+)?(?:\d{1,2}:\d\d(?:\s*uhr)?"
    r"|\d{1,2}(?:\.\d\d)?\s*uhr|\d{1,2}\s?[ap]m)\b[)\]]?",
    re.IGNORECASE,
)
SHORT_DATE = re.compile(
    r"[(\[]?(?<![\d.])\d{1,2}\.\s?\d{1,2}\.(?!\d)[)\]]?|[(\[]?\b\d{1,2}/\d{1,2}/\d{2,4}\b[)\]]?"
)
DAY_OF_BIRTH = re.compile(
    rf"\s*[(\[]?(?:geb\.?|geboren|born|\*)?\s*(?:am\s+)?(?<![\d/])(?:{DATE.pattern})(?![\d/])[)\]]?",
    re.IGNORECASE,
)
WEB = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
ADDRESS = re.compile(
    r"[,;]?\s*\b[\w-]*(?:str\.|straße|strasse|weg|allee|gasse|damm|chaussee)\s*\d+\s?[a-z]?\b"
    r"|[,;]?\s*\b\d{5}\s+[^\W\d_][\w .-]*",
    re.IGNORECASE,
)
ENTRY_NUMBER = re.compile(
    r"\s+[(\[]?(?:(?:mitgl(?:ied|\.)?-?\s?)?(?:nr|no)\.?\s*|#)\d+[)\]]?$|\s+\d{1,3}$", re.IGNORECASE
)
ASKED = re.compile(r"\s*[(\[]?[?？❓]+[)\]]?\s*$")
TICKS = re.compile(
    rf"\s*[{MARKS}\u2190-\u21ff\ufe0f\u200d\U0001f1e6-\U0001f1ff]+\s*|\s*[(\[](?:x|✓|\+|-)?[)\]]\s*$|[!]+$"
)
PLAIN_NOTES = (WEB, TICK_BEFORE, AMOUNT, TIME, DAY_OF_BIRTH, SHORT_DATE, ADDRESS, NOTE, JAPANESE_NOTE, ASKED)


class Notes(NamedTuple):
    """What a line says beside its people: in words, whether they do not come, how many more come unnamed,
    and the address and the word “guest” that stand beside a name.
    """

    text: str = ""
    is_gone: bool = False
    companions: int = 0
    email: str = ""
    is_guest: bool = False


def names_nobody(line: str) -> bool:
    """Return whether a line is a heading, a total, a date or a sentence rather than a person."""
    plain = cleaned(line).strip(" -–=_*#:([")
    words = re.findall(r"[^\W\d_]+(?:[-'’.][^\W\d_]+)*", plain)
    if not words or COUNTED.search(line) or (JAPANESE_HEADING.search(plain) and " " not in plain):
        return True
    if line.rstrip(" *_").endswith((":", "：")) or DAY.match(plain):
        return True
    if any(pattern.match(plain) for pattern in (HEADING, SPEECH, CLUB)) or OCCASION.search(plain):
        is_surname_first = "," in plain and not any(map(str.isdigit, plain)) and len(words) <= MOST_NAME_WORDS
        return not is_surname_first
    words = re.findall(r"[^\W\d_]+(?:[-'’.][^\W\d_]+)*", NOTE.sub("", plain))
    lower = [word for word in words if word[0].islower() and not is_particle(word)]
    most = MOST_PLAIN_WORDS if len(lower) < len(words) else MOST_NAME_WORDS
    return len(lower) > most and 2 * len(lower) >= len(words)


def names_the_absent(heading: str) -> bool:
    """Return whether those below a heading do not play: “Absagen:”, “Warteliste”."""
    return bool(GONE.search(heading) or WAITING.search(heading))


def is_nameless(text: str) -> bool:
    """Return whether a text is somebody without a name: “Frau”, “+ 1”, “Gast von Erna”, “N. N.”."""
    return bool(NAMELESS.fullmatch(text.strip(" .,:;-–")))


def without_notes(line: str) -> tuple[str, Notes]:
    """Return a line without what it says of its people, and what that is."""
    struck = STRUCK.search(line)
    is_gone, left, notes = bool(struck or GONE.search(line)), STRUCK.sub(r"\1", line), []
    companions = 0
    if (match := COMPANION.search(left)) and LETTERS.search(left[: match.start()]):
        counted = (match["count"] or match["more"] or "1").strip().casefold()
        companions = min(NUMBERS.get(counted, int(counted) if counted.isdigit() else 1), MOST_COMPANIONS)
        notes.append(match[0])
        left = f"{left[: match.start()]} {left[match.end() :]}"
    for pattern in PLAIN_NOTES:
        while (match := pattern.search(left)) and LETTERS.search(
            f"{left[: match.start()]}{left[match.end() :]}"
        ):
            notes.append(match[0])
            left = f"{left[: match.start()]} {left[match.end() :]}"
    left = TICKS.sub(" ", left).strip(" ,;=-–")
    if match := ENTRY_NUMBER.search(left):
        notes.append(match[0])
        left = left[: match.start()]
    notes = sorted((each.strip(" \t|,;:-–()[]（）") for each in notes), key=line.find)
    return left or line, Notes(" ".join(filter(None, notes)), is_gone, companions)


# How a name is written


def usual_writing(name: str) -> str:
    """Return a name as it is usually written: “uwe jansen” and “ANNA MEIER” with capitals at the beginning.

    What a person may mean stays: initials, “McDonald”, particles, “III”, what is in brackets.
    """
    title, rest = split_title(name)
    rest, suffix = split_suffix(rest)
    words = rest.split()
    written = " ".join(usual_word(word, is_alone=len(words) == 1) for word in words)
    if title.islower() or (is_capitals(title) and len(title) > 1):
        title = title.capitalize()
    return " ".join(filter(None, [title, written, suffix]))


def usual_word(word: str, *, is_alone: bool) -> str:
    """Return one word of a name in usual letters; two capitals are initials, unless they are the name."""
    letters = [each for each in word if each.isalpha()]
    if is_particle(word) or word == "und":
        return word.lower() if is_capitals(word) and len(word) > 1 else word
    is_loud = is_capitals(word) and len(letters) > (1 if is_alone else 2) and not GENERATIONS.fullmatch(word)
    if not letters or "." in word or any(map(str.isdigit, word)) or not (word.islower() or is_loud):
        return word
    return re.sub(r"[^\W\d_]+", lambda part: with_capital(part[0]), word)


def is_capitals(text: str) -> bool:
    """Return whether a text is in capitals, besides letters that have none of one sign: “GROß”."""
    return "".join(each for each in text if len(each.upper()) == 1).isupper()


def with_capital(part: str) -> str:
    """Return a part of a name with its capitals: “McDonald”. A dotted capital shows that it is Turkish."""
    first = part[0].upper() if len(part[0].upper()) == 1 else part[0]
    rest = part[1:]
    if "\u0130" in part:
        rest = rest.replace("I", "\u0131").replace("\u0130", "i")
    rest = rest.lower()
    is_scottish = first == "M" and rest.startswith("c") and len(rest) > 3
    return first + ("c" + rest[1:].capitalize() if is_scottish else rest)
