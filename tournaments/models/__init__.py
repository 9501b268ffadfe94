"""Models: facts and constraints. Use cases are in services/, reads in selectors/."""

from tournaments.models.accounts import (
    AccountChange,
    AccountChangeKind,
    PasswordLink,
    PersonalToken,
    SentRequest,
    TokenScope,
    Tries,
    User,
)
from tournaments.models.backup import BackupPlace, PlaceKey, PlaceProblem
from tournaments.models.calls import CallReason, DirectorCall
from tournaments.models.cash import Payment, PaymentKind
from tournaments.models.club_templates import ClubTemplate
from tournaments.models.clubs import Club, ClubChange, ClubChangeKind, Emblem, Invitation, Member, Role
from tournaments.models.competitions import Competition, CompetitionEntry, Team, TeamMember
from tournaments.models.decisions import Adjustment, Ruling
from tournaments.models.door import Door
from tournaments.models.draw import Draw, DrawConstraint, DrawConstraintKind, DrawMode, DrawStatus, SitOut
from tournaments.models.event import (
    Admission,
    Confirms,
    Counting,
    Entrant,
    Event,
    FeeClass,
    LeaverRule,
    MissingDeals,
    Round,
    RoundStatus,
)
from tournaments.models.helper_links import HelperLink
from tournaments.models.history import (
    AuthorKind,
    Cause,
    EventChange,
    EventChangeKind,
    EventReason,
    PendingDeal,
    Reason,
    Settlement,
    SheetChange,
    SheetChangeKind,
    StoredResponse,
)
from tournaments.models.lists import ListColumns, ListImport
from tournaments.models.marked import MarkedPhoto, MarkedPlan
from tournaments.models.origin import EventOrigin, ImportedAuthor
from tournaments.models.players import Player, PlayerMerge, ShownAs
from tournaments.models.screens import Banner, Screen, Shows, TimetableEntry, TombolaDraw, Wifi
from tournaments.models.series import Series
from tournaments.models.sheet import Deal, Part, Seat, Table, TableLink
from tournaments.models.standings import Publication, Stage, Standings, StandingsRequest, StandingsRow
from tournaments.models.uploads import ArchiveImport, KeptFile
from tournaments.models.webhooks import (
    DeliveryAttempt,
    MessageStatus,
    MessageType,
    OutgoingMessage,
    Webhook,
)

__all__ = [
    "AccountChange",
    "AccountChangeKind",
    "Adjustment",
    "Admission",
    "ArchiveImport",
    "AuthorKind",
    "BackupPlace",
    "Banner",
    "CallReason",
    "Cause",
    "Club",
    "ClubChange",
    "ClubChangeKind",
    "ClubTemplate",
    "Competition",
    "CompetitionEntry",
    "Confirms",
    "Counting",
    "Deal",
    "DeliveryAttempt",
    "DirectorCall",
    "Door",
    "Draw",
    "DrawConstraint",
    "DrawConstraintKind",
    "DrawMode",
    "DrawStatus",
    "Emblem",
    "Entrant",
    "Event",
    "EventChange",
    "EventChangeKind",
    "EventOrigin",
    "EventReason",
    "FeeClass",
    "HelperLink",
    "ImportedAuthor",
    "Invitation",
    "KeptFile",
    "LeaverRule",
    "ListColumns",
    "ListImport",
    "MarkedPhoto",
    "MarkedPlan",
    "Member",
    "MessageStatus",
    "MessageType",
    "MissingDeals",
    "OutgoingMessage",
    "Part",
    "PasswordLink",
    "Payment",
    "PaymentKind",
    "PendingDeal",
    "PersonalToken",
    "PlaceKey",
    "PlaceProblem",
    "Player",
    "PlayerMerge",
    "Publication",
    "Reason",
    "Role",
    "Round",
    "RoundStatus",
    "Ruling",
    "Screen",
    "Seat",
    "SentRequest",
    "Series",
    "Settlement",
    "SheetChange",
    "SheetChangeKind",
    "ShownAs",
    "Shows",
    "SitOut",
    "Stage",
    "Standings",
    "StandingsRequest",
    "StandingsRow",
    "StoredResponse",
    "Table",
    "TableLink",
    "Team",
    "TeamMember",
    "TimetableEntry",
    "TokenScope",
    "TombolaDraw",
    "Tries",
    "User",
    "Webhook",
    "Wifi",
]
