"""Check a record: every violation, in the order of the rules."""

from collections.abc import Iterator

from rules.game import Seat, Violation, choice_label, text
from rules.seats import seat_and_dealer_violations
from rules.skat.record import (
    ANNOUNCEMENT_CHOICES,
    ANNOUNCEMENTS,
    BASES,
    CARD_POINTS,
    KONTRA_FACTORS,
    LADDER_OF_BIDS,
    LEVEL_CHOICES,
    LEVELS,
    LOST,
    MOST_MATADORS,
    MOST_POINTS_OF_SCHWARZ,
    NO,
    NO_SUMS,
    NULL,
    OUVERT,
    PASSED,
    POINTS_FOR_SCHNEIDER,
    POINTS_OF_SCHNEIDER,
    SCHNEIDER,
    SCHWARZ,
    SEATS,
    WON,
    Options,
    Record,
    State,
)
from rules.skat.settle import sitter_of
from rules.skat.value import (
    has_reached_aim,
    is_below,
    is_overbid,
    needed_level,
    null_value,
    overbid_values,
)


def table_violations(options: Options, seats: int, first_dealer: int) -> list[Violation]:
    """Check the table: three or four players (§ Table)."""
    return seat_and_dealer_violations(seats, first_dealer, allowed=SEATS)


def violations(state: State, record: Record) -> list[Violation]:
    """Return every rule the record breaks, in the order of the rules."""
    return [*contract_violations(record), *kontra_violations(state, record), *deal_violations(state, record)]


def deal_violations(state: State, record: Record) -> Iterator[Violation]:
    """Yield what is wrong with a passed deal, a null, a suit game or a grand."""
    if record.contract == PASSED:
        yield from passed_violations(record)
    elif record.contract == NULL or record.contract in BASES:
        yield from declarer_violations(state, record)
        yield from word_violations(record)
        yield from (null_violations if record.contract == NULL else trick_game_violations)(record)
        yield from bid_violations(state, record)
        if record.result is None and (record.points is None or record.contract == NULL):
            message = text("Choose won or lost, or enter the declarer's card points.")
            if record.contract == NULL:
                message = text("Choose won or lost for the null.")
            yield Violation("result_required", "result", message)
        if is_countable(record):
            yield from reaching_violations(record)


def contract_violations(record: Record) -> Iterator[Violation]:
    """Check that the game is one of six, or all players passed (§ Games)."""
    if record.contract == PASSED or record.contract == NULL or record.contract in BASES:
        return
    message = text("The game is a suit, grand, null or passed out, not {contract}.")
    if record.contract is None:
        message = text("Choose what was played: a suit, grand, null or passed out.")
    yield Violation("contract_unknown", "contract", message, {"contract": record.contract})


def kontra_violations(state: State, record: Record) -> Iterator[Violation]:
    """Check that Kontra and Re are allowed where the club plays them (§ Switches)."""
    if record.kontra != 0 and not state.options.kontra:
        yield Violation("kontra_not_enabled", "kontra", text("This event is played without Kontra."))
    if record.kontra not in range(len(KONTRA_FACTORS)):
        message = text("Kontra is 0 (none), 1 (Kontra) or 2 (Re), not {kontra}.")
        yield Violation("kontra_out_of_range", "kontra", message, {"kontra": record.kontra})


def passed_violations(record: Record) -> Iterator[Violation]:
    """Check that a passed deal counts, and has neither a declarer nor a play (ISkO 3.3.7)."""
    if record.declarer is not None:
        message = text("A deal passed by all players has no declarer.")
        yield Violation("passed_deal_has_declarer", "declarer", message)
    facts = {name: getattr(record, name) is not None for name in ("matadors", "bid", "result", "level")}
    facts |= {"points": record.points is not None, "hand": record.hand, "announced": record.announced != NO}
    for name in (name for name, filled in facts.items() if filled):
        message = text("A deal passed by all players is not played: leave all other fields empty.")
        yield Violation("passed_deal_is_not_played", name, message)
    if record.kontra != 0:
        message = text("Kontra is not possible on a deal that was not played.")
        yield Violation("kontra_on_unplayed_deal", "kontra", message)


def declarer_violations(state: State, record: Record) -> Iterator[Violation]:
    """Check that a player is the declarer; at a table of four not the dealer (§ Table)."""
    if record.declarer is None:
        yield Violation("declarer_required", "declarer", text("Choose the declarer."))
    elif not 0 <= record.declarer < state.seats:
        message = text("The declarer sits at seat 1 to {seats}, not at seat {declarer}.")
        values = {"seats": state.seats, "declarer": record.declarer + 1}
        yield Violation("declarer_out_of_range", "declarer", message, values)
    elif record.declarer == sitter_of(state.seats, state.dealer):
        message = text("{seat} deals and sits out this deal, so another player plays alone.")
        yield Violation("declarer_sits_out", "declarer", message, {"seat": Seat(record.declarer + 1)})


def word_violations(record: Record) -> Iterator[Violation]:
    """Refuse words the sheet does not know."""
    if record.announced not in ANNOUNCEMENTS:
        message = text("The announcement is no, schneider, schwarz or ouvert, not {found}.")
        yield Violation("announcement_unknown", "announced", message, {"found": record.announced})
    if record.result not in (None, WON, LOST):
        message = text("The result is won or lost, not {found}.")
        yield Violation("result_unknown", "result", message, {"found": record.result})
    if record.level not in (None, *LEVELS):
        message = text("The losing side is simple, schneider or schwarz, not {found}.")
        yield Violation("level_unknown", "level", message, {"found": record.level})


def null_violations(record: Record) -> Iterator[Violation]:
    """Check that a null has one value: no matadors, no card points, no levels (§ Games)."""
    if record.matadors is not None:
        yield Violation("null_has_no_matadors", "matadors", text("A null is played without matadors."))
    if record.points is not None:
        message = text("In a null card points do not count; choose won or lost.")
        yield Violation("null_has_no_points", "points", message)
    message = text("A null is hand or ouvert, but never schneider or schwarz.")
    if record.announced in (SCHNEIDER, SCHWARZ):
        yield Violation("null_has_no_levels", "announced", message)
    if record.level in (SCHNEIDER, SCHWARZ):
        yield Violation("null_has_no_levels", "level", message)


def trick_game_violations(record: Record) -> Iterator[Violation]:
    """Check matadors, announcement and card points of a suit game or grand (ISkO 2.5, 2.6, 3.5)."""
    most = MOST_MATADORS[record.contract or ""]
    if record.matadors is None:
        message = text("Enter with or without how many matadors.")
        yield Violation("matadors_required", "matadors", message)
    elif not 1 <= abs(record.matadors) <= most:
        message = text("This game has 1 to {most} matadors, with or without, not {matadors}.")
        values = {"most": most, "matadors": abs(record.matadors)}
        yield Violation("matadors_out_of_range", "matadors", message, values)
    if record.announced in (SCHNEIDER, SCHWARZ, OUVERT) and not record.hand:
        message = text("{announced} is possible only in a hand game.")
        label = choice_label(ANNOUNCEMENT_CHOICES, record.announced)
        yield Violation("announced_without_hand", "announced", message, {"announced": label})
    if record.points is not None and not 0 <= record.points <= CARD_POINTS:
        message = text("The declarer has 0 to 120 card points, not {points}.")
        yield Violation("points_out_of_range", "points", message, {"points": record.points})
    if record.points in NO_SUMS:
        message = text("No cards add up to {points} card points.")
        yield Violation("points_impossible", "points", message, {"points": record.points})


def bid_violations(state: State, record: Record) -> Iterator[Violation]:
    """Check that the bid is on the ladder; a null below it cannot be announced (ISkO 3.3, 3.6.2)."""
    if record.bid is None:
        if state.options.bid_required:
            message = text("In this event every deal is written down with its bid.")
            yield Violation("bid_required", "bid", message)
    elif record.bid not in LADDER_OF_BIDS:
        message = text("A bid is one of the possible game values from 18 to 264; {bid} is none.")
        yield Violation("bid_out_of_range", "bid", message, {"bid": record.bid})
    elif record.contract == NULL and record.announced in (NO, OUVERT) and record.bid > null_value(record):
        message = text(
            "A null worth {value} cannot be announced after a bid of {bid}: another game was lost."
        )
        values = {"value": null_value(record), "bid": record.bid}
        yield Violation("null_below_bid", "bid", message, values)


def is_countable(record: Record) -> bool:
    """Return whether result, level and value of a suit game or grand can be compared at all."""
    if record.contract not in BASES or (record.result is None and record.points is None):
        return False
    is_readable = not [*word_violations(record), *trick_game_violations(record)]
    return is_readable and record.bid in (None, *LADDER_OF_BIDS)


def reaching_violations(record: Record) -> Iterator[Violation]:
    """Check that card points, level, announcement, result and bid agree (§ Who has won, § Bid)."""
    if is_level_excluded(record):
        message = text("With {points} card points the losing side is not {level}.")
        values = {"points": record.points, "level": choice_label(LEVEL_CHOICES, record.level)}
        yield Violation("level_contradicts_points", "level", message, values)
    if is_won_too_low(record):
        message = text("{announced}, but the others are only {level}: the game is lost.")
        values = {"announced": choice_label(ANNOUNCEMENT_CHOICES, record.announced)}
        values["level"] = choice_label(LEVEL_CHOICES, record.level)
        yield Violation("won_below_announcement", "level", message, values)
    if is_level_missing(record):
        message = text("120 card points do not prove ten tricks: choose whether the others are schwarz.")
        yield Violation("level_required", "level", message)
    yield from result_violations(record)


def is_level_excluded(record: Record) -> bool:
    """Return whether the card points exclude the level (§ Who has won)."""
    if record.points is None or record.level is None:
        return False
    if record.level == SCHWARZ:
        return record.points != CARD_POINTS and record.points > MOST_POINTS_OF_SCHWARZ
    is_between = POINTS_OF_SCHNEIDER < record.points < POINTS_FOR_SCHNEIDER
    return is_between if record.level == SCHNEIDER else not is_between


def is_won_too_low(record: Record) -> bool:
    """Return whether a game is called won although it missed its announcement (ours, decision 5)."""
    if record.result != WON or record.level is None:
        return False
    return is_below(record.level, needed_level(record))


def is_level_missing(record: Record) -> bool:
    """Return whether every trick was announced and only all card points are written (ours, decision 6)."""
    says_nothing = record.result is None and record.level is None
    return needed_level(record) == SCHWARZ and record.points == CARD_POINTS and says_nothing


def result_violations(record: Record) -> Iterator[Violation]:
    """Check that a written result agrees with the card points and with the bid."""
    if record.points is not None and record.result is not None:
        is_won = has_reached_aim(record)
        is_against = not is_won if record.result == WON else is_won and not is_overbid(record)
        if is_against:
            message = text("With {points} card points the game is lost, not won.")
            if record.result == LOST:
                message = text("With {points} card points the game is won, not lost.")
            yield Violation("points_contradict_result", "result", message, {"points": record.points})
    if record.result == WON and is_overbid(record):
        message = text(
            "{factor} × {base} = {value} does not reach the bid of {bid}: overbid, so the game is lost"
            " and counts as {counted} × {base} = {worth}."
        )
        yield Violation("won_below_bid", "result", message, overbid_values(record))
