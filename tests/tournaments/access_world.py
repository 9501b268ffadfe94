"""Clubs with identical events, and all objects in them that an address can name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, reverse
from django.utils import timezone

from tests.builders import a_club, a_record, a_request, a_week_later, an_event, write_deal
from tests.tournaments.pictures import a_picture
from tournaments.models import (
    Admission,
    ArchiveImport,
    AuthorKind,
    Club,
    DrawConstraintKind,
    DrawMode,
    Entrant,
    Event,
    HelperLink,
    Invitation,
    ListImport,
    MarkedPhoto,
    Member,
    PaymentKind,
    PendingDeal,
    PersonalToken,
    Player,
    Role,
    Round,
    Series,
    ShownAs,
    Stage,
    Table,
    TableLink,
)
from tournaments.selectors.webhooks.webhooks import message_id
from tournaments.services.cash.payments import pay
from tournaments.services.clubs.joining import helper_token, invitation_token, invite_helper, invite_member
from tournaments.services.clubs.lifecycle import set_emblem
from tournaments.services.clubs.merging import merge_players
from tournaments.services.clubs.tokens import create_token
from tournaments.services.competitions.competitions import add_competition
from tournaments.services.competitions.teams import form_team
from tournaments.services.draw.constraints import add_constraint
from tournaments.services.draw.drawing import start_draw
from tournaments.services.draw.search import store_draw
from tournaments.services.entry.entrants import enter_players
from tournaments.services.entry.registration import registration_token
from tournaments.services.events.copying import save_template
from tournaments.services.hall.hall import set_wifi
from tournaments.services.hall.screens import add_screens
from tournaments.services.history.sheet_chain import Author
from tournaments.services.publishing.publications import publish_list
from tournaments.services.rounds.director_calls import call_director
from tournaments.services.rounds.lifecycle import close_round, open_round, seat_round
from tournaments.services.series.lifecycle import create_series
from tournaments.services.sheets.deals import record_deal
from tournaments.services.sheets.pins import pin_of
from tournaments.services.sheets.table_links import token_of
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.decisions import adjust_points, rule_on_deal
from tournaments.services.webhooks.lifecycle import create_webhook, send_test

BY = Author(AuthorKind.MEMBER, 1)
WHY = "late by a quarter of an hour"
HIDDEN = "Xaverine Unerkannt"  # a name whose owner allows it on no public page
NAMES = ("Ada", "Ben", "Cleo", HIDDEN, "Emil", "Frieda", "Gustav", "Hanne", "Ida")
OLD, NOW, NEXT = 1, 2, 3  # a closed round with a late deal, an open one, a draft
FOUND = [[[1, 2, 5, 6], [3, 4, 7, 8]], [[1, 3, 5, 7], [2, 4, 6, 8]]]  # the result of a search
ROUND_OF = {"settle_late": OLD, "draw_again": NEXT, "discard_draft": NEXT, "swap_costs": NEXT, "swap": NEXT,
            "open_round": NEXT, "api_open_round": NEXT, "api_draft": NEXT, "api_swap": NEXT,
            "api_draw_again": NEXT}  # fmt: skip
DRAW_ADDRESSES = (
    "draw_audit", "drawing", "draw_progress", "stop_draw", "discard_draw", "api_draw", "api_stop_draw",
)  # fmt: skip
ROW_ADDRESSES = (
    "api_deal", "api_insert", "api_confirm", "rank_explanation", "entrant_evening", "api_entrant",
    "api_leave", "api_admit", "api_event_deal", "api_event_insert",
)  # fmt: skip
TEAM_ADDRESSES = (
    "team", "dissolve_team", "competition", "enter_competition", "remove_competition", "api_event_team",
    "api_competition",
)  # fmt: skip
CLUB_ADDRESSES = "clubs/"
SERIES_ADDRESSES = "series/"
KEYS = {"help_page": "check-in", "account_confirm_email": "x", "account_reset_password_from_key": "x"}

# For addresses included under another one, the placeholders of the part above.
PLACES_ABOVE = {"mfa_remove_webauthn": {"pk"}, "mfa_edit_webauthn": {"pk"}}


@dataclass(frozen=True, slots=True)
class Evening:
    """An event with one object of every kind; `ids` by the name of the placeholder in an address."""

    event: Event
    series: Series
    table: Table  # table 1 of the open round, with a deal, a conflict, a ruling and a call
    ids: Mapping[str, Any]


def make_evening(club: Club, *, is_published: bool) -> Evening:
    """Make an event with eight players, one waiting, three rounds; names are equal in all, ids are not."""
    event = an_event(
        club=club,
        date=a_week_later(club),
        is_published=is_published,
        deals_per_table={"4": 1},
        fee_cents=500,
    )
    entrants = enter_players(event=event, names=NAMES)
    Player.objects.filter(club=club, name=HIDDEN).update(shown_as=ShownAs.NUMBER)
    Entrant.objects.filter(pk=entrants[-1].pk).update(admission=Admission.WAITING, is_present=False)
    play_old_round(event, entrants)
    listed = publish_list(event=event, stage=Stage.PROVISIONAL, by=BY)
    draw = start_draw(event=event, mode=DrawMode.ALL, rounds=2, seed="0" * 32)
    store_draw(draw.pk, FOUND, [[], []], 100)
    table = open_round(round=event.rounds.get(number=NOW)).tables.get(number=1)
    series = create_series(club=club, name="Season", events=[event], is_published=is_published)
    ids = {**ids_of(event, entrants, table), "listed": listed.public_id}
    compute_event_standings(event_id=event.pk)
    return Evening(Event.objects.get(pk=event.pk), series, table, ids)


def play_old_round(event: Event, entrants: list[Entrant]) -> Round:
    """Play round 1: every deal is written, and one that came after the close waits."""
    old = open_round(round=seat_round(event=event, tables=[entrants[:4], entrants[4:8]]))
    for table in old.tables.all():
        write_deal(table)
    close_round(round=old)
    compute_event_standings(event_id=event.pk)
    return old


def ids_of(event: Event, entrants: list[Entrant], table: Table) -> dict[str, Any]:
    """Return the ids of the event's objects by their placeholders in addresses."""
    write_deal(event.rounds.get(number=OLD).tables.get(number=1), 2)
    write_deal(table)
    other = a_record(bid=3, tricks=3)
    record_deal(table=table, number=1, record=other, request=a_request({"number": 1, "record": other}))
    conflict = PendingDeal.objects.get(table=table).pk
    call_director(table=table, reason="rules", request=a_request())
    penalty = adjust_points(entrant=entrants[0], points=-5, reason=WHY, by=BY)
    ruling = rule_on_deal(table=table, number=1, points=[0, 0, 0, 0], reason=WHY, by=BY)
    payment = pay(event=event, kind=PaymentKind.OTHER, cents=500, entrant=entrants[0], by=BY)
    form_team(event=event, members=entrants[4:6])
    add_competition(event=event, name="First list", rule={"lists": {"rounds": [OLD]}})
    wish = add_constraint(event=event, kind=DrawConstraintKind.APART, entrant=entrants[0], other=entrants[1])
    return {
        "slug": event.slug,
        "public_id": table.public_id,
        "entrant_id": entrants[0].pk,
        "second_id": entrants[1].pk,
        "third_id": entrants[2].pk,
        "waiting_id": entrants[-1].pk,
        "player_id": entrants[0].player_id,
        "member_id": event.club.members.earliest("pk").pk,
        "pending_id": PendingDeal.objects.get(table__round__event=event, table__round__number=OLD).pk,
        "conflict": conflict,
        "conflict_id": conflict,
        "call_id": table.calls.get().pk,
        "adjustment_id": penalty.pk,
        "ruling_id": ruling.pk,
        "payment_id": payment.pk,
        "constraint_id": wish.pk,
        "list_id": a_list(event).pk,
        "photo_id": a_kept_photo(table.round).pk,
        "archive_id": a_sent_archive(event.club).pk,
        "template_id": save_template(event=event, name=f"Template {event.pk}").pk,
        **a_screen(event),
        "link_id": invite_helper(event=event, role=Role.CASHIER).pk,
        "invitation_id": invited_to(event.club).pk,
        "token_id": token_at(event.club).pk,
        **webhook_ids_of(event.club),
        "emblem": set_emblem(club=event.club, content=a_picture()).digest,
        **merged_ids(entrants[0].player),
        "row": table.deals.get().pk,
        "line": 1,
        "deal_id": table.deals.get().pk,
    }


def a_screen(event: Event) -> dict[str, Any]:
    """Return the ids of a screen with a picture; the hall has a Wi-Fi."""
    set_wifi(event=event, name="Saal", password="12345678", by=BY)
    (screen,) = add_screens(event=event, name="Door", picture=a_picture())
    return {"screen_id": screen.pk, "code": screen.code}


def a_list(event: Event) -> ListImport:
    """Return a list that was imported into the event and named nobody new."""
    return ListImport.objects.create(event=event, at=timezone.now(), author_kind=BY.kind, author_id=BY.id)


def a_kept_photo(round: Round) -> MarkedPhoto:
    """Return a photograph of the round that waits to be read."""
    return MarkedPhoto.objects.create(round=round, digest="0" * 64, at=timezone.now())


def a_sent_archive(club: Club) -> ArchiveImport:
    """Return an archive of an event that a program of the club sent."""
    by = club.members.earliest("pk").user
    return ArchiveImport.objects.create(club=club, by=by, at=timezone.now(), name="evening.zip", is_sent=True)


def merged_ids(kept: Player) -> dict[str, int]:
    """Return the ids of a merge into the player, and of a record that can be merged next."""
    gone, spare = (Player.objects.create(club=kept.club, name=name) for name in ("Kasimir", "Ludovika"))
    by = kept.club.members.earliest("pk").user
    return {"merge_id": merge_players(player=kept, duplicate=gone, by=by).pk, "spare_id": spare.pk}


def token_at(club: Club) -> PersonalToken:
    """Return a token of an account that no visitor signs in to."""
    user = club.members.earliest("pk").user
    return create_token(user=user, name="scoreboard", scopes=["read"])[0]


def webhook_ids_of(club: Club) -> dict[str, Any]:
    """Return the ids of a webhook of the club and of a message to it."""
    webhook, _ = create_webhook(club=club, url="https://example.org/", types=["deal.recorded"])
    return {"webhook_id": webhook.public_id, "message_id": message_id(send_test(webhook=webhook))}


def invited_to(club: Club) -> Invitation:
    """Return an open invitation to the club."""
    return invite_member(club=club, role=Role.SCORER, by=club.members.earliest("pk").user)


def places_of(pattern: URLPattern) -> set[str]:
    """Return the names of the placeholders in an address."""
    return {*pattern.pattern.converters, *getattr(pattern.pattern.regex, "groupindex", {})}


def values_for(name: str, pattern: URLPattern, evening: Evening, tokens: Mapping[str, str]) -> dict[str, Any]:
    """Return the placeholders' values for this event; `tokens` are those of the visitor."""
    values: dict[str, Any] = {
        **evening.ids, "rest": "", "number": number_for(name), "key": KEYS.get(name, evening.event.game),
        "kind": "fee",
        "digest": "x", "language": "de", "token": tokens.get(name, "nobody-has-this"), "uidb36": "1",
        "object_id": 1, "content_type_id": 1, "id": 1, "pk": 1, "app_label": "tournaments", "url": "nothing",
    }  # fmt: skip
    route = str(pattern.pattern)
    if name == "admit":
        values["entrant_id"] = evening.ids["waiting_id"]
    if name == "published_list":
        values["public_id"] = evening.ids["listed"]
    if route.startswith(CLUB_ADDRESSES):
        values["slug"] = evening.event.club.slug
    if route.startswith((SERIES_ADDRESSES, "^series/")):
        values["slug"] = evening.series.slug
    return {place: values[place] for place in places_of(pattern) | PLACES_ABOVE.get(name, set())}


def number_for(name: str) -> int:
    """Return the number in an address: of a draw, a row, an entrant, a team, else of a round."""
    return 1 if name in (*DRAW_ADDRESSES, *ROW_ADDRESSES, *TEAM_ADDRESSES) else ROUND_OF.get(name, NOW)


def address_of(name: str, pattern: URLPattern, evening: Evening, tokens: Mapping[str, str]) -> str:
    """Return the address with values."""
    return spelled(name, values_for(name, pattern, evening, tokens))


def secrets_of(evening: Evening) -> dict[str, set[str]]:
    """Return every secret of an event, by the words in the third column of docs/access.md."""
    event = evening.event
    links = TableLink.objects.filter(table__round__event=event)
    helpers = HelperLink.objects.filter(event=event)
    entrants = list(Entrant.objects.filter(event=event))
    return {
        "table links": {token_of(link) for link in links},
        "helper links": {helper_token(link) for link in helpers},
        "PINs": {pin_of(entrant) for entrant in entrants},
        "invitation links": {invitation_token(each) for each in event.club.invitations.all()},
        "own address": {registration_token(entrant) for entrant in entrants},
    }


def two_clubs() -> tuple[Club, Club]:
    """Return Ada's club and Dov's."""
    ours, theirs = a_club(), a_club("dov", "Kartenfreunde Elmshorn")
    for club in (ours, theirs):
        Member.objects.filter(club=club).update(role=Role.OWNER)
    return ours, theirs


def spelled(name: str, values: Mapping[str, Any]) -> str:
    """Return an address with its placeholders filled in; only the admin's object addresses have no name."""
    if name == "admin:None":
        return "/admin/nothing/"
    return reverse(name, kwargs=values)
