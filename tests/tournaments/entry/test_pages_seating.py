"""Seat search, the lists for the notice board, an entrant's event page and the wall."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import a_round, an_event, write_deal
from tests.tournaments.visitors import ada, dov, queries_of, stranger, text_of
from tournaments.models import Event, Player, Stage
from tournaments.selectors.entry import seats
from tournaments.selectors.entry.seats import places_now
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.services.draw.drawing import draw_round
from tournaments.services.draw.search import sit_out
from tournaments.services.entry.entrants import enter_players, rename_player
from tournaments.services.history.event_chain import SYSTEM
from tournaments.services.publishing.publications import freeze_event, publish_list
from tournaments.services.rounds.lifecycle import close_round, open_round
from tournaments.services.standings.computation import compute_event_standings
from tournaments.views.hall.wall import SHOWN
from tournaments.views.hall.wall_pages import Setting, wall_pages
from tournaments.wording.screen_layout import split_lines

pytestmark = pytest.mark.django_db

ADDRESSES = ("seats/", "seats/live/", "seats/print/", "wall/", "wall/live/", "entrants/1/")


def url_of(event, more):
    return f"/events/{event.slug}/{more}"


def page_of(event, more="seats/", visitor=None, **asked):
    return text_of((visitor or stranger()).get(url_of(event, more), asked))


def a_round_with_a_sit_out(names=("Ada", "Ben", "Cleo", "Dora", "Özlem Ångström")):
    """Return a round of four at the table; the fifth player sits out."""
    event = an_event()
    *_, sitter = enter_players(event=event, names=list(names))
    set_aside = sitter
    set_aside.is_present = False
    set_aside.save()
    round = draw_round(event=event, seed=1)
    sit_out(round, [sitter])
    return open_round(round=round)


def places_by_name(event):
    return {place.name: place for place in places_now(PublicEvent(event))[0].places}


# Permissions


def test_seats_of_an_unpublished_event_do_not_exist_for_strangers(undrawn):
    event = a_round(an_event(is_published=False)).event
    visitors = stranger(), dov(), ada()
    codes = {more: [each.get(url_of(event, more)).status_code for each in visitors] for more in ADDRESSES}
    assert list(codes.values()) == [[404, 404, 200]] * len(ADDRESSES), codes


def test_seats_are_only_read():
    event = a_round().event
    assert {stranger().post(url_of(event, more)).status_code for more in ADDRESSES} == {405}


def test_a_draft_is_never_shown_not_even_to_its_director():
    event = a_round(is_open=False).event
    pages = ("seats/", "seats/live/", "seats/print/", "wall/", "wall/live/")
    assert [more for more in pages if "Cleo" in page_of(event, more, visitor=ada())] == []


def test_an_entrants_evening_knows_no_drafts():
    event = a_round(is_open=False).event
    assert "No round is open yet" in page_of(event, "entrants/1/", visitor=ada())


def test_seats_take_as_many_queries_for_many_tables_as_for_one():
    small, large = a_round().event, a_round(tables=6, event=an_event(name="Large")).event
    for event in (small, large):
        compute_event_standings(event_id=event.pk)
    asked = [
        {more: queries_of(stranger(), url_of(event, more)) for more in ADDRESSES} for event in (small, large)
    ]
    assert asked[0] == asked[1]


# Lists that hang out


def test_a_seat_list_is_sorted_by_surname():
    names = (
        "Zoë Kühlewind",
        "Jürgen van der Meer",
        "Dr. Wolfgang-Alexander Müller",
        "Bo",
        "Ägidius Östermann",
    )
    event = a_round_with_a_sit_out(names).event
    listed = [place.name for place in places_now(PublicEvent(event))[0].places]
    assert listed == ["Bo", "Zoë Kühlewind", "Jürgen van der Meer", *names[2:3], "Ägidius Östermann"]
    printed = page_of(event, "seats/print/")
    assert printed.index("Kühlewind") < printed.index("van der Meer") < printed.index("Östermann")


# Seat search


def test_everybody_finds_table_seat_company_and_who_deals_first():
    place = places_by_name(a_round(tables=2).event)["Gustav"]
    assert (place.table, place.seat, place.dealer.name) == (2, 2, "Frieda")
    assert [(each.seat, each.name) for each in place.others] == [(1, "Frieda"), (3, "Hanne"), (4, "Ida")]


def test_the_dealer_is_who_the_table_set():
    round = a_round()
    round.tables.get().parts.update(first_dealer=2)
    assert places_by_name(round.event)["Ada"].dealer.name == "Cleo"


def test_a_player_who_sits_out_is_told_so():
    event = a_round_with_a_sit_out().event
    page = page_of(event, name="ozlem")
    assert "You sit out" in page and "Table 1" not in page
    assert "sits out" in page_of(event, "wall/") and "Sitting out" in page_of(event, "seats/print/")


def test_a_letter_with_a_stroke_is_found_by_the_plain_one():
    event = a_round_with_a_sit_out(("Ada", "Ben", "Cleo", "Dora", "Øst-Łukasz")).event
    for typed in ("ost", "Øst", "lukasz"):
        assert "Øst-Łukasz" in page_of(event, name=typed), typed


def test_a_name_is_found_without_accents_capitals_and_order_and_by_number():
    event = a_round_with_a_sit_out().event
    for typed in ("ozlem", "ANGSTROM öz", "5", " 05 ", "Ångström"):
        page = page_of(event, name=typed)
        assert "Özlem Ångström" in page and 'data-number="1"' not in page, typed


def test_a_japanese_name_is_found_by_its_reading():
    round = a_round()
    Player.objects.filter(name="Ben").update(name="西村", reading="にしむら")
    assert 'data-number="2"' in page_of(round.event, name="にし")


def test_a_name_nobody_has_says_what_to_do():
    page = page_of(a_round().event, name="Zacharias")
    assert "No player of this name plays in round 1" in page and 'value="Zacharias"' in page


def test_any_typed_text_is_answered_by_a_page():
    url = url_of(a_round().event, "seats/")
    for typed in ("<script>", "%00", "\0", "\u00b2", "٣", "x" * 5000):
        assert stranger().get(url, {"name": typed}).status_code == 200, typed


def test_the_open_round_is_shown_and_after_it_the_last_closed_one():
    event = an_event(deals_per_table={})
    first = a_round(event)
    close_round(round=first)
    assert [each.number for each in places_now(PublicEvent(event))] == [1]
    assert "This round is closed" in page_of(event)
    a_round(event)
    assert [each.number for each in places_now(PublicEvent(event))] == [2]


def test_names_are_sorted_as_people_look_for_them():
    round = a_round_with_a_sit_out(("zoe", "Örjan", "Olaf", "Émile", "Zacharias"))
    assert [place.name for place in places_now(PublicEvent(round.event))[0].places] == [
        "Émile", "Olaf", "Örjan", "Zacharias", "zoe",
    ]  # fmt: skip


def test_the_lists_for_the_board_have_everybody_by_name_and_by_table():
    page = page_of(a_round(tables=2).event, "seats/print/")
    assert page.count("Gustav") == 2 and "Round 1, by name" in page and "Round 1, by table" in page
    assert page.count("is-handful") == 2 and "Gustav&nbsp;<span" in page  # no number alone on a line


def test_the_event_leads_to_seats_and_wall():
    event = a_round().event
    page = page_of(event, "")
    assert url_of(event, "seats/") in page and url_of(event, "wall/") in page


# An entrant's event page


def test_an_evening_has_rounds_with_table_seat_company_and_points():
    event = an_event(deals_per_table={})
    round = a_round(event)
    write_deal(round.tables.get())
    compute_event_standings(event_id=event.pk)
    context = stranger().get(url_of(event, "entrants/2/")).context
    (shown,) = context["rounds"]
    assert (shown.points, shown.visits[0].table, shown.visits[0].seat) == (2, 1, 2)
    assert [each.name for each in shown.visits[0].company] == ["Ada", "Ben", "Cleo", "Emil"]
    assert (context["row"]["rank"], context["row"]["total"], context["entrants"]) == (1, 2, 4)


def test_an_evening_tells_who_sat_out():
    event = a_round_with_a_sit_out().event
    (shown,) = stranger().get(url_of(event, "entrants/5/")).context["rounds"]
    assert shown.sits_out and shown.visits == ()


def test_an_entrant_there_is_not_does_not_exist():
    assert stranger().get(url_of(a_round().event, "entrants/99/")).status_code == 404


# The wall


@pytest.mark.parametrize(
    ("lines", "sizes"), [(0, []), (9, [9]), (10, [5, 5]), (27, [9, 9, 9]), (28, [7, 7, 7, 7])]
)
def test_lines_are_cut_into_pages_about_as_long(lines, sizes):
    pages = split_lines(range(lines), 9)
    assert [len(page) for page in pages] == sizes
    assert [line for page in pages for line in page] == list(range(lines))


def a_hundred_on_the_wall(show, drawn):
    rows = [
        {"name": f"Player {n}", "rank": n + 1, "rounds": [n], "total": n, "unranked": None}
        for n in range(100)
    ]
    setting = Setting(show=SHOWN[show], lines=10)
    return list(wall_pages(setting, {"rows": rows, "deals_counted": 1}, drawn))


def sixteen_tables():
    return places_now(PublicEvent(a_round(tables=16, event=an_event()).event))


def test_everybody_is_on_one_page_of_the_wall_and_no_column_is_too_long():
    pages = a_hundred_on_the_wall("both", sixteen_tables())
    columns = [(page.kind, column) for page in pages for column in page.columns]
    assert max(len(column) for _, column in columns) <= 10
    assert sum(len(column) for kind, column in columns if kind == "standings") == 100
    assert sum(len(column) for kind, column in columns if kind == "seats") == 64


def a_wall_of(*names, total=0, moved=None, lines=6):
    rows = [
        {"name": name, "rank": rank, "rounds": [0], "total": total, "unranked": None, "moved": moved}
        for rank, name in enumerate(names, 1)
    ]
    shown = {"rows": rows, "deals_counted": 1, "rounds": [1]}
    return list(wall_pages(Setting(show=("standings",), lines=lines), shown, []))


@pytest.mark.parametrize(("lines", "rows"), [(6, [4, 4, 5]), (8, [6, 7]), (10, [6, 7])])
def test_thirteen_players_share_the_height_of_their_pages(lines, rows):
    assert [page.rows for page in a_wall_of(*"abcdefghijklm", lines=lines)] == rows


@pytest.mark.parametrize(
    ("name", "is_tight", "is_long"),
    [("x" * 18, False, False), ("x" * 24, True, False), ("山" * 18, True, True)],
    ids=["fits", "all smaller", "two lines"],
)
def test_all_names_of_a_page_are_set_in_one_size(name, is_tight, is_long):
    (page,) = a_wall_of("Ada", name)
    assert page.is_tight == is_tight
    assert [line["is_long"] for line in page.columns[0]] == [False, is_long]


def test_a_wider_total_leaves_less_room_for_names_and_moves():
    (short,) = a_wall_of("Ada", "x" * 17, moved=1)
    (wide,) = a_wall_of("Ada", "x" * 17, moved=1, total=123456)
    assert (short.has_moves, short.is_tight) == (True, False)
    assert (wide.has_moves, wide.is_tight) == (False, True)


def test_the_first_three_ranks_stand_out_on_the_wall():
    (page,) = a_wall_of(*"abcde")
    assert [line["leads"] for line in page.columns[0]] == [True, True, True, False, False]


@pytest.fixture
def second_round():
    """Return a played round 1 and a round 2, at three tables, released just now."""
    event = an_event(deals_per_table={})
    first = a_round(event, tables=3)
    write_deal(first.tables.first())
    close_round(round=first)
    compute_event_standings(event_id=event.pk)
    return a_round(event, tables=3)


def kinds_on_wall(round):
    pages = stranger().get(url_of(round.event, "wall/")).context["pages"]
    return list(dict.fromkeys(page.kind for page in pages))


def test_seats_come_first_while_people_look_for_them(second_round):
    assert kinds_on_wall(second_round) == ["seats", "standings"]
    assert 'data-key="seats-2-1" data-fresh' in page_of(second_round.event, "wall/live/")


def test_standings_come_first_again_once_most_tables_play(second_round):
    one, two, _ = second_round.tables.order_by("number")
    write_deal(one)
    assert kinds_on_wall(second_round) == ["seats", "standings"]
    write_deal(two)
    assert kinds_on_wall(second_round) == ["standings", "seats"]


def test_standings_come_first_again_after_some_minutes(second_round, monkeypatch):
    monkeypatch.setattr(seats, "FRESH", timedelta())
    assert kinds_on_wall(second_round) == ["standings", "seats"]


def test_a_secret_round_does_not_tell_by_the_order_of_pages_who_plays(second_round):
    event = second_round.event
    publish_list(event=event, stage=Stage.PROVISIONAL, by=SYSTEM)
    freeze_event(event=Event.objects.get(pk=event.pk), is_frozen=True, by=SYSTEM)
    for table in second_round.tables.all():
        write_deal(table)
    assert kinds_on_wall(second_round) == ["seats", "standings"]


def test_the_wall_has_a_code_of_the_seats_where_phones_can_follow_it():
    url = url_of(a_round().event, "wall/")
    reached, alone = stranger().get(url), stranger().get(url, headers={"host": "localhost"})
    assert "wall-code" in text_of(reached) and "has-code" in text_of(reached)
    assert "wall-code" not in text_of(alone) and "/seats/" not in text_of(alone)


def test_the_address_chooses_what_the_wall_shows():
    wanted = {"both": {"standings", "seats"}, "seats": {"seats"}, "standings": {"standings"}}
    drawn = sixteen_tables()
    assert {show: {page.kind for page in a_hundred_on_the_wall(show, drawn)} for show in wanted} == wanted


def test_before_anything_was_played_the_wall_shows_seats():
    event = a_round().event
    compute_event_standings(event_id=event.pk)
    page = page_of(event, "wall/")
    assert "Find your seat" in page and "wall-standings" not in page


def test_a_wall_with_nothing_to_show_says_what_will_come():
    assert "when the first round is opened" in page_of(an_event(), "wall/")


def test_without_a_script_the_wall_turns_by_reloading_the_next_page():
    event = a_round(tables=8).event
    first, last = (
        page_of(event, "wall/", lines="6", **more) for more in ({"ground": "light"}, {"page": "1"})
    )
    assert 'content="3;url=' in first and "ground=light&amp;page=1" in first
    assert first.index("is-shown") < first.index('data-key="seats-1-1"')
    assert last.count("is-shown") == 1 and "page=2" in last


def test_a_page_of_the_wall_there_is_not_is_one_there_is():
    event = a_round(tables=8).event
    for page in ("999999999999", "-1", "x", "٣", "²"):
        assert page_of(event, "wall/", lines="6", page=page).count("is-shown") == 1, page


def test_the_address_chooses_the_language_of_the_wall():
    event = a_round().event
    response = stranger().get(url_of(event, "wall/?lang=ja"), headers={"Accept-Language": "de"})
    assert '<html lang="ja"' in text_of(response) and response["Content-Language"] == "ja"
    assert '<html lang="de"' in text_of(
        stranger().get(url_of(event, "wall/?lang=tlh"), headers={"Accept-Language": "de"})
    )


def test_a_long_name_on_the_wall_is_smaller_and_whole():
    name = "Maximiliane von Hohenlohe-Schillingsfürst"
    round = a_round()
    Player.objects.filter(name="Ben").update(name=name)
    assert f'is-long" >{name} <' in page_of(round.event, "wall/", lines="6")


# Polling


@pytest.mark.parametrize(("more", "most"), [("seats/live/", 6), ("wall/live/", 6)])
def test_an_unchanged_page_is_answered_by_a_handful_of_queries_and_nothing_else(more, most):
    url = url_of(a_round().event, more)
    etag = stranger().get(url)["ETag"]
    with CaptureQueriesContext(connection) as queries:
        again = stranger().get(url, headers={"If-None-Match": etag})
    assert (again.status_code, again.content, len(queries)) == (304, b"", most)


def rename(round):
    rename_player(entrant=round.event.entrants.first(), name="Adele")
    compute_event_standings(event_id=round.event.pk)


def release_another(round):
    close_round(round=round, even_if_incomplete=True)
    a_round(round.event)


def set_dealer(round):
    table = round.tables.get()
    table.revision += 1
    table.save()


CHANGES = {
    "a round is closed": lambda round: close_round(round=round, even_if_incomplete=True),
    "another round is released": release_another,
    "a name is corrected": rename,
    "a deal is written": lambda round: write_deal(round.tables.get()),
    "a sheet has news": set_dealer,
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_seats_are_sent_anew_when(change):
    round = a_round()
    compute_event_standings(event_id=round.event.pk)
    urls = [url_of(round.event, more) for more in ("seats/live/", "wall/live/")]
    tags = {url: stranger().get(url)["ETag"] for url in urls}
    change(round)
    later = [stranger().get(url, headers={"If-None-Match": tag}) for url, tag in tags.items()]
    assert [answer.status_code for answer in later] == [200, 200]
