"""What is stored: facts and constraints. Use cases are in services/, reads in selectors.py."""

from tournaments.models.draw import Draw, DrawMode, DrawStatus, SitOut, Wish, WishKind
from tournaments.models.event import Confirms, Entrant, Event, Round, RoundStatus
from tournaments.models.history import (
    AuthorKind,
    Cause,
    Entry,
    EntryKind,
    EventEntry,
    EventEntryKind,
    EventReason,
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
    "Confirms",
    "Deal",
    "Draw",
    "DrawMode",
    "DrawStatus",
    "Entrant",
    "Entry",
    "EntryKind",
    "Event",
    "EventEntry",
    "EventEntryKind",
    "EventReason",
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
    "SitOut",
    "Standings",
    "StandingsMarker",
    "StandingsRow",
    "Table",
    "TableLink",
    "User",
    "Wish",
    "WishKind",
]
