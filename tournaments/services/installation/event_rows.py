"""The lists of rows in an archive of an event: which models, which rows, which columns."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Field, Model, QuerySet

from tournaments.models import (
    Adjustment,
    Competition,
    CompetitionEntry,
    Deal,
    DirectorCall,
    Draw,
    DrawConstraint,
    Entrant,
    Event,
    EventChange,
    EventReason,
    HelperLink,
    Part,
    Payment,
    PendingDeal,
    Player,
    Publication,
    Reason,
    Round,
    Ruling,
    Screen,
    Seat,
    SheetChange,
    SitOut,
    Standings,
    StandingsRequest,
    StandingsRow,
    Table,
    TableLink,
    Team,
    TeamMember,
    TimetableEntry,
    TombolaDraw,
)

SECRET = ("token_digest", "key_fingerprint")
OF_CLUB = ("club", "merged_into")
OF_HALL = ("code", "switched_to", "switched_at", "switched_by", "seen_at")  # of a screen, this evening
HERE = ("moving_at",)  # says nothing elsewhere
PRIVATE = ("email", "birth_year")  # of a player, only if asked for


@dataclass(frozen=True, slots=True)
class Rows:
    """A list of the archive: its model, the path from a row to its event, and the columns left out."""

    model: type[Model]
    path: str = "event"
    left_out: tuple[str, ...] = ()

    @property
    def fields(self) -> list["Field[Any, Any]"]:
        """Return the columns that the archive has, beside the ID."""
        columns = self.model._meta.concrete_fields
        return [
            each for each in columns if not each.primary_key and each.name not in (*self.left_out, "event")
        ]

    def of(self, event: Event) -> "QuerySet[Any]":
        """Return the rows of an event, in the order of their IDs."""
        return self.model._base_manager.filter(**{self.path: event}).order_by("pk")


EVENT_ROW = Rows(Event, "pk", (*OF_CLUB, *HERE))
PLAYER_ROW = Rows(Player, "", OF_CLUB)
TABLE, ENTRY = "table__round__event", "entry__event"
# In this order: a row comes after the rows it refers to.
LISTS: Mapping[str, Rows] = {
    "event_changes": Rows(EventChange),
    "event_reasons": Rows(EventReason, ENTRY),
    "draws": Rows(Draw),
    "entrants": Rows(Entrant),
    "constraints": Rows(DrawConstraint),
    "teams": Rows(Team),
    "team_members": Rows(TeamMember, "team__event"),
    "competitions": Rows(Competition),
    "competition_entries": Rows(CompetitionEntry, "competition__event"),
    "rounds": Rows(Round),
    "sit_outs": Rows(SitOut, "round__event"),
    "tables": Rows(Table, "round__event"),
    "parts": Rows(Part, TABLE),
    "seats": Rows(Seat, "part__table__round__event"),
    "deals": Rows(Deal, TABLE),
    "table_links": Rows(TableLink, TABLE, SECRET),
    "helper_links": Rows(HelperLink, "event", SECRET),
    "pending_deals": Rows(PendingDeal, TABLE),
    "adjustments": Rows(Adjustment),
    "rulings": Rows(Ruling, "deal__table__round__event"),
    "payments": Rows(Payment),
    "sheet_changes": Rows(SheetChange, TABLE),
    "sheet_reasons": Rows(Reason, "entry__table__round__event"),
    "calls": Rows(DirectorCall, TABLE),
    "publications": Rows(Publication),
    "standings": Rows(Standings),
    "standings_rows": Rows(StandingsRow),
    "standings_requests": Rows(StandingsRequest),
    "screens": Rows(Screen, "event", OF_HALL),
    "timetable": Rows(TimetableEntry),
    "tombola": Rows(TombolaDraw),
}
LIST_BY_MODEL: Mapping[Any, str] = {
    Player: "players",
    **{rows.model: name for name, rows in LISTS.items()},
}
# Models of an event that stay behind: answers to phones, the undoing of lists, messages to other programs,
# the banner and the door of this evening, and photographs of marked sheets, which are private; their codes
# name the event by its address here.
STAY = (
    "StoredResponse", "ListImport", "EventOrigin", "ImportedAuthor", "MarkedPlan", "MarkedPhoto", "Webhook",
    "OutgoingMessage", "Banner", "Door",
)  # fmt: skip
