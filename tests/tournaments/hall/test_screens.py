"""Screens in the hall: what each shows, from one chair, alive or not, and a banner over them."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.not_possible import NotPossible
from tests.builders import a_round, a_table, an_event, write_deal
from tests.tournaments.pictures import a_picture
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import Banner, Entrant, Event, Player, Screen, ShownAs, Shows, Stage, Table
from tournaments.selectors.entry.seats import RoundSeats, SeatAssignment
from tournaments.selectors.sheets.folded_sheets import load_parts
from tournaments.selectors.tables.table_state import table_state, table_version
from tournaments.services.entry.check_in import check_in
from tournaments.services.entry.entrants import enter_players
from tournaments.services.hall.screens import (
    MOST_SCREENS,
    NAME_LENGTH,
    add_screens,
    change_screen,
    put_banner,
    switch_screens,
    take_down,
    tell_alive,
)
from tournaments.services.history.club_history import raise_club_revision
from tournaments.services.history.event_chain import SYSTEM
from tournaments.services.publishing.publications import freeze_event, publish_list
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.standings.computation import compute_event_standings
from tournaments.views.hall.wall_pages import Setting, wall_pages
from tournaments.wording.screen_layout import seconds_for

pytestmark = pytest.mark.django_db


def a_screen(event=None, **settings):
    return add_screens(event=event or a_round().event, name="Door", **settings)[0]


def page_of(screen, more=""):
    return text_of(stranger().get(f"/w/{screen.code}/{more}"))


def kinds_on(screen):
    pages = stranger().get(f"/w/{screen.code}/").context["pages"]
    return {page.kind for page in pages}


def organise(event, more=""):
    return f"/events/{event.slug}/organise/screens/{more}"


# What a screen shows


def test_a_screen_follows_the_evening_by_itself():
    event = an_event(deals_per_table={})
    screen = a_screen(event)
    enter_players(event=event, names=["Ada", "Ben", "Cleo", "Emil"])
    check_in(entrant=event.entrants.first(), is_present=False)
    shown = [kinds_on(screen)]
    check_in(entrant=event.entrants.first(), is_present=True)
    round = a_round(event)
    shown.append(kinds_on(screen))
    write_deal(round.tables.get())
    compute_event_standings(event_id=event.pk)
    shown.append(kinds_on(screen))
    close_round(round=round, even_if_incomplete=True)
    publish_list(event=Event.objects.get(pk=event.pk), stage=Stage.FINAL, by=SYSTEM)
    shown.append(kinds_on(screen))
    assert shown == [{"missing"}, {"seats"}, {"standings"}, {"podium"}]


def test_three_screens_share_one_list_and_each_says_which_part():
    event = a_round(tables=18).event
    screens = add_screens(event=event, name="Hall", parts=3, shows="seats")
    found = [stranger().get(f"/w/{each.code}/").context["pages"] for each in screens]
    names = [line["name"] for pages in found for page in pages for col in page.columns for line in col]
    assert len(names) == len(set(names)) == 72
    assert [each.name for each in screens] == ["Hall 1", "Hall 2", "Hall 3"]
    assert all(
        page.heading and page.heading in page_of(each) for each, (page,) in zip(screens, found, strict=True)
    )


def test_a_name_with_the_number_of_its_part_is_no_longer_than_its_column():
    event, name = an_event(), "x" * (NAME_LENGTH - 2)
    add_screens(event=event, name=name, parts=9)
    with pytest.raises(NotPossible, match="at most 40 characters") as refused:
        add_screens(event=event, name=f"{name[:-1]}y", parts=10)
    assert refused.value.code == "name_too_long" and event.screens.count() == 9
    url = f"/events/{event.slug}/organise/screens/"
    answer = ada().post(url, {"name": "y" * NAME_LENGTH, "parts": 2, "shows": Shows.SEATS, "lines": 21})
    assert answer.status_code == 422 and "at most 40 characters" in text_of(answer)


def test_seats_by_table_are_listed_table_by_table():
    screen = a_screen(a_round(tables=3).event, shows="tables")
    (page,) = stranger().get(f"/w/{screen.code}/").context["pages"]
    tables = [line["place"].table for column in page.columns for line in column]
    assert tables == sorted(tables) and len(tables) == 12


@pytest.mark.parametrize(
    ("shows", "words"),
    [("text", "Soup at nine"), ("picture", "picture.png?v="), ("clock", "data-clock-large"),
     ("big_games", "+2"), ("race", "<svg"), ("podium", "winners appear here")],
)  # fmt: skip
def test_every_kind_of_screen_shows_what_it_is_for(shows, words):
    round = a_round()
    write_deal(round.tables.get())
    compute_event_standings(event_id=round.event.pk)
    screen = a_screen(round.event, shows=shows, text="Soup at nine", picture=a_picture())
    assert words in page_of(screen)


@pytest.mark.parametrize("shows", ["big_games", "timetable", "tombola", "picture", "competitions", "prizes"])
def test_a_screen_that_has_nothing_to_show_yet_shows_the_time_once_the_hall_has_begun(shows):
    before, begun = a_screen(an_event(name="Tomorrow"), shows=shows), a_screen(shows=shows)
    assert "Welcome" in page_of(before) and kinds_on(begun) == {"clock"}


def test_seats_are_read_once_for_all_screens_until_a_name_changes():
    event = a_round().event
    screens = add_screens(event=event, name="Hall", parts=2, shows="seats")
    pages = [page_of(each, "live/") for each in screens]
    with CaptureQueriesContext(connection) as queries:
        assert [page_of(each, "live/") for each in screens] == pages
    assert not [each for each in queries if 'FROM "tournaments_seat"' in each["sql"]]
    Player.objects.filter(entries__number=1).update(name="Ada Xylander")
    raise_club_revision(event.club_id)
    assert "Ada Xylander" in "".join(page_of(each, "live/") for each in screens)


def test_a_screen_speaks_its_own_language_whoever_opens_it():
    screen = a_screen(language="de", shows="seats")
    assert "Platz finden" in text_of(stranger().get(f"/w/{screen.code}/", headers={"Accept-Language": "ja"}))


# Only what is public


def test_a_screen_of_an_event_that_is_not_public_shows_nothing_even_to_its_director():
    event = an_event(is_published=False)
    screen = a_screen(event)
    assert [visitor.get(f"/w/{screen.code}/").status_code for visitor in (stranger(), ada())] == [404] * 2


def test_a_director_sees_on_a_screen_only_what_the_hall_sees():
    round = a_round()
    write_deal(round.tables.get())
    compute_event_standings(event_id=round.event.pk)
    publish_list(event=round.event, stage=Stage.PROVISIONAL, by=SYSTEM)
    freeze_event(event=Event.objects.get(pk=round.event.pk), is_frozen=True, by=SYSTEM)
    write_deal(round.tables.get(), 2)
    compute_event_standings(event_id=round.event.pk)
    screen = a_screen(round.event, shows="standings")
    pages = [visitor.get(f"/w/{screen.code}/live/").content for visitor in (stranger(), ada())]
    assert pages[0] == pages[1]


def a_missing_player(date, **changes):
    event = an_event(date=date)
    entrant, *_ = enter_players(event=event, names=["Ada Lührs", "Ben Timm"])
    Entrant.objects.filter(event=event).update(is_present=False)
    Player.objects.filter(pk=entrant.player_id).update(**changes)
    return page_of(a_screen(event, shows="missing"))


def test_missing_players_are_called_by_name_from_the_day_of_the_event_on():
    assert "Ada Lührs" in a_missing_player(timezone.localdate())


def test_before_that_day_only_those_who_agreed_to_be_listed_are_named():
    page = a_missing_player(timezone.localdate() + timedelta(days=1))
    assert "Ada Lührs" not in page and "Number 1" in page


def test_a_name_that_its_owner_shows_nowhere_is_not_called_either():
    page = a_missing_player(timezone.localdate(), shown_as=ShownAs.NUMBER)
    assert "Ada" not in page and "Number 1" in page


# What a screen costs


def test_a_deal_costs_a_screen_of_seats_nothing():
    round = a_round(tables=3)
    screen = a_screen(round.event, shows="seats")
    address = f"/w/{screen.code}/live/"
    tag = stranger().get(address)["ETag"]
    write_deal(round.tables.get(number=1))
    compute_event_standings(event_id=round.event.pk)
    with CaptureQueriesContext(connection) as queries:
        again = stranger().get(address, headers={"If-None-Match": tag})
    assert (again.status_code, len(queries)) == (304, 6)


@pytest.mark.parametrize(
    "change",
    [
        lambda screen: switch_screens(event=screen.event, screen=None, to="clock", who="ada"),
        lambda screen: put_banner(event=screen.event, text="Break", by=SYSTEM),
        lambda screen: change_screen(screen=screen, is_light=True),
        lambda screen: close_round(round=screen.event.rounds.get(), even_if_incomplete=True),
    ],
    ids=["a switch", "a banner", "its settings", "the end of a round"],
)
def test_a_change_that_concerns_a_screen_reaches_it(change):
    screen = a_screen(shows="seats")
    address = f"/w/{screen.code}/live/"
    tag = stranger().get(address)["ETag"]
    change(screen)
    assert stranger().get(address, headers={"If-None-Match": tag}).status_code == 200


def test_a_switch_changes_what_the_stream_of_the_event_watches():
    screen = a_screen()
    address = f"/events/{screen.event.slug}/screens/"
    before = stranger().get(address).json()
    switch_screens(event=screen.event, screen=screen, to="clock", who="ada")
    assert stranger().get(address).json() != before


# From one chair


def test_one_tap_switches_one_screen_or_all_and_one_gives_back_what_was_set():
    event = a_round().event
    first, second = add_screens(event=event, name="Hall", parts=2)
    director = ada()
    director.post(organise(event, "switch/"), {"screen": first.pk, "to": "clock"})
    one = [kinds_on(each) for each in (first, second)]
    director.post(organise(event, "switch/"), {"to": "clock"})
    both = [kinds_on(each) for each in (first, second)]
    director.post(organise(event, "switch/"), {"to": ""})
    assert one == [{"clock"}, {"seats"}] and both == [{"clock"}] * 2
    assert kinds_on(first) == {"seats"}


def test_every_scene_can_be_shown_on_all_screens_by_one_form():
    board = text_of(ada().get(organise(a_screen().event)))
    keys = re.findall(r'<button name="to" value="(\w+)"', board.split("screen-switch")[1])
    assert sorted(keys) == sorted(Shows.values)


def test_another_director_sees_who_switched_a_screen():
    screen = a_screen()
    switch_screens(event=screen.event, screen=screen, to="clock", who="ben")
    assert "switched by ben" in text_of(ada().get(organise(screen.event, "live/")))


def test_the_dashboard_shows_every_screen_as_a_small_picture():
    screen = a_screen()
    board = text_of(ada().get(f"/events/{screen.event.slug}/organise/"))
    assert f"/w/{screen.code}/?small=" in board and "not opened yet" in board


def test_a_small_picture_may_stand_in_a_page_of_ours_and_runs_no_script():
    screen = a_screen()
    answer = stranger().get(f"/w/{screen.code}/?small=1")
    assert answer["X-Frame-Options"] == "SAMEORIGIN" and "wall.js" not in text_of(answer)
    assert "frame-ancestors 'self'" in answer["Content-Security-Policy"]


def test_a_screen_is_alive_while_it_says_so():
    screen = a_screen()
    live = organise(screen.event, "live/")
    assert stranger().post(f"/w/{screen.code}/seen/").status_code == 204
    alive = text_of(ada().get(live))
    Screen.objects.update(seen_at=timezone.now() - timedelta(minutes=5))
    assert "alive" in alive and "not seen since" in text_of(ada().get(live))


def test_a_screen_that_says_a_thousand_times_that_it_is_there_writes_once():
    screen = a_screen()
    tell_alive(code=screen.code)
    first = Screen.objects.get().seen_at
    for _ in range(3):
        tell_alive(code=screen.code)
    assert Screen.objects.get().seen_at == first


def test_the_dashboard_warns_of_a_part_that_no_screen_shows():
    event = a_round().event
    _, second = add_screens(event=event, name="Hall", parts=2)
    second.delete()
    assert "No screen shows part 2 of 2" in text_of(ada().get(organise(event)))


# Banners


def test_a_banner_is_on_all_screens_and_ends_by_itself():
    event = a_round().event
    screens = add_screens(event=event, name="Hall", parts=2)
    put_banner(event=event, text="Break until 20:15", minutes=10, by=SYSTEM)
    assert all("Break until 20:15" in page_of(each, "live/") for each in screens)
    Banner.objects.update(ends_at=timezone.now())
    assert not any("Break" in page_of(each, "live/") for each in screens)


def test_a_banner_over_one_screen_is_on_no_other():
    event = a_round().event
    first, second = add_screens(event=event, name="Hall", parts=2)
    put_banner(event=event, text="Kitchen closes", screen=first, by=SYSTEM)
    assert "Kitchen" in page_of(first) and "Kitchen" not in page_of(second)


def test_a_banner_is_taken_down_by_one_tap():
    screen = a_screen()
    put_banner(event=screen.event, text="Break", by=SYSTEM)
    ada().post(organise(screen.event, "banner/"), {"down": "yes"})
    assert "Break" not in page_of(screen)


def test_a_new_banner_takes_the_place_of_the_old_one():
    screen = a_screen()
    for text in ("Break", "Table 7, bring your sheet"):
        put_banner(event=screen.event, text=text, by=SYSTEM)
    assert "Table 7" in page_of(screen) and Banner.objects.count() == 1
    take_down(event=screen.event, by=SYSTEM)
    assert not Banner.objects.exists()


def test_a_banner_is_on_the_event_page_and_every_pad_too_and_in_the_history():
    table = a_table()
    event, page = table.round.event, f"/events/{table.round.event.slug}/live/"
    tag, version = stranger().get(page)["ETag"], table_version(table)
    put_banner(event=event, text="Table 7, bring your sheet", by=SYSTEM)
    again = stranger().get(page, headers={"If-None-Match": tag})
    table = Table.objects.get(pk=table.pk)
    assert "Table 7" in text_of(again) and table_version(table) != version
    assert table_state(table, load_parts(table))["banner"] == {
        "text": "Table 7, bring your sheet",
        "ends": None,
    }
    assert "banner put up" in text_of(ada().get(f"/events/{event.slug}/organise/log/"))


# Bad input


def test_a_name_that_another_screen_has_is_refused_and_nothing_is_added():
    event = a_screen().event
    answer = ada().post(organise(event), {"name": "Door", "shows": "seats", "parts": 1, "lines": 0})
    assert answer.status_code == 422 and "is called “Door” already" in text_of(answer)
    assert event.screens.count() == 1


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"parts": 13}, "1 to 12 screens"),
        ({"parts": 0}, "1 to 12 screens"),
        ({"picture": b"x" * (3 * 1024 * 1024)}, "at most 2 MB"),
        ({"picture": b"no picture"}, "PNG or JPEG"),
    ],
)
def test_a_screen_that_cannot_be_is_refused_in_one_sentence_and_nothing_is_stored(wrong, sentence):
    event = an_event()
    with pytest.raises(NotPossible, match=sentence):
        add_screens(event=event, name="Door", **wrong)
    assert not event.screens.exists()


def test_a_picture_of_forty_megabytes_is_refused_in_one_sentence_and_nothing_is_stored():
    event, size = an_event(), str(40 * 1024 * 1024)
    form = {"CONTENT_TYPE": "multipart/form-data; boundary=x", "CONTENT_LENGTH": size}
    refused = ada().generic("POST", organise(event), b"", **form)
    assert refused.status_code == 413 and "larger than 5 MB" in text_of(refused)
    assert not event.screens.exists()


def test_part_three_of_two_is_refused():
    screen = a_screen()
    with pytest.raises(NotPossible, match="Part 3 of 2 does not exist"):
        change_screen(screen=screen, name="Hall", part=3, parts=2)
    assert Screen.objects.get().name == "Door"


def test_an_event_has_a_bounded_number_of_screens():
    event = an_event()
    for n in range(MOST_SCREENS // 12):
        add_screens(event=event, name=f"Hall {n}", parts=12)
    with pytest.raises(NotPossible, match="at most 24 screens"):
        a_screen(event)


@pytest.mark.parametrize(
    ("banner", "sentence"),
    [
        ({"text": " "}, "this one is empty"),
        ({"text": "x" * 2000}, "this has 2000"),
        ({"text": "a", "minutes": 0}, "not for 0"),
    ],
)
def test_a_banner_that_the_hall_cannot_read_is_refused_and_the_old_one_stays(banner, sentence):
    event = an_event()
    put_banner(event=event, text="Break", by=SYSTEM)
    with pytest.raises(NotPossible, match=sentence):
        put_banner(event=event, by=SYSTEM, **banner)
    assert Banner.objects.get().text == "Break"


def test_a_scene_there_is_not_is_refused():
    event = a_screen().event
    answer = ada().post(organise(event, "switch/"), {"to": "fireworks"})
    assert answer.status_code == 409 and "not “fireworks”" in text_of(answer)


def test_five_hundred_names_on_one_screen_come_within_twenty_seconds():
    places = tuple(
        SeatAssignment(number=n, name=f"Ada {n:03}", table=n // 4 + 1, seat=n % 4 + 1) for n in range(500)
    )
    drawn = RoundSeats(number=1, planned=None, is_open=True, places=places, tables=())
    pages = list(wall_pages(Setting(show=("seats",)), {}, [drawn]))
    assert sum(seconds_for(len(pages), page.layout) for page in pages) <= 20
    assert sum(len(column) for page in pages for column in page.columns) == 500
