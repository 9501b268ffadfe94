"""Constraints of the database, the name of every row, and the chain of a sheet's history."""

import datetime
import re
import uuid
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.db.models import CheckConstraint, UniqueConstraint
from django.utils import timezone

from tests.builders import a_record, a_request, a_round, a_user, write_deal
from tests.tampering import without_triggers
from tournaments.models import (
    AccountChange,
    Adjustment,
    ArchiveImport,
    AuthorKind,
    BackupPlace,
    Banner,
    CallReason,
    Club,
    ClubChange,
    ClubTemplate,
    Competition,
    CompetitionEntry,
    Deal,
    DeliveryAttempt,
    DirectorCall,
    Door,
    Draw,
    DrawConstraint,
    DrawConstraintKind,
    Emblem,
    Entrant,
    Event,
    EventChange,
    EventOrigin,
    EventReason,
    HelperLink,
    ImportedAuthor,
    Invitation,
    KeptFile,
    ListColumns,
    ListImport,
    MarkedPhoto,
    MarkedPlan,
    Member,
    OutgoingMessage,
    Part,
    PasswordLink,
    Payment,
    PaymentKind,
    PendingDeal,
    PersonalToken,
    PlaceKey,
    PlaceProblem,
    Player,
    PlayerMerge,
    Publication,
    Reason,
    Role,
    Round,
    Ruling,
    Screen,
    Seat,
    SentRequest,
    Series,
    SheetChange,
    SheetChangeKind,
    SitOut,
    Stage,
    Standings,
    StandingsRequest,
    StandingsRow,
    StoredResponse,
    Table,
    TableLink,
    Team,
    TeamMember,
    TimetableEntry,
    TombolaDraw,
    Tries,
    User,
    Webhook,
    Wifi,
)
from tournaments.services.clubs.accounts import make_password_link
from tournaments.services.clubs.joining import invite_member
from tournaments.services.draw.drawing import commit_seed, discard_draw
from tournaments.services.history.sheet_chain import entry_digest
from tournaments.services.installation.chosen_archives import choose_archive
from tournaments.services.rounds.lifecycle import seat_round
from tournaments.services.sheets.deals import correct_deal, insert_deal, set_first_dealer, strike_deal
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.webhooks.lifecycle import create_webhook, send_test
from tournaments.storage.uploads.kept_files import store_uploads
from tournaments.storage.uploads.spreadsheets import Upload

pytestmark = pytest.mark.django_db

MODELS = list(apps.get_app_config("tournaments").get_models())
CONSTRAINTS = [(model, each) for model in MODELS for each in model._meta.constraints]
UNIQUE = [pair for pair in CONSTRAINTS if isinstance(pair[1], UniqueConstraint)]
CHECKED = [pair for pair in CONSTRAINTS if isinstance(pair[1], CheckConstraint)]

WRONG: dict[str, dict[str, Any]] = {
    "start_number_from_one": {"number": 0},
    "round_number_from_one": {"number": 0},
    "round_status_known": {"status": "paused"},
    "entry_kind_known": {"kind": "erased"},
    "reply_result_known": {"result": "forgotten"},
    "parked_cause_known": {"cause": "lost"},
    "parked_settlement_known": {"settlement": "forgotten"},
    "member_role_known": {"role": "guest"},
    "owner_for_good": {"role": "owner", "ends_at": datetime.datetime(2026, 11, 21, tzinfo=datetime.UTC)},
    "invitation_role_known": {"role": "guest"},
    "owner_invited_for_good": {"role": "owner", "is_for_one_evening": True},
    "club_entry_kind_known": {"kind": "erased"},
    "table_number_from_one": {"number": 0},
    "deal_number_from_one": {"number": 0},
    "draw_status_known": {"status": "thrown"},
    "draw_mode_known": {"mode": "by age"},
    "wish_kind_known": {"kind": "far away"},
    "event_entry_kind_known": {"kind": "erased"},
    "admission_known": {"admission": "maybe"},
    "payment_kind_known": {"kind": "bribe"},
    "call_reason_known": {"reason": "thirst"},
    "helper_role_known": {"role": "guest"},
    "publication_stage_known": {"stage": "rumour"},
    "message_status_known": {"status": "lost"},
    "account_entry_kind_known": {"kind": "erased"},
    "event_named": {"name": ""},
    "event_missing_deals_known": {"missing_deals": "doubled"},
    "event_leaver_rule_known": {"leaver_rule": "stays"},
    "event_confirms_known": {"confirms": "twice"},
    "event_counting_known": {"counting": 4},
    "team_number_from_one": {"number": 0},
    "competition_number_from_one": {"number": 0},
    "competition_named": {"name": ""},
    "competition_fee_possible": {"fee_cents": 10_000_001},
    "event_language_known": {"language": "xx"},
    "event_planned_rounds_possible": {"planned_rounds": 100},
    "event_round_minutes_possible": {"round_minutes": 0},
    "event_places_possible": {"places": 10_000},
    "event_date_possible": {"date": datetime.date(26, 11, 28)},
    "event_fee_possible": {"fee_cents": 10_000_001},
    "event_cancelled_without_results": {"is_cancelled": True, "is_closed": True},
    "fee_class_known": {"fee_class": "relative"},
    "entrant_leaver_rule_known": {"leaver_rule": "stays"},
    "entrant_pin_from_one": {"pin_generation": 0},
    "round_minutes_possible": {"minutes": 1441},
    "table_minutes_possible": {"extra_minutes": 1441},
    "backup_place_key_known": {"key": "moon"},
    "backup_place_problem_known": {"problem": "wet"},
    "club_named": {"name": ""},
    "token_named": {"name": ""},
    "player_named": {"name": ""},
    "player_shown_as_known": {"shown_as": "upside down"},
    "player_birth_year_possible": {"birth_year": 1899},
    "list_author_known": {"author_kind": "ghost"},
    "series_named": {"name": ""},
    "template_named": {"name": ""},
    "screen_named": {"name": ""},
    "screen_shows_known": {"shows": "fireworks"},
    "screen_switch_known": {"switched_to": "fireworks"},
    "screen_parts": {"parts": 13},
    "screen_part_of_parts": {"part": 2},
    "wifi_named": {"name": ""},
    "banner_has_text": {"text": ""},
    "timetable_says_what": {"what": ""},
    "adjustment_points_possible": {"points": 0},
    "adjustment_round_from_one": {"round_number": 0},
    "table_link_from_one": {"generation": 0},
    "helper_link_from_one": {"generation": 0},
    "parked_author_known": {"author_kind": "ghost"},
    "parked_number_from_one": {"number": 0},
    "deal_revision_from_one": {"revision": 0},
    "draw_first_round_from_one": {"first_round": 0},
    "draw_rounds_from_one": {"rounds_wanted": 0},
}

TAKEN_ONCE = {
    "screen_name_once_per_event",
    "timetable_one_thing_at_a_time",
    "start_number_once_per_event",
    "player_once_per_event",
    "round_number_once_per_event",
    "entry_number_once_per_sheet",
    "reply_key_once_per_sheet",
    "request_key_once_per_token",
    "member_once_per_club",
    "template_once_per_club",
    "list_columns_once_per_club",
    "marked_plan_once_per_round",
    "marked_photo_once_per_round",
    "kept_file_once_per_part",
    "table_number_once_per_round",
    "part_position_once_per_table",
    "seat_taken_once",
    "entrant_sits_once",
    "deal_number_once_per_sheet",
    "draw_number_once_per_event",
    "event_entry_number_once",
    "sits_out_once_per_round",
    "one_ruling_per_deal_stands",
    "one_merge_per_duplicate_stands",
    "publication_number_once_per_event",
    "team_number_once_per_event",
    "member_once_per_team",
    "team_place_once",
    "competition_number_once",
    "tombola_number_once_per_event",
    "once_in_a_competition",
}

SAID: dict[type[models.Model], str] = {
    User: "ada",
    Club: "Prisdorfer Kartenrunde",
    PersonalToken: "ada, token spreadsheet",
    SentRequest: "ada, token spreadsheet, 201",
    Webhook: "Prisdorfer Kartenrunde, webhook https://example.org/",
    OutgoingMessage: "webhook.tested 00000000-0000-0000-0000-000000000001",
    Screen: "Door",
    Door: "Autumn Fipsen",
    Wifi: "Saal",
    TombolaDraw: "1 1 Ada",
    Banner: "Break until 20:15",
    TimetableEntry: "List 1",
    DeliveryAttempt: "webhook.tested 00000000-0000-0000-0000-000000000001: 204",
    EventOrigin: "Autumn Fipsen, imported 2026-11-20",
    ImportedAuthor: "Dov",
    Member: "ada (owner, Prisdorfer Kartenrunde)",
    Emblem: "Prisdorfer Kartenrunde",
    Invitation: "scorer of Prisdorfer Kartenrunde",
    ClubChange: "Prisdorfer Kartenrunde: invited",
    Player: "Ada",
    PlayerMerge: "Emil: Ben",
    Event: "Autumn Fipsen",
    Entrant: "1 Ada",
    Round: "Round 1",
    Table: "Round 1, table 1",
    Part: "Round 1, table 1, part 1",
    Seat: "Round 1, table 1, part 1, seat 1: 1 Ada",
    Deal: "Round 1, table 1, deal 1",
    SheetChange: "Round 1, table 1, entry 1: first_dealer",
    Reason: "miscounted",
    PendingDeal: "Round 1, table 1, deal 1, pending: taken",
    StoredResponse: "Round 1, table 1, response: done",
    TableLink: "link of Round 1, table 1",
    Tries: "0123abcd: 1",
    BackupPlace: "the second place: full",
    PasswordLink: "password link of ben",
    AccountChange: "ben: link_made",
    StandingsRequest: "standings of Autumn Fipsen are to be computed",
    Standings: "Standings of Autumn Fipsen, version 1",
    StandingsRow: "1. 2 Ben",
    Draw: "Draw 1",
    DrawConstraint: "1 Ada, apart 2 Ben",
    SitOut: "Round 2: 1 Ada sits out",
    EventChange: "Autumn Fipsen, entry 1: entered",
    EventReason: "asked by Ada",
    Adjustment: "1 Ada: -5",
    Ruling: "Round 1, table 1, deal 1, ruled [0, 0, 0, 0]",
    Payment: "Autumn Fipsen: fee 500",
    DirectorCall: "Round 1, table 1 calls: dispute",
    HelperLink: "cashier of Autumn Fipsen",
    Series: "Winter season",
    Publication: "Autumn Fipsen, list 1: provisional",
    ClubTemplate: "Fridays",
    ListColumns: "columns of Prisdorfer Kartenrunde: name",
    ListImport: "Autumn Fipsen, list of 1 entrants",
    MarkedPlan: "Round 1, plan AAAAAA",
    MarkedPhoto: "Round 1, photo 00000000",
    Team: "1 Aces",
    TeamMember: "1 Ada in 1 Aces",
    Competition: "Ladies",
    CompetitionEntry: "1 Ada in Ladies",
    KeptFile: "seating",
    ArchiveImport: "evening.zip",
}


ELSEWHERE = {
    SheetChangeKind.CONFIRMED,
    SheetChangeKind.SIGNED,
    SheetChangeKind.RESEATED,
    SheetChangeKind.SETTLED,
    SheetChangeKind.COMPARED,
    SheetChangeKind.UPHELD,
    SheetChangeKind.TYPED_TWICE,
}  # their services


@pytest.fixture(scope="module")
def kept(lasting) -> Table:
    return an_evening()


@pytest.fixture
def table(kept) -> Table:
    """Return table 1 of the event."""
    return Table.objects.get(pk=kept.pk)


def an_evening() -> Table:
    """Return two tables and a second round; table 1 has deals, conflicts, corrections: rows of all models."""
    round = a_round(tables=2)
    table = round.tables.get(number=1)
    Member.objects.create(club=round.event.club, user=a_user("ben"), role=Role.DIRECTOR)
    event = round.event
    one, two = event.entrants.all()[:2]
    with_sit_out = seat_round(event=event, tables=[])
    for entrant in (one, two):
        SitOut.objects.create(round=with_sit_out, entrant=entrant)
        discard_draw(draw=commit_seed(event=event))
    DrawConstraint.objects.create(event=event, kind=DrawConstraintKind.APART, entrant=one, other=two)
    EventReason.objects.create(entry=event.entries.get(number=1), text="asked by Ada", salt="salt")
    set_first_dealer(table=table, first_dealer=0, request=a_request())
    write_deal(table, declarer=0)
    write_deal(table, tricks=1)
    write_deal(table, 2)
    correct(table, 2, bid=3, tricks=3)
    direct(event, one, table)
    Emblem.objects.create(club=event.club, picture=b"png", digest="0" * 64)
    invite_member(club=event.club, role=Role.SCORER, by=a_user("ada"))
    kept, *others = event.club.players.filter(name__in=("Ben", "Cleo", "Emil")).order_by("-name")
    for other in reversed(others):
        PlayerMerge.objects.create(kept=kept, duplicate=other)
    make_password_link(member=event.club.members.get(user__username="ben"), by=a_user("ada"))
    BackupPlace.objects.create(key=PlaceKey.SECOND, problem=PlaceProblem.FULL)
    Tries.objects.create(key="0123abcdef", count=1, last_at=timezone.now())
    compute_event_standings(event_id=round.event.pk)
    StandingsRequest.objects.create(event=round.event)
    return table


def direct(event, entrant, table):
    """Make rows of all a director's actions besides the sheets."""
    entries = iter(event.entries.order_by("number"))
    Adjustment.objects.create(event=event, entrant=entrant, points=-5, entry=next(entries))
    for deal in table.deals.order_by("pk")[:2]:
        Ruling.objects.create(deal=deal, points=[0, 0, 0, 0], entry=next(entries))
    Payment.objects.create(event=event, kind=PaymentKind.FEE, cents=500, entry=next(entries))
    other = event.entrants.exclude(pk=entrant.pk).first()
    teams = [Team.objects.create(event=event, number=number, name="Aces") for number in (1, 2)]
    ladies = [Competition.objects.create(event=event, number=number, name="Ladies") for number in (1, 2)]
    for position, each in enumerate((entrant, other), start=1):
        TeamMember.objects.create(team=teams[0], entrant=each, position=position)
        CompetitionEntry.objects.create(competition=ladies[0], entrant=each)
    DirectorCall.objects.create(table=table, reason=CallReason.DISPUTE, at=timezone.now())
    HelperLink.objects.create(event=event, role=Role.CASHIER)
    Series.objects.create(club=event.club, name="Winter season", slug="winter")
    for name in ("Fridays", "Thursdays"):
        ClubTemplate.objects.create(club=event.club, name=name, game=event.game)
    for digest in ("one", "other"):
        ListColumns.objects.create(club=event.club, headings_digest=digest, columns={"name": "name"})
    for sign in ("A", "B"):
        MarkedPlan.objects.create(round=table.round, fingerprint=sign * 6, plan={})
    for digest in ("0" * 64, "1" * 64):
        MarkedPhoto.objects.create(round=table.round, digest=digest, at=timezone.now())
    store_uploads({part: Upload(f"{part}.csv", b"") for part in ("seating", "sheets")})
    choose_archive(club=event.club, by=a_user(), name="evening.zip", content=b"")
    for name in ("Door", "Hall"):
        screen = Screen.objects.create(event=event, name=name, code=name.lower())
    Banner.objects.create(event=event, screen=screen, text="Break until 20:15", put_at=timezone.now())
    for number in (1, 2):
        TombolaDraw.objects.create(
            event=event, number=number, entrant=event.entrants.first(), drawn_at=timezone.now()
        )
    Wifi.objects.create(club=event.club, name="Saal", password="12345678")
    Door.objects.create(event=event, opened_at=timezone.now())
    for hour in (19, 20):
        TimetableEntry.objects.create(
            event=event,
            at=datetime.datetime(2026, 11, 21, hour, tzinfo=datetime.UTC),
            what=f"List {hour - 18}",
        )
    token = PersonalToken.objects.create(user=a_user("ada"), name="spreadsheet", expires_at=timezone.now())
    for key in ("one", "other"):
        SentRequest.objects.create(token=token, key=key, status=201)
    tell_a_program(event)
    moved = datetime.datetime(2026, 11, 20, 12, tzinfo=datetime.UTC)
    EventOrigin.objects.create(event=event, ids={}, lengths={}, at=moved)
    ImportedAuthor.objects.create(event=event, name="Dov")
    ListImport.objects.create(
        event=event, at=timezone.now(), author_kind=AuthorKind.MEMBER, entrants=[entrant.pk]
    )
    for number in (1, 2):
        Publication.objects.create(
            event=event, number=number, stage=Stage.PROVISIONAL, rows=[], at=timezone.now()
        )


def tell_a_program(event):
    """Make a webhook with one delivered message."""
    webhook, _ = create_webhook(club=event.club, url="https://example.org/", types=["deal.recorded"])
    message = send_test(webhook=webhook)
    OutgoingMessage.objects.update(public_id=uuid.UUID(int=1))
    DeliveryAttempt.objects.create(message=message, at=timezone.now(), milliseconds=9, status=204)


def correct(table, number, **changes):
    record, request = a_record(**changes), a_request()
    return correct_deal(
        table=table, number=number, record=record, revision=1, reason="miscounted", request=request
    )


def names_of(constraints):
    return [constraint.name for _, constraint in constraints]


def columns_of(model, fields):
    return ", ".join(f"{model._meta.db_table}.{model._meta.get_field(name).column}" for name in fields)


@pytest.mark.parametrize(("model", "constraint"), UNIQUE, ids=names_of(UNIQUE))
def test_two_rows_of_a_sheet_never_take_the_same_place(model, constraint, kept):
    first, second = model.objects.order_by("pk")[:2]
    same = {name: getattr(first, name) for name in constraint.fields}
    words = f"{constraint.name}|{columns_of(model, constraint.fields)}$"
    with without_triggers(), pytest.raises(IntegrityError, match=words), transaction.atomic():
        model.objects.filter(pk=second.pk).update(**same)


@pytest.mark.parametrize(("model", "constraint"), CHECKED, ids=names_of(CHECKED))
def test_an_impossible_value_is_refused_by_the_database(model, constraint, kept):
    row = model.objects.order_by("pk")[0]
    refused = pytest.raises(IntegrityError, match=re.escape(constraint.name))
    with without_triggers(), refused, transaction.atomic():
        model.objects.filter(pk=row.pk).update(**WRONG[constraint.name])


def test_every_promise_of_the_database_is_one_of_these():
    assert set(names_of(CHECKED)) == set(WRONG)
    assert set(names_of(UNIQUE)) == TAKEN_ONCE
    assert len(WRONG) + len(TAKEN_ONCE) == len(CONSTRAINTS)


@pytest.mark.parametrize("model", MODELS, ids=[model.__name__ for model in MODELS])
def test_a_row_calls_itself_as_people_at_the_table_do(model, kept):
    assert str(model.objects.order_by("pk")[0]) == SAID[model]


def test_every_kind_of_change_is_a_link_of_one_chain(table):
    insert_deal(table=table, number=1, record=a_record(), sheet_revision=table.revision, request=a_request())
    table.refresh_from_db()
    strike_deal(table=table, number=1, sheet_revision=table.revision, request=a_request())
    table.refresh_from_db()
    chain = list(table.entries.order_by("number"))
    assert {entry.kind for entry in chain} == set(SheetChangeKind.values) - ELSEWHERE
    assert [entry.number for entry in chain] == list(range(1, table.revision + 1))
    assert [entry.previous for entry in chain] == ["", *(entry.digest for entry in chain[:-1])]
    assert (table.head, table.last_activity) == (chain[-1].digest, chain[-1].at)


COVERED = [each.attname for each in SheetChange._meta.fields if each.name not in ("id", "table", "digest")]


@pytest.mark.parametrize("column", COVERED)
def test_nothing_an_entry_says_can_change_without_its_digest(column, table):
    entry = table.entries.get(number=4)
    is_time = column in ("at", "device_at")
    other = datetime.datetime(2026, 11, 21, 20, tzinfo=datetime.UTC) if is_time else "another"
    setattr(entry, column, other)
    assert entry_digest(entry, str(table.public_id)) != entry.digest


def test_a_chain_does_not_fit_another_table(table):
    entry = table.entries.get(number=1)
    other = Table.objects.exclude(pk=table.pk)[0]
    assert entry_digest(entry, str(table.public_id)) == entry.digest
    assert entry_digest(entry, str(other.public_id)) != entry.digest
