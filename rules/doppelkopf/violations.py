"""Check a record: every violation, in the order of the rules."""

from collections.abc import Iterator

from rules.doppelkopf.record import SEATS, Options, Record, State
from rules.doppelkopf.settle import is_over, must_solo, sitter_of
from rules.doppelkopf.value import points_of
from rules.doppelkopf.words import (
    ALONE,
    CHARLIE_CHOICES,
    CHARLIE_POINTS,
    CONTRACT_CHOICES,
    DOPPELKOEPFE,
    DOPPELKOEPFE_POINTS,
    FEWEST_POINTS,
    FEWEST_POINTS_WITHOUT_NINES,
    FOX_POINTS,
    FOXES,
    IN_PAIRS,
    KONTRA,
    KONTRA_CHOICES,
    NO,
    POINTS_IN_THE_PACK,
    RE,
    RE_CHOICES,
    SOLOS,
    THROWN,
    TOURNAMENT_DEALS,
)
from rules.fields import Choice
from rules.game import Listed, Seat, Term, Violation, choice_label, field_names, text
from rules.seats import dealer_violations, seats_violations

SPECIALS = ("re_fox", "kontra_fox", "re_doppelkopf", "kontra_doppelkopf", "charlie")
SAID_IN_A_THROWN_HAND = ("contract", "time_up", "dealer")
SPECIAL_NAMES = {"fox": text("Fox"), "doppelkopf": text("Doppelkopf"), "charlie": text("Karlchen")}


def table_violations(options: Options, seats: int, first_dealer: int) -> list[Violation]:
    """Check the table: its size, and a list in which all can play a solo (§ Table, § Mandatory solo)."""
    problems = seats_violations(seats, SEATS, "seats_out_of_range")
    length = options.list_deals or TOURNAMENT_DEALS.get(seats, seats)
    if options.mandatory_solo and length < seats:
        message = text("A list of {deals} deals is too short for the mandatory solos of {seats} players.")
        problems.append(Violation("list_too_short", "list_deals", message, {"deals": length, "seats": seats}))
    return [*problems, *dealer_violations(seats, first_dealer)]


def violations(state: State, record: Record) -> list[Violation]:
    """Return every rule the record breaks, in the order of the rules."""
    return [*list_violations(state), *deal_violations(state, record)]


def list_violations(state: State) -> Iterator[Violation]:
    """Check that a list has an end (§ Mandatory solo)."""
    if is_over(state):
        yield Violation("list_complete", None, text("All deals of this list are played."))


def deal_violations(state: State, record: Record) -> Iterator[Violation]:
    """Check the contract and its fields (§ Which deal is played)."""
    if record.contract == THROWN:
        yield from thrown_violations(state, record)
        return
    yield from contract_violations(record)
    if record.contract is not None:
        yield from declarer_violations(state, record)
        yield from partner_violations(state, record)
        yield from forced_violations(state, record)
        yield from card_points_violations(state.options, record)
        yield from word_violations(record)
        yield from special_violations(state.options, record)


def contract_violations(record: Record) -> Iterator[Violation]:
    """Check that the contract is one of twelve (§ Which deal is played)."""
    known = [choice.value for choice in CONTRACT_CHOICES]
    if record.contract is None:
        yield Violation("contract_unknown", "contract", text("Choose what was played."))
    elif record.contract not in known:
        message = text("“{contract}” is not a Doppelkopf deal; a deal is normal, a wedding or a solo.")
        yield Violation("contract_unknown", "contract", message, {"contract": record.contract})


def thrown_violations(state: State, record: Record) -> Iterator[Violation]:
    """Check that a thrown hand is dealt again and has no other fields (§ Which deal is played, public)."""
    if not state.options.throwing:
        yield Violation(
            "throwing_not_enabled", "contract", text("This event is played without throwing hands.")
        )
    for name in field_names(Record):
        if name not in SAID_IN_A_THROWN_HAND and getattr(record, name) is not None:
            message = text("A thrown hand is not played: no players, points or calls.")
            yield Violation("thrown_deal_is_not_played", name, message)


def declarer_violations(state: State, record: Record) -> Iterator[Violation]:
    """Check that the declarer holds cards and is of Re (§ Table)."""
    if record.declarer is None:
        message = text("Choose the soloist, or a player of Re.")
        yield Violation("declarer_required", "declarer", message)
    elif not 0 <= record.declarer < state.seats:
        message = text("Re sits at seat 1 to {seats}, not at seat {found}.")
        values = {"seats": state.seats, "found": record.declarer + 1}
        yield Violation("declarer_out_of_range", "declarer", message, values)
    elif record.declarer == sitter_of(state):
        message = text("{seat} deals and sits out, and cannot play.")
        yield Violation("declarer_sits_out", "declarer", message, {"seat": Seat(record.declarer + 1)})


def partner_violations(state: State, record: Record) -> Iterator[Violation]:
    """Check that Re has two players in a normal deal and in a wedding, one in a solo (§ Table)."""
    partner, values = record.partner, {"seat": Seat((record.partner or 0) + 1)}
    if partner is None:
        if record.contract in IN_PAIRS:
            message = text("Choose the other player of Re; a deal played alone has another name.")
            yield Violation("partner_required", "partner", message)
        return
    if record.contract in ALONE:
        yield Violation("partner_in_solo", "partner", text("A player who plays alone has no partner."))
    if not 0 <= partner < state.seats:
        message = text("The partner sits at seat 1 to {seats}, not at seat {seat}.")
        out_of_range = {"seat": partner + 1, "seats": state.seats}
        yield Violation("partner_out_of_range", "partner", message, out_of_range)
    if partner == record.declarer:
        message = text("{seat} cannot be their own partner.")
        yield Violation("partner_is_declarer", "partner", message, values)
    if partner == sitter_of(state):
        message = text("{seat} deals and sits out, and cannot be the partner.")
        yield Violation("partner_sits_out", "partner", message, values)


def forced_violations(state: State, record: Record) -> Iterator[Violation]:
    """Check that only a solo is played once as many deals are left as solos are owed (§ Mandatory solo)."""
    due = must_solo(state)
    if due is not None and not (record.contract in SOLOS and record.declarer == due):
        message = text("{seat} must play their mandatory solo now; deals left: {deals}.")
        values = {"seat": Seat(due + 1), "deals": state.deals_left}
        yield Violation("forced_solo_due", "contract", message, values)


def card_points_violations(options: Options, record: Record) -> Iterator[Violation]:
    """Check that the card points add up to 240; no card counts 1 (§ Table)."""
    points = record.card_points
    if points is None:
        yield Violation("card_points_required", "card_points", text("Enter the card points of Re."))
        return
    fewest = FEWEST_POINTS_WITHOUT_NINES if options.without_nines else FEWEST_POINTS
    if not 0 <= points <= POINTS_IN_THE_PACK:
        message = text("The card points of Re are 0 to 240, not {points}.")
        yield Violation("card_points_out_of_range", "card_points", message, {"points": points})
    elif 0 < points < fewest or 0 < POINTS_IN_THE_PACK - points < fewest:
        message = text(
            "No tricks hold {points} card points; the least a trick with points can hold is {fewest}."
        )
        values = {"points": points, "fewest": fewest}
        yield Violation("card_points_impossible", "card_points", message, values)
    yield from all_tricks_violations(options, record, points)


def all_tricks_violations(options: Options, record: Record, points: int) -> Iterator[Violation]:
    """Return whether a side took a trick without card points: only nines (§ Who has won)."""
    is_all = points in (0, POINTS_IN_THE_PACK)
    if record.all_tricks and not is_all:
        message = text("A side that took all tricks has 240 card points; Re has {points}.")
        yield Violation("all_tricks_impossible", "all_tricks", message, {"points": points})
    if record.all_tricks is False and is_all and options.without_nines:
        message = text("Without nines every trick holds card points: a side with none took no trick.")
        yield Violation("all_tricks_impossible", "all_tricks", message)


def word_violations(record: Record) -> Iterator[Violation]:
    """Check the calls of each side, and the owner of the Karlchen (§ Calls, § Value)."""
    yield from unknown_word("re_said", record.re_said, RE_CHOICES)
    yield from unknown_word("kontra_said", record.kontra_said, KONTRA_CHOICES)
    yield from unknown_word("charlie", record.charlie, CHARLIE_CHOICES)


def unknown_word(name: str, word: str | None, choices: tuple[Choice, ...]) -> Iterator[Violation]:
    """Refuse a word that the field does not have."""
    if word is not None and word not in [choice.value for choice in choices]:
        message = text("Enter one of {known}, not {word}.")
        values = {"known": Listed(choice.value for choice in choices), "word": word}
        yield Violation(f"{name}_unknown", name, message, values)


def special_violations(options: Options, record: Record) -> Iterator[Violation]:
    """Check special points: where the event counts them, with a partner, as many as can be (§ Value)."""
    claimed = {name: getattr(record, name) for name in SPECIALS if getattr(record, name) not in (None, 0, NO)}
    for special, label in SPECIAL_NAMES.items():
        names = [name for name in claimed if name.endswith(special)]
        if names and not getattr(options, special):
            message = text("This event is played without the special point “{special}”.")
            yield Violation(f"{special}_not_enabled", names[0], message, {"special": Term(label)})
    if claimed and record.contract in ALONE:
        message = text("A player who plays alone neither gets nor gives special points.")
        yield from (Violation("specials_in_solo", name, message) for name in claimed)
    yield from number_violations(record)
    for side in (RE, KONTRA):
        yield from exceeding_violations(record, side)


def number_violations(record: Record) -> Iterator[Violation]:
    """Check that there are only two foxes and four Doppelköpfe."""
    for special, most in (("fox", FOXES), ("doppelkopf", DOPPELKOEPFE)):
        numbers = [getattr(record, f"{side}_{special}") or 0 for side in (RE, KONTRA)]
        if min(numbers) < 0 or sum(numbers) > most:
            side = RE if numbers[0] < 0 or numbers[0] > most else KONTRA
            message = text("{special}: 0 to {most} in all, not {re} and {kontra}.")
            values = {
                "special": Term(SPECIAL_NAMES[special]),
                "most": most,
                "re": numbers[0],
                "kontra": numbers[1],
            }
            yield Violation(f"{special}_out_of_range", f"{side}_{special}", message, values)


def exceeding_violations(record: Record, side: str) -> Iterator[Violation]:
    """Check that the tricks with special points hold card points too (§ What is refused)."""
    if record.card_points is None or not 0 <= record.card_points <= POINTS_IN_THE_PACK:
        return
    foxes, doppelkoepfe = (getattr(record, f"{side}_{name}") or 0 for name in ("fox", "doppelkopf"))
    needed = {
        f"{side}_fox": FOX_POINTS * foxes,
        f"{side}_doppelkopf": DOPPELKOEPFE_POINTS[min(max(doppelkoepfe, 0), DOPPELKOEPFE)],
        "charlie": CHARLIE_POINTS if record.charlie == side else 0,
    }
    points = points_of(record, side)
    for name, fewest in needed.items():
        if points < fewest:
            message = text("{side} has {points} card points; these special points need {fewest}.")
            label = choice_label(CHARLIE_CHOICES, side)
            values = {"side": label, "points": points, "fewest": fewest}
            yield Violation("specials_exceed_card_points", name, message, values)
