"""Each refusal of a service at its bound: what is allowed still, and the next that is refused, by its code.

A code that no test names is a guard that anybody may remove. Those that lie between two ways stand here in a
table; the others have their case beside what they guard.
"""

import datetime
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from rules import get_game
from rules.fields import Kind
from rules.notation.reading import LONGEST_LINE
from rules.reading import Refused
from scoring.not_possible import NotPossible
from scoring.standings.agreements import MOST_PAID
from scoring.standings.competition_rules import LONGEST_CATEGORY
from tests.builders import a_club, a_request, a_round, a_user, an_event, write_deal
from tests.processes import ROOT
from tournaments.models import (
    AuthorKind,
    Club,
    ClubTemplate,
    Competition,
    DrawMode,
    Entrant,
    Event,
    MarkedPhoto,
    Member,
    PaymentKind,
    Player,
    Role,
    Round,
    Screen,
    Table,
    TombolaDraw,
)
from tournaments.models.event import MOST_MINUTES
from tournaments.models.screens import MOST_PARTS
from tournaments.selectors.tables.sheet_entry import load_typed
from tournaments.services.cash.payments import pay, pay_back
from tournaments.services.clubs.accounts import (
    begin_installation,
    find_account,
    refuse_account_of_others,
    refuse_ended,
    set_password,
)
from tournaments.services.clubs.anonymising import anonymise_player, show_player_as
from tournaments.services.clubs.joining import refuse_lasting_member
from tournaments.services.clubs.members import add_member, change_role, remove_member
from tournaments.services.competitions.competitions import MOST, add_competition, remove_competition
from tournaments.services.draw.drawing import (
    MOST_ROUNDS,
    discard_draw,
    refuse_mode,
    refuse_running,
    start_draw,
)
from tournaments.services.draw.search import store_draw
from tournaments.services.entry.door import MOST_OF_ONE_PHONE, arrive, set_door
from tournaments.services.entry.lists.pasted import read_pasted
from tournaments.services.entry.registration import refuse_begun
from tournaments.services.events.copying import MOST_TEMPLATES, save_template
from tournaments.services.events.lifecycle import change_event, refuse_deals, refuse_unseen
from tournaments.services.events.states import cancel_event
from tournaments.services.hall.hall import MOST_DRAWN, draw_name
from tournaments.services.hall.screens import (
    MOST_SCREENS,
    NAME_LENGTH,
    add_screens,
    change_screen,
    put_banner,
    switch_screens,
)
from tournaments.services.history.sheet_chain import Author
from tournaments.services.installation.event_deletion import delete_after_backup, refuse_final
from tournaments.services.paper.importing import refuse_slug
from tournaments.services.paper.photos import MOST_PHOTOS, store_photo
from tournaments.services.rounds.clock import extend_clock, extend_table, pause_clock, start_clock
from tournaments.services.rounds.decision_guards import LONGEST_REASON, checked_reason
from tournaments.services.rounds.lifecycle import lock_round
from tournaments.services.series.lifecycle import MOST_CATEGORIES, read_categories
from tournaments.services.sheets.confirmations import confirm_deal
from tournaments.services.sheets.pins import pin_of
from tournaments.services.standings.decisions import BONUS, PENALTY, points_to_add
from tournaments.services.tables.seat_changes import known_row
from tournaments.services.tables.sheet_entry import (
    MOST_LINES,
    changed_lines,
    refuse_long,
    type_again,
)

pytestmark = pytest.mark.django_db

BY_ITS_SENTENCE = {  # codes that no test names, because a test reads what the refusal says
    "archive_altered", "archive_broken", "backup_missing", "file_unread", "not_first", "prizes_changed",
    "restore_filled", "restore_running",
}  # fmt: skip
OF_ANOTHER_INSTALLATION = {  # a rule of the sheet, the records or the packages would have to change meanwhile
    "event_differs", "part_closed", "photos_not_installed", "row_impossible",
}  # fmt: skip

BY = Author(AuthorKind.MEMBER, 1)
Act = Callable[[], Any]


@dataclass(frozen=True)
class World:
    """An evening with one table in play, at which a deal is written; another event without rounds."""

    table: Table
    planned: Event

    @property
    def round(self) -> Round:
        return Round.objects.get(pk=self.table.round_id)

    @property
    def event(self) -> Event:
        return Event.objects.get(pk=self.table.round.event_id)

    @property
    def club(self) -> Club:
        return self.event.club

    def entrant(self, number: int) -> Entrant:
        return self.event.entrants.get(number=number)

    @property
    def player(self) -> Player:
        return self.entrant(1).player


@pytest.fixture(scope="module")
def world(lasting: None) -> World:
    table = a_round(an_event(deals_per_table={"4": 4, "3": 3}, round_minutes=None)).tables.get()
    write_deal(table)
    return World(table, an_event(club=table.round.event.club, date=datetime.date(2026, 12, 5)))


def tried(act: Act) -> str:
    """Return the code of the refusal; empty if there is none. What it writes is undone."""
    with transaction.atomic():
        try:
            act()
        except (NotPossible, Refused) as refusal:
            return str(getattr(refusal, "code", "") or refusal.violations[0].code)
        finally:
            transaction.set_rollback(True)
    return ""


# By its code: an act that is allowed still, and the one that is refused
GUARDS: dict[str, Callable[[World], tuple[Act | None, Act]]] = {}


def guard(code: str) -> Callable[[Callable[[World], tuple[Act | None, Act]]], None]:
    def add(pair: Callable[[World], tuple[Act | None, Act]]) -> None:
        GUARDS[code] = pair

    return add


def at(number: int, act: Callable[[int], Any]) -> tuple[Act, Act]:
    """Return the act with the largest number that is allowed, and with one more."""
    return lambda: act(number), lambda: act(number + 1)


# The club


@guard("has_accounts")
def _(world: World) -> tuple[Act | None, Act]:
    return None, lambda: begin_installation(username="eve", password="correct horse battery", club="Eve's")


@guard("account_of_others")
def _(world: World) -> tuple[Act | None, Act]:
    ada, eve = a_user(), a_user("eve")
    add_member(club=world.club, username="eve", role=Role.SCORER)
    fay = a_user("fay")
    add_member(club=world.club, username="fay", role=Role.SCORER)
    a_club("fay", "Fay's club")
    return lambda: refuse_account_of_others(eve, ada), lambda: refuse_account_of_others(fay, ada)


@guard("link_ended")
def _(world: World) -> tuple[Act | None, Act]:
    return None, lambda: refuse_ended(None)


@guard("password_weak")
def _(world: World) -> tuple[Act | None, Act]:
    def change(password: str) -> Any:
        return set_password(user=a_user(), password=password, kind="password_set")

    return lambda: change("another horse battery"), lambda: change("12345678")


@guard("account_unknown")
def _(world: World) -> tuple[Act | None, Act]:
    return lambda: find_account(" ADA "), lambda: find_account("nobody")


@guard("role_unknown")
def _(world: World) -> tuple[Act | None, Act]:
    a_user("eve")
    return (
        lambda: add_member(club=world.club, username="eve", role="scorer"),
        lambda: add_member(club=world.club, username="eve", role="king"),
    )


@guard("last_owner")
def _(world: World) -> tuple[Act | None, Act]:
    def owner() -> Member:
        return world.club.members.get(user=a_user())

    def with_another(role: Role) -> None:
        a_user("eve")
        add_member(club=world.club, username="eve", role=role)
        remove_member(member=owner())

    assert tried(lambda: change_role(member=owner(), role=Role.DIRECTOR)) == "last_owner"
    assert tried(lambda: change_role(member=owner(), role=Role.OWNER)) == ""
    return lambda: with_another(Role.OWNER), lambda: with_another(Role.DIRECTOR)


@guard("member_already")
def _(world: World) -> tuple[Act | None, Act]:
    ada, eve = a_user(), a_user("eve")
    return lambda: refuse_lasting_member(world.club, eve), lambda: refuse_lasting_member(world.club, ada)


@guard("name_forgotten")
def _(world: World) -> tuple[Act | None, Act]:
    gone = Player.objects.create(club=world.club, name="Kasimir")
    anonymise_player(player=gone, by=a_user())
    gone.refresh_from_db()
    return (
        lambda: show_player_as(player=world.player, shown_as="short"),
        lambda: show_player_as(player=gone, shown_as="short"),
    )


@guard("shown_as_unknown")
def _(world: World) -> tuple[Act | None, Act]:
    return (
        lambda: show_player_as(player=world.player, shown_as="number"),
        lambda: show_player_as(player=world.player, shown_as="upside down"),
    )


@guard("categories_unreadable")
def _(world: World) -> tuple[Act | None, Act]:
    return lambda: read_categories(["women"]), lambda: read_categories("women")


@guard("categories_too_many")
def _(world: World) -> tuple[Act | None, Act]:
    return at(MOST_CATEGORIES, lambda many: read_categories([f"class {number}" for number in range(many)]))


@guard("category_too_long")
def _(world: World) -> tuple[Act | None, Act]:
    return at(LONGEST_CATEGORY, lambda length: read_categories(["x" * length]))


# The event


@guard("not_the_name")
def _(world: World) -> tuple[Act | None, Act]:
    return None, lambda: delete_after_backup(event=world.event, typed="Spring Fipsen", by=None)


@guard("not_a_trial")
def _(world: World) -> tuple[Act | None, Act]:
    signed = Event(name="Spring", signed_off_at=timezone.now())
    return lambda: refuse_final(world.event), lambda: refuse_final(signed)


@guard("names_missing")
def _(world: World) -> tuple[Act | None, Act]:
    return lambda: read_pasted("Ada"), lambda: read_pasted("\n - \n")


@guard("too_many_templates")
def _(world: World) -> tuple[Act | None, Act]:
    ClubTemplate.objects.bulk_create(
        ClubTemplate(club=world.club, name=f"Template {number}", settings={})
        for number in range(MOST_TEMPLATES)
    )
    return (
        lambda: save_template(event=world.event, name="Template 1"),
        lambda: save_template(event=world.event, name="One more"),
    )


@guard("options_fixed")
def _(world: World) -> tuple[Act | None, Act]:
    game = get_game(world.event.game)
    switch = next(each for each in game.switches if each.kind == Kind.FLAG)
    other = {"options": {switch.name: not getattr(game.Options(), switch.name)}}
    return (
        lambda: change_event(event=world.planned, **other, by=BY),
        lambda: change_event(event=world.event, **other, by=BY),
    )


@guard("size_unknown")
def _(world: World) -> tuple[Act | None, Act]:
    return (
        lambda: change_event(event=world.planned, options={}, deals_per_table={"4": 8}, by=BY),
        lambda: change_event(event=world.planned, options={}, deals_per_table={"9": 8}, by=BY),
    )


@guard("deals_not_multiple")
def _(world: World) -> tuple[Act | None, Act]:
    game = get_game("flunk")
    return at(15, lambda deals: refuse_deals(game, game.Options(), {"3": deals}))


@guard("settings_changed")
def _(world: World) -> tuple[Act | None, Act]:
    seen = world.planned.entries.aggregate(last=Max("number"))["last"] or 0
    change_event(event=world.planned, options={}, round_minutes=50, by=BY)
    changed = Event.objects.get(pk=world.planned.pk)
    return lambda: refuse_unseen(changed, seen + 1), lambda: refuse_unseen(changed, seen)


@guard("event_begun")
def _(world: World) -> tuple[Act | None, Act]:
    return (
        lambda: cancel_event(event=world.planned, reason="snow", by=BY),
        lambda: cancel_event(event=world.event, reason="snow", by=BY),
    )


@guard("slug_unknown")
def _(world: World) -> tuple[Act | None, Act]:
    return lambda: refuse_slug("herbst-2026"), lambda: refuse_slug("herbst 2026")


# Draws and rounds


@guard("bad_rounds")
def _(world: World) -> tuple[Act | None, Act]:
    assert tried(lambda: refuse_mode(world.event, DrawMode.ALL, 0)) == "bad_rounds"
    assert tried(lambda: refuse_mode(world.event, DrawMode.RANDOM, 2)) == "bad_rounds"
    assert tried(lambda: refuse_mode(world.event, DrawMode.RANDOM, 1)) == ""
    return at(MOST_ROUNDS, lambda rounds: refuse_mode(world.event, DrawMode.ALL, rounds))


@guard("draw_running")
def _(world: World) -> tuple[Act | None, Act]:
    Round.objects.filter(pk=world.round.pk).update(status="closed")
    start_draw(event=world.event)
    return lambda: refuse_running(world.planned), lambda: refuse_running(world.event)


@guard("draw_released")
def _(world: World) -> tuple[Act | None, Act]:
    Round.objects.filter(pk=world.round.pk).update(status="closed")
    draw = start_draw(event=world.event)
    store_draw(draw.pk, [[[1, 2, 3, 4]]], [[]], 1)

    def discard_after(status: str) -> None:
        draw.rounds.update(status=status)
        discard_draw(draw=draw, by=BY)

    return lambda: discard_after("draft"), lambda: discard_after("open")


@guard("round_unknown")
def _(world: World) -> tuple[Act | None, Act]:
    gone = Round(event=world.event, number=9, pk=10**6)
    return lambda: lock_round(world.round), lambda: lock_round(gone)


@guard("registration_closed")
def _(world: World) -> tuple[Act | None, Act]:
    waiting = Entrant.objects.create(event=world.planned, player=world.player, number=1)
    return lambda: refuse_begun(waiting), lambda: refuse_begun(world.entrant(1))


@guard("minutes_missing")
def _(world: World) -> tuple[Act | None, Act]:
    return (
        lambda: start_clock(round=world.round, minutes=1, by=BY),
        lambda: start_clock(round=world.round, by=BY),
    )


@guard("minutes_out_of_range")
def _(world: World) -> tuple[Act | None, Act]:
    def extended(minutes: int) -> None:
        start_clock(round=world.round, minutes=1, by=BY)
        extend_clock(round=world.round, by_minutes=minutes, by=BY)

    for minutes, code in ((0, ""), (-1, "minutes_out_of_range"), (MOST_MINUTES - 1, "")):
        assert tried(lambda: extended(minutes)) == code  # noqa: B023
    assert tried(lambda: extended(MOST_MINUTES)) == "minutes_out_of_range"
    assert tried(lambda: extend_table(table=world.table, minutes=0, by=BY)) == ""
    assert tried(lambda: extend_table(table=world.table, minutes=-1, by=BY)) == "minutes_out_of_range"
    return at(MOST_MINUTES, lambda minutes: extend_table(table=world.table, minutes=minutes, by=BY))


@guard("clock_runs")
def _(world: World) -> tuple[Act | None, Act]:
    def again(*, after_pause: bool) -> None:
        start_clock(round=world.round, minutes=5, by=BY)
        if after_pause:
            pause_clock(round=world.round, by=BY)
        start_clock(round=world.round, minutes=5, by=BY)

    return lambda: again(after_pause=True), lambda: again(after_pause=False)


@guard("clock_stands")
def _(world: World) -> tuple[Act | None, Act]:
    def paused(times: int) -> None:
        start_clock(round=world.round, minutes=5, by=BY)
        for _ in range(times):
            pause_clock(round=world.round, by=BY)

    assert tried(lambda: pause_clock(round=world.round, by=BY)) == "clock_stands"
    assert tried(lambda: extend_clock(round=world.round, by_minutes=5, by=BY)) == "clock_stands"
    return at(1, paused)


@guard("reason_missing")
def _(world: World) -> tuple[Act | None, Act]:
    return lambda: checked_reason(" x "), lambda: checked_reason(" \0 ")


@guard("reason_too_long")
def _(world: World) -> tuple[Act | None, Act]:
    return at(LONGEST_REASON, lambda length: checked_reason("x" * length))


# Money and competitions


@guard("amount_wrong")
def _(world: World) -> tuple[Act | None, Act]:
    def paid(cents: int) -> Any:
        return pay(event=world.event, kind=PaymentKind.OTHER, cents=cents, by=BY)

    found = [tried(lambda: paid(cents)) for cents in (0, 1, -1, -MOST_PAID, -MOST_PAID - 1)]  # noqa: B023
    assert found == ["amount_wrong", "", "", "", "amount_wrong"]
    return at(MOST_PAID, paid)


@guard("paid_back")
def _(world: World) -> tuple[Act | None, Act]:
    payment = pay(event=world.event, kind=PaymentKind.OTHER, cents=5, by=BY)
    back = pay_back(payment=payment, by=BY)
    assert tried(lambda: pay_back(payment=back, by=BY)) == "paid_back"
    other = pay(event=world.event, kind=PaymentKind.OTHER, cents=5, by=BY)
    return lambda: pay_back(payment=other, by=BY), lambda: pay_back(payment=payment, by=BY)


@guard("too_many")
def _(world: World) -> tuple[Act | None, Act]:
    def add(many: int) -> None:
        Competition.objects.bulk_create(
            Competition(event=world.event, number=number, name=f"List {number}", rule={})
            for number in range(1, many)
        )
        add_competition(event=world.event, name="The last", rule={"lists": {"rounds": [1]}}, by=BY)

    return at(MOST, add)


@guard("has_entries")
def _(world: World) -> tuple[Act | None, Act]:
    def remove(**facts: Any) -> None:
        rule = {"lists": {"rounds": [1]}}
        made = add_competition(event=world.event, name="First list", rule=rule, by=BY, **facts)
        remove_competition(competition=made, by=BY)

    entered = [world.entrant(1)]
    assert tried(lambda: remove(entrants=entered)) == ""
    return lambda: remove(fee_cents=500), lambda: remove(fee_cents=500, entrants=entered)


@guard("shares_wrong")
def _(world: World) -> tuple[Act | None, Act]:
    def add(shares: Any) -> None:
        add_competition(
            event=world.event, name="First", rule={"lists": {"rounds": [1]}}, shares=shares, by=BY
        )

    found = [tried(lambda: add({"fee": each})) for each in (0, -1, True, 0.5, 1001)]  # noqa: B023
    assert found == ["", *["shares_wrong"] * 4]
    assert tried(lambda: add([])) == tried(lambda: add({"gifts": 1})) == "shares_wrong"
    return at(1000, lambda share: add({"fee": share}))


@guard("which_way")
def _(world: World) -> tuple[Act | None, Act]:
    found = [
        points_to_add(world.event, *each) for each in ((-5, ""), (5, PENALTY), (5, BONUS), (-5, PENALTY))
    ]
    assert found == [-5, -5, 5, -5]
    assert tried(lambda: points_to_add(world.event, 0, "")) == "which_way"
    assert tried(lambda: points_to_add(world.event, -1, BONUS)) == "which_way"
    return lambda: points_to_add(world.event, 0, BONUS), lambda: points_to_add(world.event, 5, "")


# The hall and the door


@guard("parts_out_of_range")
def _(world: World) -> tuple[Act | None, Act]:
    assert tried(lambda: add_screens(event=world.event, name="Hall", parts=0)) == "parts_out_of_range"
    return at(MOST_PARTS, lambda parts: add_screens(event=world.event, name="Hall", parts=parts))


@guard("name_too_long")
def _(world: World) -> tuple[Act | None, Act]:
    return at(NAME_LENGTH, lambda length: add_screens(event=world.event, name="x" * length))


@guard("too_many_screens")
def _(world: World) -> tuple[Act | None, Act]:
    Screen.objects.bulk_create(
        Screen(event=world.event, name=f"Screen {number}", code=f"c{number}")
        for number in range(MOST_SCREENS - 2)
    )
    return at(2, lambda parts: add_screens(event=world.event, name="Hall", parts=parts))


@guard("name_taken")
def _(world: World) -> tuple[Act | None, Act]:
    door, hall = (add_screens(event=world.event, name=name)[0] for name in ("Door", "Hall"))
    add_screens(event=world.planned, name="Bar")
    assert tried(lambda: add_screens(event=world.event, name="Door")) == "name_taken"
    assert tried(lambda: change_screen(screen=door, name="Bar")) == ""
    return lambda: change_screen(screen=hall, name="Hall"), lambda: change_screen(screen=hall, name="Door")


@guard("part_out_of_range")
def _(world: World) -> tuple[Act | None, Act]:
    screen = add_screens(event=world.event, name="Hall", parts=2)[0]
    assert tried(lambda: change_screen(screen=screen, part=0)) == "part_out_of_range"
    assert tried(lambda: change_screen(screen=screen, parts=MOST_PARTS + 1)) == "part_out_of_range"
    return at(2, lambda part: change_screen(screen=screen, part=part))


@guard("unknown_scene")
def _(world: World) -> tuple[Act | None, Act]:
    def switch(to: str) -> Any:
        return switch_screens(event=world.event, screen=None, to=to, who="Ada")

    assert tried(lambda: switch("")) == ""
    return lambda: switch("standings"), lambda: switch("the moon")


@guard("banner_empty")
def _(world: World) -> tuple[Act | None, Act]:
    def put(text: str) -> Any:
        return put_banner(event=world.event, text=text, by=BY)

    return lambda: put(" a "), lambda: put("  ")


@guard("prize_long")
def _(world: World) -> tuple[Act | None, Act]:
    most = TombolaDraw._meta.get_field("prize").max_length
    Entrant.objects.filter(event=world.event).update(is_present=True)
    return at(most, lambda length: draw_name(event=world.event, prize="x" * length, by=BY))


@guard("too_many_drawn")
def _(world: World) -> tuple[Act | None, Act]:
    Entrant.objects.filter(event=world.event).update(is_present=True)
    event, entrant = world.event, world.entrant(1)

    def draw(number: int) -> None:
        TombolaDraw.objects.bulk_create(
            TombolaDraw(
                event=event,
                number=each,
                entrant=entrant,
                prize="",
                numbers=[],
                drawn_at=timezone.now(),
            )
            for each in range(1, number)
        )
        draw_name(event=world.event, may_win_again=True, by=BY)

    return at(MOST_DRAWN, draw)


@guard("too_many_of_one_phone")
def _(world: World) -> tuple[Act | None, Act]:
    Entrant.objects.filter(event=world.event).update(is_present=False)
    set_door(event=world.event, is_open=True, by=BY)

    def together(many: int) -> None:
        for number in range(1, many + 1):
            arrive(entrant=world.entrant(number), phone="a phone")

    assert (
        tried(lambda: [arrive(entrant=world.entrant(1 + at), phone=f"phone {at}") for at in range(4)]) == ""
    )
    return at(MOST_OF_ONE_PHONE, together)


# At the table


@guard("not_an_opponent")
def _(world: World) -> tuple[Act | None, Act]:
    def confirm(number: int) -> Any:
        who = {"entrant_number": number, "pin": pin_of(world.entrant(number)), "revision": 1}
        return confirm_deal(table=world.table, number=1, request=a_request(), **who)

    return lambda: confirm(1), lambda: confirm(2)


@guard("deal_unknown")
def _(world: World) -> tuple[Act | None, Act]:
    return at(2, lambda deal: known_row(world.table, deal))  # the second is the next one


@guard("sheet_too_long")
def _(world: World) -> tuple[Act | None, Act]:
    assert tried(lambda: refuse_long(["x" * LONGEST_LINE])) == ""
    assert tried(lambda: refuse_long(["x" * (LONGEST_LINE + 1)])) == "sheet_too_long"
    return at(MOST_LINES, lambda many: refuse_long(["x"] * many))


@guard("rows_missing")
def _(world: World) -> tuple[Act | None, Act]:
    sheet = load_typed(world.table)
    return lambda: changed_lines(sheet, ["2 2 S +"]), lambda: changed_lines(sheet, [])


def second(world: World, *lines: str, chosen: Any = None) -> Any:
    """Type the sheet a second time."""
    return type_again(table=world.table, lines=lines, chosen=chosen or {}, seen=1, key="again", by=BY)


@guard("rows_differ")
def _(world: World) -> tuple[Act | None, Act]:
    return lambda: second(world, "2 2 S +"), lambda: second(world, "2 2 S +", "1 2 S +")


@guard("undecided")
def _(world: World) -> tuple[Act | None, Act]:
    return lambda: second(world, "1 2 S +", chosen={1: "second"}), lambda: second(world, "1 2 S +")


@guard("too_many_photos")
def _(world: World) -> tuple[Act | None, Act]:
    def store(number: int) -> None:
        MarkedPhoto.objects.bulk_create(
            MarkedPhoto(round=world.round, digest=f"{each:064}", at=timezone.now())
            for each in range(1, number)
        )
        store_photo(world.round, "photo", b"", "f" * 64)
        store_photo(world.round, "photo", b"", "f" * 64)  # known: it takes no place

    return at(MOST_PHOTOS, store)


@pytest.mark.parametrize("code", sorted(GUARDS))
def test_a_service_refuses_from_its_bound_on_and_not_before(code: str, world: World) -> None:
    with transaction.atomic():
        allowed, refused = GUARDS[code](world)
        assert (tried(allowed) if allowed else "", tried(refused)) == ("", code)
        transaction.set_rollback(True)


def test_every_code_of_a_refusal_is_named_by_a_test() -> None:
    code = "\n".join(file.read_text("utf-8") for file in (ROOT / "tournaments").glob("**/*.py"))
    tests = "\n".join(file.read_text("utf-8") for file in (ROOT / "tests").glob("**/*.py"))
    codes = set(re.findall(r'(?:NotPossible|Unreadable)\(\s*"(\w+)"', code))
    named = {each for each in codes if f'"{each}"' in tests}
    assert len(codes) > 200 and codes - named == set()
