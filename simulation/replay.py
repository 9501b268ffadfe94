"""Replay a deal from its cards and check dealing, exchange and every card (docs/json-lines.md, 3).

One JSON request in, one JSON answer out. The answer to a legal deal is the record a table would have written
for it; the answer to a faulty one is the first code and the index of its play.
"""

from collections.abc import Sequence
from typing import Any

from rules.game import Violation, text
from rules.reading import Refused, read_record
from rules.requests import read_game, read_table
from simulation.dealing import Announcement, Deal, is_as_dealt, undealt
from simulation.games import PLAYS
from simulation.play import Play, Position, card_refusal, play_card, take_announcement
from simulation.reading import read_deal, read_plays


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
