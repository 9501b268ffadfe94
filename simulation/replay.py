"""Replay a deal from its cards and check dealing, exchange and every card (docs/json-lines.md, 3).

One JSON request in, one JSON answer out. The answer to a legal deal is the record a table would have written
for it; the answer to a faulty one is the first code and the index of its play.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules import all_games
from rules.game import Violation, text
from rules.reading import (
    Refused,
    clean_record,
    is_flag,
    is_list_of,
    is_text,
    is_whole,
    json_name,
    read_record,
)
from rules.requests import read_game, read_table
from simulation.dealing import Announcement, Deal, is_as_dealt, undealt
from simulation.games import PLAYS
from simulation.play import Play, Position, card_refusal, play_card, take_announcement


class Faulty(ValueError):
    """A deal that breaks a rule: the code, and the index of the play (None before and after the play)."""

    def __init__(self, code: str, play: int | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.play = play


def replay_deal(request: object) -> dict[str, Any]:
    """Return `{"ok": true, "tricks", "record", "deltas"}`, or the first fault of a deal."""
    try:
        play, state = read_played_table(request)
        assert isinstance(request, dict)
        deal, plays = read_deal(play, state, request), read_plays(request)
        if unknown := unknown_names(request):
            return {"ok": False, "play": None, "code": "bad_request", "unknown": unknown}
        check_deal(play, state, deal)
        position = play_all(play, play.begin(deal), plays)
        return answer(play, state, position)
    except Refused as refused:
        return {"ok": False, "play": None, "code": refused.code}
    except Faulty as faulty:
        return {"ok": False, "play": faulty.play, "code": faulty.code}


def read_played_table(request: object) -> tuple[Play, Any]:
    """Return the game's play, and its table before the first deal. Raises Refused."""
    game = read_game(request)
    play = PLAYS.get(game.key)
    if play is None or not play.has_replay:
        message = text("Deals of {game} cannot be replayed from their cards.")
        raise Refused([Violation("game_has_no_replay", "game", message, {"game": game.name})])
    _, state = read_table(request, dealer_name="dealer")
    return play, state


def check_deal(play: Play, state: Any, deal: Deal) -> None:
    """Check dealing, declaration and exchange. Raises Faulty.

    What the cards say of the declaration comes first: a contract without cards to replay is unknown here.
    """
    shape = play.shape(deal.options, deal.seats, deal.dealer)
    if not is_as_dealt(shape, deal):
        raise Faulty("hand_not_as_dealt")
    deal.rest = undealt(shape, deal)
    code = (
        play.declaration_refusal(deal)
        or declaration_refusal(play, state, deal)
        or play.exchange_refusal(deal)
    )
    if code:
        raise Faulty(code)


def declaration_refusal(play: Play, state: Any, deal: Deal) -> str | None:
    """Return the first rule that the declaration breaks, independent of the play."""
    record = read_record(play.game, deal.declaration)
    problems = play.game.violations(state, record)
    known = (*play.derived, *play.ignored(deal.declaration))
    unwritten = [name for name in known if name not in deal.declaration]
    return next((each.code for each in problems if each.field not in unwritten), None)


def play_all(play: Play, position: Position, plays: Sequence[str]) -> Position:
    """Return the deal after all its plays and announcements. Raises Faulty."""
    announcements = list(position.deal.announcements)
    for index, card in enumerate(plays):
        hear(play, position, announcements, index)
        if play.is_over(position):
            raise Faulty("play_after_end", index)
        if code := card_refusal(play, position, card):
            raise Faulty(code, index)
        play_card(position, card)
    hear(play, position, announcements, len(plays))
    if not play.is_over(position):
        raise Faulty("deal_incomplete", len(plays))
    hear(play, position, announcements, None)
    return position


def hear(play: Play, position: Position, announcements: list[Announcement], until: int | None) -> None:
    """Take the announcements before the card of this number; None: all that are left. Raises Faulty."""
    while announcements and (until is None or announcements[0].play <= until):
        announcement = announcements.pop(0)
        if code := play.announcement_refusal(position, announcement):
            raise Faulty(code, announcement.play)
        take_announcement(position, announcement)


def answer(play: Play, state: Any, position: Position) -> dict[str, Any]:
    """Return the record of the deal, scored as the first of a sheet. Raises Faulty."""
    written = {**position.deal.declaration, **play.derive(position, state)}
    record = read_record(play.game, written)
    if problems := play.game.violations(state, record):
        raise Faulty(problems[0].code)
    outcome = play.game.settle(state, record)[1]
    deltas = list(outcome.deltas) if play.scores_one_deal else None
    tricks = position.tricks_by_seat
    return {"ok": True, "tricks": tricks, "record": written, "deltas": deltas, **play.facts(position)}


# Reading a deal from JSON: cards, declaration and exchange of a request


def is_cards(value: object) -> bool:
    """Return whether the value is a list of words."""
    return is_list_of(value, is_text)


def is_cards_by_seat(value: object) -> bool:
    """Return whether the value is an object of lists of words."""
    return isinstance(value, Mapping) and all(is_cards(cards) for cards in value.values())


def is_announcement(value: object) -> bool:
    """Return whether the value is an announcement: seat, call, and the number of cards played."""
    if not isinstance(value, Mapping):
        return False
    seat, call, play = value.get("seat"), value.get("call"), value.get("play")
    return is_whole(seat) and is_text(call) and isinstance(play, int) and is_whole(play) and play >= 0


def read_deal(play: Play, state: Any, request: Mapping[str, Any]) -> Deal:
    """Return the deal of a request, with the cards as stated. Raises Refused."""
    check_lists(request, state.seats)
    check_types(request, READABLE)
    if play.has_announcements:
        check_types(request, ANNOUNCEMENTS)
    return Deal(
        options=state.options,
        seats=state.seats,
        dealer=state.dealer,
        pack=play.shape(state.options, state.seats, state.dealer).pack,
        hands=[list(hand) for hand in request["hands"]],
        skat=list(request.get("skat") or ()),
        turnup=request.get("turnup"),
        stock=list(request.get("stock") or ()),
        dummy=list(request.get("dummy") or ()),
        declaration=read_declaration(play, request),
        discards=cards_by_seat(request.get("discards") or {}),
        drawn=cards_by_seat(request.get("drawn") or {}),
        swap=bool(request.get("swap")),
        free_solo=bool(request.get("free_solo")),
        announcements=read_announcements(request) if play.has_announcements else [],
    )


def unknown_names(request: Mapping[str, Any]) -> list[str]:
    """Return the names in a request that neither a replay nor the record of any game has."""
    known = {*TABLE, *READABLE, *ANNOUNCEMENTS, *(each.name for game in all_games() for each in game.fields)}
    calls = request.get("calls") or []
    of_calls = {name for call in calls for name in call} if is_list_of(calls, is_announcement) else set()
    return sorted({*request} - known | of_calls - {"seat", "call", "play"})


def read_announcements(request: Mapping[str, Any]) -> list[Announcement]:
    """Return the announcements during the play, in order."""
    return [Announcement(each["seat"], each["call"], each["play"]) for each in request.get("calls") or ()]


def read_plays(request: Mapping[str, Any]) -> list[str]:
    """Return the cards in the order of play."""
    return list(request["plays"])


def check_lists(request: Mapping[str, Any], seats: int) -> None:
    """Require a hand for every seat, and a list of plays. Raises Refused (`bad_request`)."""
    for name in ("hands", "plays"):
        if not isinstance(request.get(name), list):
            message = text("A request has a list of “{name}”.")
            raise Refused([Violation("bad_request", name, message, {"name": name})])
    if len(request["hands"]) != seats:
        message = text("A deal has a hand for each of the {seats} seats; found {found}.")
        values = {"seats": seats, "found": len(request["hands"])}
        raise Refused([Violation("bad_request", "hands", message, values)])


def check_types(request: Mapping[str, Any], readable: Mapping[str, Callable[[Any], bool]]) -> None:
    """Require cards to be words. Raises Refused (`bad_field`)."""
    for name, accepts in readable.items():
        value = request.get(name)
        if value is not None and not accepts(value):
            message = text("“{name}” of a deal cannot be {found}.")
            values = {"name": name, "found": json_name(value)}
            raise Refused([Violation("bad_field", name, message, values)])


def read_declaration(play: Play, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the game's own fields known before the first lead. Raises Refused (`bad_field`)."""
    fields = (each.name for each in play.game.fields)
    names = {name for name in fields if name not in play.derived or name in play.declared_too}
    declared = {name: value for name, value in request.items() if name in names}
    read_record(play.game, declared)
    clean = clean_record(play.game, declared)
    return {name: value for name, value in clean.items() if name not in play.ignored(clean)}


def cards_by_seat(raw: Mapping[str, list[str]]) -> dict[int, list[str]]:
    """Return exchanged cards by seat; a key that is no seat becomes -1, which may not exchange."""
    given = {seat: list(cards) for seat, cards in raw.items() if cards}
    return {int(seat) if seat.isdecimal() else -1: cards for seat, cards in given.items()}


TABLE = ("game", "seats", "options", "dealer")
READABLE: Mapping[str, Callable[[Any], bool]] = {
    "hands": lambda value: is_list_of(value, is_cards),
    "plays": is_cards,
    "skat": is_cards,
    "turnup": is_text,
    "stock": is_cards,
    "dummy": is_cards,
    "discards": is_cards_by_seat,
    "drawn": is_cards_by_seat,
    "swap": is_flag,
    "free_solo": is_flag,
}


ANNOUNCEMENTS: Mapping[str, Callable[[Any], bool]] = {
    "calls": lambda value: is_list_of(value, is_announcement),
}
