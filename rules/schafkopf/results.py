"""Check the result of a record: words, Laufende, card points and players without a trick."""

from collections.abc import Iterator

from rules.fields import Choice
from rules.game import Seat, Violation, choice_label, text
from rules.schafkopf.record import Options, Record, State
from rules.schafkopf.settle import sitter_of
from rules.schafkopf.value import is_made, level_by_points, trumps_in, trumps_of_sie
from rules.schafkopf.words import (
    CARD_POINTS,
    COUNTED,
    LEVEL_CHOICES,
    LOST,
    MOST_VIRGINS,
    NO_SUMS,
    RAMSCH,
    RESULT_CHOICES,
    SCHWARZ,
    SIE,
    SOLO,
    WON,
)


def known(choices: tuple[Choice, ...]) -> tuple[str | int, ...]:
    """Return the words of a field."""
    return tuple(choice.value for choice in choices)


def result_word_violations(record: Record) -> Iterator[Violation]:
    """Refuse words the sheet does not know."""
    if record.result not in (None, *known(RESULT_CHOICES)):
        message = text("The result is won or lost, not {found}.")
        yield Violation("result_unknown", "result", message, {"found": record.result})
    if record.level not in (None, *known(LEVEL_CHOICES)):
        message = text("The losing side is simple, schneider or schwarz, not {found}.")
        yield Violation("level_unknown", "level", message, {"found": record.level})


def laufende_violations(options: Options, record: Record) -> Iterator[Violation]:
    """Check that there are no more Laufende than trumps; all of them in a Sie (§ Who has won)."""
    if record.laufende is None:
        return
    if record.contract not in COUNTED:
        message = text("In this game Laufende do not count.")
        yield Violation("no_laufende_here", "laufende", message)
        return
    is_sie = record.announced == SIE and record.contract == SOLO
    most = trumps_of_sie(options) if is_sie else trumps_in(options, record.contract)
    if not (most if is_sie else 0) <= record.laufende <= most:
        message = text("There are 0 to {most} Laufende in this game, not {found}.")
        if is_sie:
            message = text("A Sie has {most} Laufende, not {found}.")
        values = {"most": most, "found": record.laufende}
        yield Violation("laufende_out_of_range", "laufende", message, values)


def card_points_violations(record: Record) -> Iterator[Violation]:
    """Check that card points decide in games that are played for them.

    120 in all, no card counts 1 (§ Table).
    """
    points = record.card_points
    if record.is_announced or record.contract not in COUNTED:
        for name in ("card_points", "level"):
            if getattr(record, name) is not None:
                message = text("In this game card points do not count; choose won or lost.")
                yield Violation("no_card_points_here", name, message)
    if points is not None and not 0 <= points <= CARD_POINTS:
        message = text("The player's side has 0 to 120 card points, not {points}.")
        yield Violation("card_points_out_of_range", "card_points", message, {"points": points})
    if points in NO_SUMS:
        message = text("No cards add up to {points} card points.")
        yield Violation("card_points_impossible", "card_points", message, {"points": points})


def virgin_violations(state: State, record: Record) -> Iterator[Violation]:
    """Check players without a trick in a Ramsch: others than the one who pays, two at most (§ All pass)."""
    virgins = record.virgins
    if virgins and (record.contract != RAMSCH or record.result == WON):
        message = text("Players without a trick are named only in a Ramsch that one player pays.")
        yield Violation("virgins_not_possible", "virgins", message)
    for refusal in virgin_seats_refused(state, record):
        yield Violation(refusal[0], "virgins", refusal[1], refusal[2])
    if len(virgins) > MOST_VIRGINS:
        message = text("At most {most} players are without a trick, not {found}: all tricks are a march.")
        values = {"most": MOST_VIRGINS, "found": len(virgins)}
        yield Violation("virgins_too_many", "virgins", message, values)


def virgin_seats_refused(state: State, record: Record) -> Iterator[tuple[str, str, dict[str, int]]]:
    """Yield code, sentence and values of each seat that cannot be without a trick, by code."""
    virgins, sitter = record.virgins, sitter_of(state.seats, state.dealer)
    wrong = [seat for seat in virgins if not 0 <= seat < state.seats]
    if wrong:
        message = text("Players sit at seat 1 to {seats}, not at seat {seat}.")
        yield "virgin_out_of_range", message, {"seats": state.seats, "seat": wrong[0] + 1}
    if sitter in virgins:
        message = text("{seat} deals and sits out, and takes no trick anyway.")
        yield "virgin_sits_out", message, {"seat": Seat((sitter or 0) + 1)}
    if len(set(virgins)) < len(virgins):
        twice = next(seat for seat in virgins if virgins.count(seat) > 1)
        yield "virgin_repeated", text("{seat} is named twice."), {"seat": Seat(twice + 1)}
    if record.declarer in virgins:
        message = text("{seat} pays for the most card points and has tricks.")
        yield "virgin_is_declarer", message, {"seat": Seat((record.declarer or 0) + 1)}


def result_violations(record: Record) -> Iterator[Violation]:
    """Check a result or card points; both agree with each other and with the level (§ Who has won)."""
    points = record.card_points
    if record.result is None and points is None and record.contract != RAMSCH:
        message = text("Choose won or lost, or enter the card points.")
        yield Violation("result_required", "result", message)
    if points is None:
        return
    values = {"points": points, "level": choice_label(LEVEL_CHOICES, record.level)}
    if record.level in known(LEVEL_CHOICES) and not is_level_possible(record):
        message = text("With {points} card points the losing side is not {level}.")
        yield Violation("level_contradicts_points", "level", message, values)
    if record.result in (WON, LOST) and (record.result == WON) != is_made(record):
        message = text("With {points} card points the game is lost, not won.")
        if record.result == LOST:
            message = text("With {points} card points the game is won, not lost.")
        yield Violation("points_contradict_result", "result", message, values)


def is_level_possible(record: Record) -> bool:
    """Return whether card points allow the level: schwarz needs all of them, or none."""
    if record.level == SCHWARZ:
        return record.card_points in (0, CARD_POINTS)
    return record.level == level_by_points(record)
