"""Why the archive of an event was not imported: one sentence for each reason."""

from django.utils.translation import gettext

from tournaments.storage.archive import BrokenBackup


def archive_refused(refusal: BrokenBackup, file: str) -> str:
    """Return the reason, with the name under which the file was uploaded; nothing was stored."""
    sentence = REASONS.get(refusal.code, words_by_code)() % {"file": file, "found": refusal.detail}
    return without_effect(sentence)


def archive_differs(difference: str, file: str) -> str:
    """Return the sentence that a file disagrees with its own history, with the first place."""
    sentence = gettext("%(file)s was altered; its history and its records do not agree: %(difference)s")
    return without_effect(sentence % {"file": file, "difference": difference})


def without_effect(sentence: str) -> str:
    """Return a refusal, and that nothing was stored."""
    nothing = gettext("Nothing was stored.")
    return f"{sentence} {nothing}"


def words_by_code() -> str:
    """Return the reason for every code that has no sentence of its own."""
    return gettext(
        "%(file)s was changed after it was made: its contents do not have the checksums it names. Ask for"
        " another copy."
    )


REASONS = {
    "too_large": lambda: gettext(
        "%(file)s unpacks to more than the largest event has. Ask for another copy."
    ),
    "foreign": lambda: gettext(
        "%(file)s is not the archive of an event. Choose a file that “Archive of the event” of Stichtag made."
    ),
    "other_kind": lambda: gettext(
        "%(file)s is the backup of a whole installation, not the archive of one event. The operator of"
        " the server restores it."
    ),
    "cut_off": lambda: gettext("%(file)s is cut off or damaged. Copy or download it again."),
    "newer": lambda: gettext(
        "%(file)s was made by a newer version of Stichtag (%(found)s). This installation must be upgraded"
        " first."
    ),
    "unknown_game": lambda: gettext(
        "%(file)s has an event of the game “%(found)s”, which this version of Stichtag does not know. This"
        " installation must be upgraded first."
    ),
    "unreadable": lambda: gettext(
        "%(file)s has values that this version of Stichtag does not write: it was altered, or a newer version"
        " made it."
    ),
}
