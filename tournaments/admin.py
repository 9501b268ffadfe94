"""The Django admin, for operators of the installation. History and derived values are read-only."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from scoring.not_possible import NotPossible
from tournaments.models import (
    Club,
    Deal,
    Entrant,
    Event,
    Member,
    Part,
    PendingDeal,
    Player,
    Reason,
    Round,
    Seat,
    SheetChange,
    Standings,
    StandingsRequest,
    StandingsRow,
    StoredResponse,
    Table,
    TableLink,
    User,
)
from tournaments.services.series.lifecycle import read_categories


class ReadOnly(admin.ModelAdmin):
    """Read-only admin of models that only services write."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


admin.site.register(User, UserAdmin)
admin.site.register([Club, Member])


class PlayerForm(forms.ModelForm):
    """A player with categories in the same format as on the club's own page."""

    class Meta:
        model = Player
        fields = (
            "club", "name", "reading", "shown_as", "categories", "is_guest", "is_forgotten"
        )  # fmt: skip

    def clean_categories(self) -> list[str]:
        """Return the categories, unique and sorted."""
        try:
            return read_categories(self.cleaned_data["categories"] or [])
        except NotPossible as refusal:
            raise ValidationError(refusal.message) from refusal


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    form = PlayerForm
    list_display = ("name", "reading", "club")
    list_select_related = ("club",)
    search_fields = ("name", "reading")


@admin.register(Event)
class EventAdmin(ReadOnly):
    list_display = ("name", "date", "club", "game", "is_published", "is_closed")
    list_select_related = ("club",)
    search_fields = ("name",)


@admin.register(SheetChange)
class SheetChangeAdmin(ReadOnly):
    list_display = ("table", "number", "kind", "deal_number", "author_kind", "at")
    list_select_related = ("table__round",)


admin.site.register(
    [Entrant, Round, Table, Part, Seat, Deal, PendingDeal, Reason, StoredResponse, TableLink], ReadOnly
)
admin.site.register([Standings, StandingsRequest, StandingsRow], ReadOnly)
