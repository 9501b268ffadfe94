"""What takes the writers' lock and has no address of an event: acts with what each needs first."""

import datetime
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from django.db import transaction

from tests.builders import a_user
from tests.tournaments.access_world import BY, NEXT, NOW, OLD, WHY
from tests.tournaments.pictures import a_picture
from tests.tournaments.written_states import World
from tournaments.models import (
    AccountChangeKind,
    ClubTemplate,
    DirectorCall,
    Draw,
    DrawConstraintKind,
    Entrant,
    Event,
    Invitation,
    MarkedPhoto,
    PaymentKind,
    PendingDeal,
    Player,
    PlayerMerge,
    Role,
    RoundStatus,
    Settlement,
    Stage,
    Table,
    Webhook,
)
from tournaments.selectors.tables.sheet_entry import load_typed, typed_json
from tournaments.services.cash.payments import close_evening, pay
from tournaments.services.cash.prizes import change_prizes, set_prizes
from tournaments.services.clubs.accounts import make_password_link, set_password, use_password_link
from tournaments.services.clubs.anonymising import anonymise_player
from tournaments.services.clubs.joining import accept_invitation, invite_member, revoke_invitation
from tournaments.services.clubs.lifecycle import create_club, remove_emblem, set_emblem
from tournaments.services.clubs.members import add_member, change_role, remove_member, rename_club
from tournaments.services.clubs.merging import merge_players, undo_merge
from tournaments.services.clubs.throttling import Limit, Pace, give_back, take_try
from tournaments.services.clubs.tokens import create_token, revoke_token
from tournaments.services.competitions.competitions import change_competition
from tournaments.services.competitions.teams import change_team
from tournaments.services.draw.constraints import add_constraint
from tournaments.services.draw.drawing import start_draw
from tournaments.services.draw.search import store_draw, store_refusal
from tournaments.services.entry.check_in import check_in_people
from tournaments.services.entry.door import arrive, set_door
from tournaments.services.entry.entrants import enter_players, set_fee_class
from tournaments.services.entry.leaving import dismiss_absent, leave_early
from tournaments.services.entry.lists.importing import take_over
from tournaments.services.entry.lists.planning import PlayerList, read_list
from tournaments.services.entry.registration import register
from tournaments.services.entry.teams import register_team, store_team, withdraw_team
from tournaments.services.events.copying import copy_event, create_from_template, save_template
from tournaments.services.events.lifecycle import create_event
from tournaments.services.events.states import cancel_event, change_state, undo_cancellation
from tournaments.services.hall.hall import draw_name, set_wifi
from tournaments.services.hall.screens import add_screens, change_screen, put_banner, take_down
from tournaments.services.history.sheet_chain import request_standings
from tournaments.services.installation.chosen_archives import (
    choose_archive,
    discard_archive,
    send_archive,
    store_chosen,
)
from tournaments.services.installation.event_deletion import delete_event
from tournaments.services.installation.event_export import export_event
from tournaments.services.installation.event_import import import_event
from tournaments.services.paper import PaperFiles, import_paper
from tournaments.services.paper.photos import answer_column, keep_photo
from tournaments.services.publishing.publications import publish_list, sign_off_in_secret
from tournaments.services.publishing.sign_off import sign_off, undo_sign_off
from tournaments.services.rounds.clock import keep_minutes
from tournaments.services.rounds.lifecycle import close_round, open_round
from tournaments.services.series.lifecycle import change_series, copy_series, create_series, list_player
from tournaments.services.sheets.link_rotation import rotate_links
from tournaments.services.sheets.table_links import open_link
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.decisions import adjust_points
from tournaments.services.tables.rehearsal import rehearse
from tournaments.services.tables.sheet_entry import type_again
from tournaments.services.webhooks.lifecycle import (
    change_webhook,
    create_webhook,
    delete_webhook,
    renew_secret,
    resend_message,
    send_test,
)
from tournaments.storage.link_keys import digest_of
from tournaments.storage.uploads.spreadsheets import Upload, with_contents

# What needs more than an address


def undone(act: Callable[[], object]) -> None:
    """Carry out an act and undo it."""
    with transaction.atomic():
        act()
        transaction.set_rollback(True)


def settled(world: World) -> Event:
    """Return the event with all rounds closed and no open question."""
    event = world.event
    event.rounds.filter(number=NEXT).delete()
    event.rounds.update(status=RoundStatus.CLOSED)
    Table.objects.filter(round__event=event).update(is_broken_off=True)
    DirectorCall.objects.filter(table__round__event=event).delete()
    PendingDeal.objects.filter(table__round__event=event).update(settlement=Settlement.STORED)
    return event


def a_list(event: Event) -> PlayerList:
    """Return a list of 200 names, half of them of players of the club."""
    names = [*(f"Neuer Mensch {number}" for number in range(100)), *(f"Player {n}" for n in range(100))]
    upload = with_contents(
        Upload("list.csv", "\n".join(["Name;Ort", *(f"{each};Ort" for each in names)]).encode())
    )
    return read_list(upload, club=event.club)


def another(world: World, name: str, **changes: Any) -> Event:
    """Return an empty event of the club, a year later."""
    facts = {"name": name, "date": datetime.date(2027, 11, 21), "game": world.event.game, **changes}
    return create_event(club=world.event.club, **facts)


def a_draw(event: Event) -> Draw:
    """Return a draw of 200 players that is being searched."""
    enter_players(event=event, names=[f"Zieher {number}" for number in range(200)])
    return start_draw(event=event, rounds=2, mode="all", seed="0" * 32)


def paper_of(event: Event) -> PaperFiles:
    """Return the files of a round of 50 tables, ten of them with 100 deals each."""
    names = [f"Spieler {number}" for number in range(200)]
    enter_players(event=event, names=names)
    seats = [f"1,{at // 4 + 1},{at % 4 + 1},{name}" for at, name in enumerate(names)]
    deal = "2,tricks,2,S,yes,2"
    rows = [f"1,{table},{deal_number},{deal}" for table in range(1, 11) for deal_number in range(1, 101)]
    heads = "round,table,deal,declarer,contract,bid,trump,skat,tricks"
    sheets = with_contents(Upload("sheets.csv", "\n".join([heads, *rows]).encode()))
    return PaperFiles(Upload("seating.csv", "\n".join(["round,table,seat,player", *seats]).encode()), sheets)


@transaction.atomic
def in_a_transaction(times: int) -> None:
    """Call something so many times while the lock is held."""
    for number in range(times):
        is_even(number)


def is_even(number: int) -> bool:
    return number % 2 == 0


def acts_of(world: World, folder: Path) -> dict[str, Callable[[], object]]:
    """Return the acts that write most, by name; each is undone."""
    event, draw = world.event, a_draw(another(world, "Drawn"))
    first, spare = event.entrants.get(number=3), Player.objects.create(club=event.club, name="Spare")
    ada = event.club.members.earliest("pk").user
    tables = [[[4 * at + 1, 4 * at + 2, 4 * at + 3, 4 * at + 4] for at in range(50)] for _ in range(2)]
    listed, expected, typed = a_list(event), another(world, "Expected"), another(world, "Typed")
    export_event(event=event, file=folder / "event.zip")
    late = partial(adjust_points, entrant=first, points=-5, reason=WHY, by=BY)
    old, now = event.rounds.get(number=OLD), event.rounds.get(number=NOW)

    def moved() -> None:
        delete_event(event=event)
        import_event(file=folder / "event.zip", club=event.club)

    def reopened() -> None:
        settled(world)
        rehearse(event=event, act=partial(open_round, round=old, by=BY))

    return {
        "try an adjustment": lambda: rehearse(event=event, act=late),
        "try to reopen a round": reopened,
        "close a round": lambda: close_round(round=now, even_if_incomplete=True, by=BY),
        "sign off": lambda: sign_off(event=settled(world), by=BY),
        "publish the final list": lambda: publish_list(event=settled(world), stage=Stage.FINAL, by=BY),
        "import a list": lambda: take_over(event=expected, players=listed, by=BY),
        "import paper": lambda: import_paper(event=typed, files=paper_of(typed), by=BY),
        "merge two players": lambda: merge_players(player=first.player, duplicate=spare, by=ada),
        "remove a name": lambda: anonymise_player(player=first.player, by=BY),
        "copy an event": lambda: copy_event(event=event, name="Copy", date=datetime.date(2027, 11, 22)),
        "renew all links": lambda: rotate_links(event=event, with_pins=True),
        "store a draw": lambda: store_draw(draw.pk, tables, [[], []], 100),
        "delete and import an event": moved,
    }


# Of a club, an account, a webhook: no address of an event leads there


def acts_of_a_club(world: World) -> dict[str, Callable[[], object]]:
    """Return acts on what is beside an event, by their place here and their name; each is undone."""
    return {f"{number} {name_of(act)}": act for number, act in enumerate(acts_beside(world))}


def name_of(act: Any) -> str:
    """Return the name of the function that an act calls."""
    return str(getattr(act, "func", act).__name__)


def acts_beside(world: World) -> Iterator[Callable[[], object]]:
    """Yield them."""
    event, ids = world.event, world.evening.ids
    club, entrant = event.club, event.entrants.get(number=4)
    ada, ben = club.members.earliest("pk").user, a_user("ben")
    member, series = club.members.earliest("pk"), world.evening.series
    invited = Invitation.objects.get(pk=ids["invitation_id"])
    template = ClubTemplate.objects.get(pk=ids["template_id"])
    webhook = Webhook.objects.get(public_id=ids["webhook_id"])
    photo = MarkedPhoto.objects.get(pk=ids["photo_id"])
    merge = PlayerMerge.objects.get(pk=ids["merge_id"])
    all_of = {"policy": series.policy, "events": [event], "is_published": True}
    limits = [Limit("somebody", Pace(free=5, pause=60, longest=300))]
    act = partial
    yield act(pay, event=event, kind=PaymentKind.OTHER, cents=500, entrant=entrant, by=BY)
    yield act(close_evening, events=[event, another(world, "Beside")], counted=500, by=BY)
    yield act(change_prizes, event=event, typed="1: 10.00", ties="share", pot=[], by=BY)
    yield act(set_prizes, event=event, key={}, by=BY)
    yield act(set_emblem, club=club, content=a_picture())
    yield act(remove_emblem, club=club)
    yield act(invite_member, club=club, role=Role.SCORER, by=ada)
    yield act(accept_invitation, token_digest=invited.token_digest, user=ben)
    yield act(revoke_invitation, invitation=invited, by=ada)
    yield act(add_member, club=club, username="ben", role=Role.SCORER)
    yield act(change_role, member=member, role=Role.OWNER)
    yield act(rename_club, club=club, name="Renamed", by=ada)
    yield act(undo_merge, merge=merge, by=ada)
    yield act(make_password_link, member=member, by=ada)
    yield act(set_password, user=ada, password="a long new phrase", kind=AccountChangeKind.PASSWORD_SET)
    yield lambda: use_password_link(
        token_digest=digest_of(make_password_link(member=member, by=ada)), password="a long new phrase"
    )
    yield from acts_at_the_door(event)
    yield act(dismissed, event)
    yield from acts_on_screens(event)
    chosen = partial(choose_archive, club=club, by=ada, name="a.zip", content=b"an archive")
    yield lambda: store_chosen(chosen=chosen())
    yield act(discard_archive, club=club, by=ada)
    yield act(send_archive, club=club, by=ada, name="a.zip", content=b"an archive")
    four = list(event.entrants.order_by("number")[:4])
    yield act(change_team, team=event.teams.earliest("pk"), members=four, name="Four")
    competition = event.competitions.earliest("pk")
    yield act(change_competition, competition=competition, rule={"lists": {"rounds": [OLD]}})
    yield act(take_try, limits)
    yield act(give_back, limits)
    yield lambda: revoke_token(token=create_token(user=ada, name="board", scopes=["read"])[0])
    yield act(create_club, name="Another", owner=ada)
    yield lambda: remove_member(member=add_member(club=club, username="ben", role=Role.SCORER))
    yield act(
        add_constraint,
        event=event,
        kind=DrawConstraintKind.APART,
        entrant=entrant,
        other=event.entrants.get(number=5),
    )
    yield act(store_refusal, a_draw(another(world, "Refused")).pk, "no draw")
    yield act(open_link, table=world.evening.table)
    yield act(leave_early, entrant=entrant, after=2, by=BY)
    opened = another(world, "Open", is_published=True, is_registration_open=True)
    yield act(register, event=opened, name="Zita Neumann", agrees_to_list=True)
    yield from acts_of_teams(opened)
    yield act(set_fee_class, entrant=entrant, fee_class="")
    yield act(set_wifi, event=event, name="Hall", password="a long password", by=BY)
    yield act(typed_again, event)
    yield act(draw_name, event=event, prize="A ham", by=BY)
    yield lambda: sign_off_in_secret(event=settled(world), by=BY)
    yield act(save_template, event=event, name="Again")
    yield act(create_from_template, template=template, name="From it", date=datetime.date(2027, 3, 3))
    yield act(change_state, event=event, by=BY, is_unlisted=True)
    yield lambda: undo_cancellation(event=cancel_event(event=another(world, "Off"), reason=WHY, by=BY), by=BY)
    yield lambda: undo_sign_off(event=sign_off(event=settled(world), by=BY), by=BY)
    yield act(keep_photo, round=world.evening.table.round, name="page.jpg", content=b"a photograph")
    yield act(answer_column, photo=photo, place=1, lines=[1], marked=[1])
    yield act(keep_minutes, datetime.timedelta(minutes=5))
    yield act(create_series, club=club, name="Cup", events=[event])
    yield act(change_series, series=series, name="Season", **all_of)
    yield act(copy_series, series=series, name="Next season")
    yield act(list_player, player=entrant.player, categories=["women"], is_guest=False)
    yield act(create_webhook, club=club, url="https://example.org/", types=["deal.recorded"])
    yield act(change_webhook, webhook=webhook, is_active=True)
    yield act(renew_secret, webhook=webhook)
    yield lambda: resend_message(message=send_test(webhook=webhook))
    yield act(delete_webhook, webhook=webhook)
    yield act(request_standings, event)
    yield act(computed_anew, event)


def computed_anew(event: Event) -> None:
    """Compute the standings again."""
    request_standings(event)
    compute_event_standings(event_id=event.pk)


def acts_of_teams(event: Event) -> Iterator[Callable[[], object]]:
    """Yield the acts on a team of four at the door."""
    names = [f"Paula {letter}" for letter in "abcd"]

    def gone() -> None:
        withdraw_team(entrant=register_team(event=event, names=names))

    def there() -> None:
        team = store_team(event=event, names=names)
        check_in_people(event=event, entrants=[each.entrant for each in team.members.all()], pays=True)

    yield from (gone, there)


def dismissed(event: Event) -> None:
    """Let twenty absent players leave."""
    absent = event.entrants.filter(number__gt=20, number__lte=40)
    absent.update(is_present=False)
    dismiss_absent(event=event, by=BY)


def typed_again(event: Event) -> None:
    """Type a sheet a second time."""
    table = event.rounds.get(number=NOW).tables.get(number=10)
    lines = [row["line"] for row in typed_json(load_typed(table))["rows"]]
    type_again(table=table, lines=lines, chosen={}, seen=table.revision, key="again", by=BY)


def acts_at_the_door(event: Event) -> Iterator[Callable[[], object]]:
    """Yield the door's acts."""
    absent = event.entrants.get(number=8)

    def arrived() -> None:
        Entrant.objects.filter(pk=absent.pk).update(is_present=False)
        set_door(event=event, is_open=True, by=BY)
        arrive(entrant=absent, phone="a phone")

    yield arrived


def acts_on_screens(event: Event) -> Iterator[Callable[[], object]]:
    """Yield the acts on screens and banners."""

    def hung() -> None:
        [screen] = add_screens(event=event, name="Kitchen")
        change_screen(screen=screen, name="Kitchen door")
        put_banner(event=event, text="The bar is open.", by=BY)
        take_down(event=event, by=BY)

    yield hung
