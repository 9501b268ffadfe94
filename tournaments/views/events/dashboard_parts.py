"""The live part of the dashboard."""

from typing import Any

from tournaments.models import Event
from tournaments.selectors.clubs.permissions import may_back_up
from tournaments.selectors.installation.backups import backup_line
from tournaments.selectors.tables.dashboard import dashboard_of, dashboards_beside
from tournaments.selectors.tables.paper_totals import paper_sheets
from tournaments.views.pages.permissions import MemberRequest


def board_context(request: MemberRequest, event: Event) -> dict[str, Any]:
    """Return the context of the dashboard's live part: this event, and the other events of the evening."""
    return {
        "board": dashboard_of(event),
        "paper": paper_sheets(event),
        "beside": dashboards_beside(event, request.actor),
        "backup": backup_line(),
        "may_back_up": may_back_up(request.user),
    }
