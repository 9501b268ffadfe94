"""Announcements of Doppelkopf: which calls are still allowed, by the cards in the hand (§ Calls)."""

from rules.doppelkopf.value import other
from rules.doppelkopf.words import KONTRA, KONTRA_CALLS, RE, RE_CALLS, WEDDING
from simulation.dealing import Announcement
from simulation.games.doppelkopf.cards import CLARIFYING_TRICKS, clarifying_trick, is_clarified, side_of
from simulation.play import Position

OF_ONE_SIDE = {RE: RE, KONTRA: KONTRA}  # words reserved for one side


def announcement_refusal(position: Position, announcement: Announcement) -> str | None:
    """Return the code of the first rule that an announcement breaks, or None."""
    if announcement.call not in (*RE_CALLS[1:], *KONTRA_CALLS[1:]):
        return "call_unknown"
    if announcement.seat not in position.order:
        return "call_seat_invalid"
    if not is_clarified(position):
        return "call_too_early"
    side = side_of(position, announcement.seat)
    if OF_ONE_SIDE.get(announcement.call, side) != side:
        return "call_wrong_side"
    if step_of(announcement.call) <= step_on(position, side):
        return "call_not_higher"
    if has_replied_late(position, side):
        return "call_after_reply"
    held = len(position.hands[announcement.seat])
    if is_in_time(position, side, held) or is_late_reply(position, side, announcement.call, held):
        return None
    return "call_too_late"


def step_of(call: str) -> int:
    """Return 1 for Re and Kontra, 2 for no 90, ... 5 for black."""
    return KONTRA_CALLS.index(call) if call == KONTRA else RE_CALLS.index(call)


def step_on(position: Position, side: str) -> int:
    """Return the highest step a side has called."""
    steps = [step_of(each.call) for each in position.announcements if side_of(position, each.seat) == side]
    return max(steps, default=0)


def cards_needed(position: Position, step: int) -> int:
    """Return how many cards a call needs in the hand; fewer the later a wedding was clarified."""
    hand_size = len(position.deal.pack) // len(position.order)
    later = 0
    if position.deal.contract == WEDDING:
        number = clarifying_trick(position)
        later = CLARIFYING_TRICKS - 1 if number is None else number
    return hand_size - step - later


def is_in_time(position: Position, side: str, held: int) -> bool:
    """Return whether the lowest step that would be skipped or said is still open."""
    return held >= cards_needed(position, step_on(position, side) + 1)


def is_late_reply(position: Position, side: str, call: str, held: int) -> bool:
    """Return whether Re or Kontra replies to the other side's call, with one card less than that needed."""
    theirs = step_on(position, other(side))
    return step_of(call) == 1 and theirs > 0 and held >= cards_needed(position, theirs) - 1


def has_replied_late(position: Position, side: str) -> bool:
    """Return whether the side said Re or Kontra only while a reply was still open."""
    own = [each for each in position.announcements if side_of(position, each.seat) == side]
    return bool(own) and own[0].held < cards_needed(position, 1)
