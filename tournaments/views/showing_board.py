"""What the board shows while cards are played."""

from typing import Any

from tournaments.models import Event
from tournaments.selectors.access import may_back_up
from tournaments.selectors.backups import backup_line
from tournaments.selectors.board import board_of, boards_beside
from tournaments.views.doors import MemberRequest


def board_context(request: MemberRequest, event: Event) -> dict[str, Any]:
    """What the live part of the board shows: this event, and beside it the others of the evening."""
    return {
        "board": board_of(event),
        "beside": boards_beside(event, request.actor),
        "backup": backup_line(),
        "may_back_up": may_back_up(request.user),
    }
