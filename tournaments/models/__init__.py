"""What is stored: facts and constraints. Use cases are in services/, reads in selectors.py."""

from tournaments.models.event import Entrant, Event, Round, RoundStatus
from tournaments.models.history import (
    AuthorKind,
    Cause,
    Entry,
    EntryKind,
    ParkedDeal,
    Reason,
    Reply,
    Settlement,
    TableLink,
)
from tournaments.models.people import Club, Member, Player, Role, User
from tournaments.models.sheet import Deal, Part, Seat, Table
from tournaments.models.standings import Standings, StandingsMarker, StandingsRow

__all__ = [
    "AuthorKind",
    "Cause",
    "Club",
    "Deal",
    "Entrant",
    "Entry",
    "EntryKind",
    "Event",
    "Member",
    "ParkedDeal",
    "Part",
    "Player",
    "Reason",
    "Reply",
    "Role",
    "Round",
    "RoundStatus",
    "Seat",
    "Settlement",
    "Standings",
    "StandingsMarker",
    "StandingsRow",
    "Table",
    "TableLink",
    "User",
]
