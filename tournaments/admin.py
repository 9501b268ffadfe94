"""The stock admin, for whoever looks after the installation. History and derived values can only be read."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from tournaments.errors import NotPossible
from tournaments.models import (
    Club,
    Deal,
    Entrant,
    Entry,
    Event,
    Member,
    ParkedDeal,
    Part,
    Player,
    Reason,
    Reply,
    Round,
    Seat,
    Standings,
    StandingsMarker,
    StandingsRow,
    Table,
    TableLink,
    User,
)
from tournaments.services.series import read_categories


class ReadOnly(admin.ModelAdmin):
    """What services alone may write."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


admin.site.register(User, UserAdmin)
admin.site.register([Club, Member])


class PlayerForm(forms.ModelForm):
    """A player with categories as the club's own page takes them."""

    class Meta:
        model = Player
        fields = (
            "club", "name", "reading", "shown_as", "categories", "is_guest", "is_forgotten"
        )  # fmt: skip

    def clean_categories(self) -> list[str]:
        """The categories, each once and in order."""
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


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    list_display = ("table", "number", "kind", "deal_number", "author_kind", "at")
    list_select_related = ("table__round",)


admin.site.register([Entrant, Round, Table, Part, Seat, Deal, ParkedDeal, Reason, Reply, TableLink], ReadOnly)
admin.site.register([Standings, StandingsMarker, StandingsRow], ReadOnly)
