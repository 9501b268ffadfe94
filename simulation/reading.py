"""Read a Deal from JSON: cards, declaration and exchange of a request."""

from collections.abc import Callable, Mapping
from typing import Any

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
from simulation.dealing import Announcement, Deal
from simulation.play import Play


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
