"""Check a record: every violation, in the order of the rules."""

from collections.abc import Iterator

from rules.game import Seat, Violation, choice_label, text
from rules.jass.record import (
    CONTRACT_CHOICES,
    DEAL_POINTS,
    FACTORS,
    IMPOSSIBLE_POINTS,
    NO_WEIS,
    SEATS,
    SIDES,
    SLALOMS,
    STOECK_POINTS,
    SUIT_KINDS,
    WEIS_STEP,
    Options,
    Record,
    State,
)
from rules.jass.settle import choosers, points_of
from rules.seats import seat_and_dealer_violations

STOECK = ((STOECK_POINTS, 0), (0, STOECK_POINTS), (0, 0))
TOO_MANY = text("A side has 157 points at most, not {most}; a match is 157, without a bonus.")


def table_violations(options: Options, seats: int, first_dealer: int) -> list[Violation]:
    """Check the table: four players (§ Players)."""
    return seat_and_dealer_violations(seats, first_dealer, allowed=SEATS, code="seats_must_be_four")


def violations(state: State, record: Record) -> list[Violation]:
    """Return every rule the record breaks, in the order of the rules."""
    return [
        *contract_violations(state.options, record),
        *chooser_violations(state, record),
        *points_violations(record),
        *match_violations(record),
        *stoeck_violations(state.options, record),
        *weis_violations(state.options, record),
    ]


def contract_violations(options: Options, record: Record) -> Iterator[Violation]:
    """Check that the kind is known and played here.

    It must be written where the points depend on it (§ Kinds).
    """
    if record.contract is None:
        if options.is_multiplied or is_given(record.stoeck):
            message = text("Choose the kind of game: the points depend on it.")
            yield Violation("contract_required", "contract", message)
    elif record.contract not in FACTORS:
        message = text("“{contract}” is not a kind of Jass; it is a suit, Obenabe, Undenufe or a slalom.")
        yield Violation("contract_unknown", "contract", message, {"contract": record.contract})
    elif record.contract in SLALOMS and not options.slalom:
        message = text("This event is played without “{game}”.")
        values = {"game": choice_label(CONTRACT_CHOICES, record.contract)}
        yield Violation("contract_not_enabled", "contract", message, values)


def chooser_violations(state: State, record: Record) -> Iterator[Violation]:
    """Check that forehand chooses or pushes; then the partner of forehand chooses (§ Table)."""
    if record.declarer is None:
        return
    forehand, partner = choosers(state.seats, state.dealer)
    values = {"seat": Seat(record.declarer + 1), "first": Seat(forehand + 1), "second": Seat(partner + 1)}
    if not 0 <= record.declarer < state.seats:
        message = text("The kind is chosen at seat 1 to {seats}, not at seat {seat}.")
        out_of_range = {"seats": state.seats, "seat": record.declarer + 1}
        yield Violation("declarer_out_of_range", "declarer", message, out_of_range)
    elif record.declarer not in (forehand, partner):
        message = text("{first} chooses the kind here, or {second} after a push; not {seat}.")
        yield Violation("declarer_not_entitled", "declarer", message, values)
    if record.pushed is not None and record.pushed != (record.declarer == partner):
        message = text("{first} chooses without a push, {second} after one.")
        yield Violation("pushed_contradicts_declarer", "pushed", message, values)


def points_violations(record: Record) -> Iterator[Violation]:
    """Check that both sides have 157 points together; one side is enough (§ Score)."""
    written = [each for each in record.points or () if each is not None]
    if record.points is None or len(record.points) != SIDES or not written:
        message = text("Enter the points of one side; the other has the rest to 157.")
        yield Violation("sides_mismatch", "points", message)
        return
    values = {
        "sum": sum(written),
        "points": " + ".join(map(str, written)),
        "most": max(written),
        "wanted": DEAL_POINTS,
    }
    if min(written) < 0:
        message = text("Both sides together have 157 points: a side has 0 to 157.")
        if max(written) > DEAL_POINTS:  # a pad fills in the rest of 257
            message = TOO_MANY
        yield Violation("points_negative", "points", message, values)
    if not is_sum_right(record):
        yield Violation("points_sum_not_157", "points", sum_message(written), values)
    elif any(each in IMPOSSIBLE_POINTS for each in points_of(record)):
        message = text("No cards make 1 point or 156: the lowest card that counts is 2.")
        yield Violation("points_impossible", "points", message)


def is_sum_right(record: Record) -> bool:
    """Return whether both written numbers make 157, or the only one is not above it."""
    written = [each for each in record.points or () if each is not None]
    return sum(written) == DEAL_POINTS if len(written) == SIDES else sum(written) <= DEAL_POINTS


def sum_message(written: list[int]) -> str:
    """Return the sentence for a wrong sum, with the cause where the numbers tell it."""
    if max(written) > DEAL_POINTS:
        return TOO_MANY
    if sum(written) == DEAL_POINTS - 5:
        return text("Both sides together have 157 points, not {sum}: the 5 for the last trick are missing.")
    return text("Both sides together have 157 points; {points} is {sum}.")


def match_violations(record: Record) -> Iterator[Violation]:
    """Check that a match is all nine tricks, and so 157 points (§ Score)."""
    is_countable = not [*points_violations(record)]
    if record.match and not (is_countable and DEAL_POINTS in points_of(record)):
        message = text("A match has 157 points: the other side has none.")
        yield Violation("match_impossible", "match", message)


def stoeck_violations(options: Options, record: Record) -> Iterator[Violation]:
    """Check that king and Ober of trumps in one hand, where the event counts them (§ Score)."""
    if is_given(record.stoeck) and not options.stoeck:
        message = text("In this event Stöck do not count.")
        yield Violation("stoeck_not_enabled", "stoeck", message)
    if record.stoeck is not None and record.stoeck not in STOECK:
        message = text("Stöck are 20 points for one side.")
        yield Violation("stoeck_invalid", "stoeck", message)
    if is_given(record.stoeck) and record.contract not in SUIT_KINDS:
        message = text("Without trumps there are no Stöck.")
        yield Violation("stoeck_without_trump", "stoeck", message)


def weis_violations(options: Options, record: Record) -> Iterator[Violation]:
    """Check only the side with the best Weis writes, and then all of its own (§ Score)."""
    weis = record.weis
    if is_given(weis) and not options.weis:
        yield Violation("weis_not_enabled", "weis", text("In this event Weis do not count."))
    if weis is not None and (len(weis) != SIDES or not all(is_weis(each) for each in weis)):
        message = text("Weis are 20, 50, 100, 150, 200 or sums of these, one number for each side.")
        yield Violation("weis_invalid", "weis", message)
    if weis is not None and sum(each != 0 for each in weis) > 1:
        message = text("Only one side writes its Weis: the one with the best.")
        yield Violation("weis_of_both_sides", "weis", message)


def is_weis(points: int) -> bool:
    """Return whether Weis can add up to the number: a multiple of 10, but neither 10 nor 30."""
    return points >= 0 and points % WEIS_STEP == 0 and points not in NO_WEIS


def is_given(points: tuple[int, ...] | None) -> bool:
    """Return whether a side has points of this sort."""
    return any(points or ())
