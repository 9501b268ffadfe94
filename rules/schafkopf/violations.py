"""Check a record: every violation, in the order of the rules."""

from collections.abc import Iterator

from rules.game import Seat, Violation, choice_label, field_names, text
from rules.schafkopf.record import SEATS, Options, Record, State
from rules.schafkopf.results import (
    card_points_violations,
    known,
    laufende_violations,
    result_violations,
    result_word_violations,
    virgin_violations,
)
from rules.schafkopf.settle import sitter_of
from rules.schafkopf.words import (
    ANNOUNCED_CHOICES,
    BETTEL,
    CALLED_CHOICES,
    CONTRACT_CHOICES,
    FARBWENZ,
    GEIER,
    KREUZ,
    MUSS,
    PASSED,
    RAMSCH,
    REDEAL,
    RUF,
    SIE,
    SOLO,
    STRICH,
    TRICK_SOLOS,
    TRUMP_CHOICES,
    WITH_TRUMP,
)
from rules.seats import seat_and_dealer_violations

PLAYERS_FIELDS = ("declarer", "partner")
NOT_PLAYED = ("contract", "dealer", *PLAYERS_FIELDS)


def table_violations(options: Options, seats: int, first_dealer: int) -> list[Violation]:
    """Check the table: four or five players (§ Table)."""
    return seat_and_dealer_violations(seats, first_dealer, allowed=SEATS)


def violations(state: State, record: Record) -> list[Violation]:
    """Return every rule the record breaks, in the order of the rules."""
    return [*contract_violations(state.options, record), *deal_violations(state, record)]


def deal_violations(state: State, record: Record) -> Iterator[Violation]:
    """Check the doubling, the players and the game (§ What is refused)."""
    if record.contract not in known(CONTRACT_CHOICES):
        return
    yield from stoss_violations(state.options, record)
    if record.contract == PASSED:
        yield from passed_violations(record)
        return
    yield from player_violations(state, record)
    yield from word_violations(state.options, record)
    yield from result_word_violations(record)
    yield from laufende_violations(state.options, record)
    yield from card_points_violations(record)
    yield from virgin_violations(state, record)
    yield from result_violations(record)


def is_given(name: str, value: object) -> bool:
    """Return whether a table wrote the field: no announcement and no Stoß are not written."""
    nothing = {"forced": False, "announced": "no", "virgins": (), "stoss": 0}
    return value is not None and value != nothing.get(name)


def contract_violations(options: Options, record: Record) -> Iterator[Violation]:
    """Check that the game is known, and this event plays it (§ Games, § All pass)."""
    contract = record.contract
    if contract is None:
        yield Violation("contract_unknown", "contract", text("Choose the game that was played."))
        return
    if contract not in known(CONTRACT_CHOICES):
        message = text("“{contract}” is not a game of Schafkopf; a game is Ruf, Wenz or Solo.")
        yield Violation("contract_unknown", "contract", message, {"contract": contract})
        return
    is_off = contract in (GEIER, FARBWENZ, BETTEL) and not getattr(options, contract)
    ends = {KREUZ: (KREUZ,), RAMSCH: (RAMSCH,), PASSED: (REDEAL, STRICH)}
    if is_off or options.all_pass not in ends.get(contract, (options.all_pass,)):
        message = text("This event is played without “{game}”.")
        values = {"game": choice_label(CONTRACT_CHOICES, contract)}
        yield Violation("contract_not_enabled", "contract", message, values)


def stoss_violations(options: Options, record: Record) -> Iterator[Violation]:
    """Check doublings, where the event has them (§ Stoß)."""
    if record.stoss and not options.stoss_max:
        yield Violation("stoss_not_enabled", "stoss", text("This event is played without Stoß."))
    elif not 0 <= record.stoss <= options.stoss_max:
        message = text("There are 0 to {most} doublings, not {found}.")
        values = {"most": options.stoss_max, "found": record.stoss}
        yield Violation("stoss_out_of_range", "stoss", message, values)


def passed_violations(record: Record) -> Iterator[Violation]:
    """Check that a passed deal has no other fields (§ All pass)."""
    for name in PLAYERS_FIELDS:
        if getattr(record, name) is not None:
            message = text("Everybody passed, so nobody plays.")
            yield Violation("passed_deal_has_declarer", name, message)
    for name in field_names(Record):
        if name not in NOT_PLAYED and is_given(name, getattr(record, name)):
            message = text("A passed deal is not played: it has no result, points or trumps.")
            yield Violation("passed_deal_is_not_played", name, message)


def player_violations(state: State, record: Record) -> Iterator[Violation]:
    """Check the player, and in a Ruf the partner; a crosswise game has neither (§ Games)."""
    if record.contract == KREUZ:
        for name in PLAYERS_FIELDS:
            if getattr(record, name) is not None:
                message = text("In a crosswise game forehand plays with the player opposite; name nobody.")
                yield Violation("kreuz_has_no_declarer", name, message)
        return
    yield from declarer_violations(state, record)
    yield from partner_violations(state, record)


def declarer_violations(state: State, record: Record) -> Iterator[Violation]:
    """Check that the player sits at the table and holds cards (§ Table)."""
    if record.declarer is None:
        message = text("Choose the player.")
        if record.contract == RAMSCH:
            message = text("Choose the player who pays.")
        yield Violation("declarer_required", "declarer", message)
    elif not 0 <= record.declarer < state.seats:
        message = text("The player sits at seat 1 to {seats}, not at seat {found}.")
        values = {"seats": state.seats, "found": record.declarer + 1}
        yield Violation("declarer_out_of_range", "declarer", message, values)
    elif record.declarer == sitter_of(state.seats, state.dealer):
        message = text("{seat} deals and sits out, and cannot play.")
        yield Violation("declarer_sits_out", "declarer", message, {"seat": Seat(record.declarer + 1)})


def partner_violations(state: State, record: Record) -> Iterator[Violation]:
    """Check that a Ruf has a partner, who had the called ace; no other game has one (§ Games)."""
    partner, values = record.partner, {"seat": Seat((record.partner or 0) + 1)}
    if partner is None:
        if record.contract == RUF:
            message = text("Choose the partner: who had the called ace.")
            yield Violation("partner_required", "partner", message)
        return
    if record.contract != RUF:
        yield Violation("partner_in_solo", "partner", text("A player who plays alone has no partner."))
    if not 0 <= partner < state.seats:
        message = text("The partner sits at seat 1 to {seats}, not at seat {seat}.")
        out_of_range = {"seat": partner + 1, "seats": state.seats}
        yield Violation("partner_out_of_range", "partner", message, out_of_range)
    if partner == record.declarer:
        message = text("{seat} cannot be their own partner.")
        yield Violation("partner_is_declarer", "partner", message, values)
    if partner == sitter_of(state.seats, state.dealer):
        message = text("{seat} deals and sits out, and cannot be the partner.")
        yield Violation("partner_sits_out", "partner", message, values)


def word_violations(options: Options, record: Record) -> Iterator[Violation]:
    """Check the called ace, the trumps, the announcement, the forced player, the Stoß of a Ramsch
    (§ Games).
    """
    if record.called is not None and record.contract != RUF:
        yield Violation("called_only_in_ruf", "called", text("Only in a Ruf an ace is called."))
    if record.called not in (None, *known(CALLED_CHOICES)):
        message = text("The ace of acorns, leaves or bells is called (C, S, D), not {found}.")
        yield Violation("called_unknown", "called", message, {"found": record.called})
    if record.trump is None and record.contract in WITH_TRUMP:
        yield Violation("trump_required", "trump", text("Choose the suit of the trumps."))
    if record.trump not in (None, *known(TRUMP_CHOICES)):
        message = text("Trumps are acorns, leaves, hearts or bells (C, S, H, D), not {found}.")
        yield Violation("trump_unknown", "trump", message, {"found": record.trump})
    if record.trump is not None and record.contract not in WITH_TRUMP:
        message = text("Only a Solo and a Farbwenz name a suit.")
        yield Violation("trump_only_in_solo", "trump", message)
    yield from announcement_violations(record)
    yield from forced_violations(options, record)
    if record.contract == RAMSCH and record.stoss:
        yield Violation("stoss_in_ramsch", "stoss", text("In a Ramsch there is no Stoß."))


def announcement_violations(record: Record) -> Iterator[Violation]:
    """Check Tout in every solo with tricks, Sie in a Solo only (§ Games)."""
    if record.announced not in (None, *known(ANNOUNCED_CHOICES)):
        message = text("The announcement is no, tout or sie, not {found}.")
        yield Violation("announcement_unknown", "announced", message, {"found": record.announced})
    elif record.is_announced and record.contract not in ((SOLO,) if record.announced == SIE else TRICK_SOLOS):
        message = text("{announced} is not possible in this game: Tout in a solo, Sie in a suit solo only.")
        values = {"announced": choice_label(ANNOUNCED_CHOICES, record.announced)}
        yield Violation("announcement_not_possible", "announced", message, values)


def forced_violations(options: Options, record: Record) -> Iterator[Violation]:
    """Check that whoever holds the Ober of acorns plays, where the event says so (§ All pass)."""
    if record.forced and options.all_pass != MUSS:
        message = text("In this event nobody has to play after everybody passed.")
        yield Violation("forced_not_enabled", "forced", message)
    if record.forced and record.contract != RUF:
        yield Violation("forced_only_in_ruf", "forced", text("Who has to play plays a Ruf."))
