"""Pages of series, of teams and categories, and of a club's players over all events."""

import datetime
from typing import Any

import pytest

from tests.builders import a_club, a_round, a_week_later, an_event, write_deal
from tests.tournaments.visitors import ada, dov, queries_of, stranger, text_of
from tournaments.models import Event, Publication, Series, ShownAs, Stage
from tournaments.services.competitions.teams import teams_of_words
from tournaments.services.entry.entrants import set_team
from tournaments.services.series.lifecycle import create_series, list_player
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db


def an_evening(club=None, name="Autumn Fipsen", seats=4, tables=1, **changes):
    """Return an event in which Ben made a deal at table 1."""
    club = club or a_club()
    event = an_event(club=club, name=name, **{"date": a_week_later(club), **changes})
    round = a_round(event=event, seats=seats, tables=tables)
    for table in round.tables.all():
        write_deal(table)
    compute_event_standings(event_id=event.pk)
    return event


def a_series(*events, **changes):
    """Return a published series of these events."""
    values: dict[str, Any] = {"name": "Season 2026", "is_published": True} | changes
    club = values.pop("club", None) or (events[0].club if events else a_club())
    return create_series(club=club, events=events, **values)


def url_of(series, more=""):
    return f"/series/{series.slug}/{more}"


def table_of(series, visitor=None, more=""):
    return (visitor or stranger()).get(url_of(series, more)).context["table"]


def players_url(club, more=""):
    return f"/clubs/{club.slug}/players/{more}"


def ben_of(club):
    return club.players.get(name="Ben")


def form_of(event=None, **changes):
    """Return a browser's form for a new series."""
    sent = {"name": "Season 2026", "by": "places", "points": "25-18", "ties": "share", "guests": "in"}
    return sent | ({"events": [event.pk]} if event else {}) | changes


# A series


def test_a_series_shows_rank_name_points_and_a_column_for_each_event():
    first = an_evening()
    second = an_evening(first.club, "Winter Fipsen", date=datetime.date(2026, 12, 1))
    table = table_of(a_series(second, first))
    assert [event.name for event in table["events"]] == ["Autumn Fipsen", "Winter Fipsen"]
    row = table["rows"][0]
    assert (row["rank"], row["name"], row["total"]) == (1, "Ben", 50)
    assert [cell["value"] for cell in row["cells"]] == [25, 25]


def test_every_figure_leads_to_its_event():
    event = an_evening()
    page = text_of(stranger().get(url_of(a_series(event))))
    assert f'href="/events/{event.slug}/"' in page and f'href="/events/{event.slug}/entrants/2/"' in page


@pytest.mark.parametrize(
    ("language", "written", "in_file"), [("de", "0,33", ";0,333333;"), ("en", "0.33", ",0.333333,")]
)
def test_a_third_of_a_point_is_written_as_the_language_has_it(language, written, in_file):
    series = a_series(an_evening(), policy={"by": "places", "points": [9, 1], "ties": "share"})
    asked = {"Accept-Language": language}
    assert f">{written}<" in text_of(stranger().get(url_of(series), headers=asked))
    assert in_file in text_of(stranger().get(url_of(series, "standings.csv"), headers=asked))


def test_an_unpublished_series_is_not_there_for_strangers():
    series = a_series(an_evening(), is_published=False)
    for more in ("", "?format=json", "?category=women"):
        assert stranger().get(url_of(series, more)).status_code == 404
        assert dov().get(url_of(series, more)).status_code == 404
    assert ada().get(url_of(series)).status_code == 200
    assert "Season 2026" not in text_of(stranger().get(f"/clubs/{series.club.slug}/series/"))


def test_an_unpublished_event_counts_for_its_club_only():
    hidden = an_evening(name="Secret Fipsen", is_published=False)
    series = a_series(hidden)
    assert "Secret" not in text_of(stranger().get(url_of(series))) and table_of(series)["rows"] == []
    assert table_of(series, ada())["rows"][0]["total"] == 25


def test_a_last_round_that_is_secret_counts_for_nobody_until_the_final_list():
    event = an_evening(is_frozen=True)
    series = a_series(event)
    assert table_of(series, ada())["rows"] == []
    final_list(event)
    assert table_of(series)["rows"][0]["name"] == "Ben"


def final_list(event, **changes):
    """Return a final list in which Ben won with 7 points, whatever was written."""
    line = {"rank": 1, "number": 2, "values": [7], "rounds": [[1, 7]], "tie_breaks": []}
    values = {"rows": {"lines": [line]}, "digest": "", "at": "2026-11-22T10:00:00Z"}
    return Publication.objects.create(event=event, number=1, stage=Stage.FINAL, **values)


def test_a_final_list_counts_whatever_the_sheets_say_by_now():
    event = an_evening()
    final_list(event)
    [row] = table_of(a_series(event, policy={"by": "total"}))["rows"]
    assert (row["name"], row["total"]) == ("Ben", 7)


def test_a_category_has_a_list_of_its_own():
    event = an_evening()
    cleo = event.club.players.get(name="Cleo")
    list_player(player=cleo, categories=["women"], is_guest=False)
    series = a_series(event)
    assert table_of(series)["categories"] == ["women"]
    [row] = table_of(series, more="?category=women")["rows"]
    assert (row["name"], row["rank"]) == ("Cleo", 1)


def test_a_series_can_be_had_as_json():
    answer = stranger().get(url_of(a_series(an_evening()), "?format=json")).json()
    assert (answer["name"], answer["rows"][0]["total"]) == ("Season 2026", 25)


def test_names_are_shown_as_the_players_want_them():
    event = an_evening()
    event.club.players.filter(name="Ben").update(name="Ben Timm", shown_as=ShownAs.SHORT)
    event.club.players.filter(name="Ada").update(is_forgotten=True)
    page = text_of(stranger().get(url_of(a_series(event))))
    assert "Ben T." in page and "Timm" not in page and ">Ada<" not in page


def test_a_series_whose_events_became_different_says_so_and_adds_nothing_up():
    first = an_evening()
    second = an_evening(first.club, "Winter Fipsen")
    series = a_series(first, second, policy={"by": "total"})
    type(second).objects.filter(pk=second.pk).update(policy={"by": "average"})
    page = stranger().get(url_of(series))
    assert "Only one kind of value" in text_of(page) and page.context["table"]["rows"] == []


def test_the_queries_of_a_series_do_not_grow_with_players_or_events():
    small = a_series(an_evening())
    events = [an_evening(small.club, f"Evening {number}", tables=3) for number in range(4)]
    large = a_series(*events, club=small.club)
    assert queries_of(stranger(), url_of(large)) == queries_of(stranger(), url_of(small)) < 16


# Creating and changing


def test_a_director_makes_a_series_in_words():
    event = an_evening()
    answer = ada().post(
        f"/clubs/{event.club.slug}/new-series/", form_of(event, best="1", of="8", is_published="on")
    )
    series = Series.objects.get()
    assert answer["Location"] == url_of(series)
    assert series.policy == {
        "by": "places", "points": [25, 18], "ties": "share", "best": 1, "of": 8, "guests": "in",
    }  # fmt: skip
    assert "The best 1 of 8 events count." in text_of(stranger().get(url_of(series)))


@pytest.mark.parametrize(
    ("by", "policy"),
    [("total", {"by": "total", "guests": "in"}), ("players", {"by": "places", "points": "players"})],
)
def test_only_what_means_something_is_stored(by, policy):
    club = a_club()
    ada().post(f"/clubs/{club.slug}/new-series/", form_of(by=by))
    assert policy.items() <= Series.objects.get().policy.items()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"best": "3"}, "The best 3 of 1 events cannot count."),
        ({"points": "1-2"}, "Points go down"),
        ({"points": "a lot"}, "Points are whole numbers"),
        ({"name": ""}, "This field is required."),
        ({"events": ["x"]}, "x is not one of the available choices"),
    ],
)
def test_a_series_that_cannot_be_meant_is_refused_and_what_was_typed_is_kept(wrong, sentence):
    event = an_evening()
    refused = ada().post(f"/clubs/{event.club.slug}/new-series/", form_of(event, minimum="1", **wrong))
    assert refused.status_code == 422 and 'role="alert"' in text_of(refused) and sentence in text_of(refused)
    assert 'name="minimum" value="1"' in text_of(refused)
    assert not Series.objects.exists()


def test_an_event_of_another_club_is_refused_with_a_sentence():
    foreign = an_event(club=a_club("dov", "Kartenfreunde Elmshorn"), name="Elmshorn Open")
    refused = ada().post(f"/clubs/{a_club().slug}/new-series/", form_of(foreign))
    assert "“Elmshorn Open” (Kartenfreunde Elmshorn)" in text_of(refused)
    assert not Series.objects.exists()


def test_the_settings_stand_at_what_is_stored_and_change_it():
    series = a_series(an_evening(), policy={"points": [9, 5], "best": 1})
    page = ada().get(url_of(series, "organise/"))
    assert 'value="9-5"' in text_of(page) and "checked" in text_of(page)
    ada().post(url_of(series, "organise/"), form_of(name="Season 2027", points="3-1"))
    series.refresh_from_db()
    assert (series.name, series.policy["points"], series.events.count()) == ("Season 2027", [3, 1], 0)


def test_the_next_series_is_counted_as_the_last_one_without_its_events():
    series = a_series(an_evening(), policy={"points": [9, 5], "best": 1, "of": 8})
    answer = ada().post(url_of(series, "organise/next/"), {"name": "Season 2027"})
    copied = Series.objects.get(name="Season 2027")
    assert answer["Location"] == url_of(copied, "organise/")
    assert (copied.policy, copied.events.count(), copied.is_published) == (series.policy, 0, False)


@pytest.mark.parametrize("more", ["organise/", "organise/next/"])
def test_only_directors_of_its_club_change_a_series(more):
    series = a_series(an_evening())
    assert dov().post(url_of(series, more), form_of()).status_code == 404
    assert "/accounts/login/" in stranger().post(url_of(series, more), form_of())["Location"]
    assert dov().post(f"/clubs/{series.club.slug}/new-series/", form_of()).status_code == 404


def test_a_club_lists_its_series():
    series = a_series(an_evening())
    url = f"/clubs/{series.club.slug}/series/"
    assert "Season 2026" in text_of(stranger().get(url)) and "new-series" not in text_of(stranger().get(url))
    assert "new-series" in text_of(ada().get(url))


# Teams and categories of an event


def a_team_event():
    """Return an event: Ada, Ben, Cleo, Emil against Frieda, Gustav, Hanne; Ben and Gustav made a deal."""
    event = an_evening(tables=2)
    for entrant in event.entrants.all():
        if entrant.number <= 7:
            set_team(entrant=entrant, team="Aces" if entrant.number <= 4 else "Kings")
    teams_of_words(event=event)
    return event


def test_an_event_of_teams_shows_them_with_the_short_one_scaled():
    event = a_team_event()
    page = stranger().get(f"/events/{event.slug}/teams/")
    [teams] = page.context["competitions"]
    assert [(row["rank"], row["name"], row["total"]) for row in teams["rows"]] == [
        (1, "Kings", "8/3"), (2, "Aces", 2),
    ]  # fmt: skip
    assert "one missing, scaled to a full team" in text_of(page)
    assert "/teams/" in text_of(stranger().get(f"/events/{event.slug}/"))


def test_an_event_lists_its_categories_with_ranks_of_their_own():
    event = an_evening()
    for name in ("Cleo", "Emil"):
        list_player(player=event.club.players.get(name=name), categories=["women"], is_guest=False)
    [category] = stranger().get(f"/events/{event.slug}/teams/").context["competitions"]
    assert [(row["rank"], row["name"]) for row in category["rows"]] == [(1, "Cleo"), (1, "Emil")]


def test_an_event_without_teams_says_how_there_would_be_some():
    event = an_evening()
    assert "No competitions beside the standings" in text_of(stranger().get(f"/events/{event.slug}/teams/"))
    assert "/teams/" not in text_of(stranger().get(f"/events/{event.slug}/"))


def test_the_teams_of_an_unpublished_event_are_not_there_for_strangers():
    event = an_evening(is_published=False)
    assert stranger().get(f"/events/{event.slug}/teams/").status_code == 404


def test_teams_do_not_show_a_round_that_is_secret():
    event = a_team_event()
    type(event).objects.filter(pk=event.pk).update(is_frozen=True)
    assert stranger().get(f"/events/{event.slug}/teams/").context["competitions"] == []


# Players


def test_only_a_finished_event_is_won_or_a_players_best():
    event = an_evening()
    person = f"{players_url(event.club)}{event.entrants.get(player__name='Ben').player_id}/"
    for is_closed in (False, True):
        Event.objects.update(is_closed=is_closed)
        row = stranger().get(players_url(event.club)).context["rows"][0]
        assert (row["name"], row["firsts"], row["best"] is not None) == ("Ben", is_closed, is_closed)
        assert ("Best event" in text_of(stranger().get(person))) == is_closed


def test_a_club_lists_its_players_by_rating():
    event = an_evening()
    Event.objects.update(is_closed=True)
    rows = stranger().get(players_url(event.club)).context["rows"]
    assert (rows[0]["name"], rows[0]["firsts"], rows[0]["rank"]) == ("Ben", 1, None)
    assert rows[0]["rating"].points > 1000 > rows[1]["rating"].points


def test_a_players_page_that_was_looked_at_before_follows_a_final_list():
    event = an_evening()
    address = players_url(event.club, f"{ben_of(event.club).pk}/")
    assert [each["evening"].total for each in stranger().get(address).context["evenings"]] == [2]
    final_list(event)
    assert [each["evening"].total for each in stranger().get(address).context["evenings"]] == [7]


def test_after_three_events_ratings_have_ranks():
    club = a_club()
    for number in range(3):
        an_evening(club, f"Evening {number}")
    assert stranger().get(players_url(club)).context["rows"][0]["rank"] == 1


def test_a_players_page_explains_every_step_of_the_rating():
    event = an_evening()
    page = stranger().get(players_url(event.club, f"{ben_of(event.club).pk}/"))
    step = page.context["years"].shown[0].step
    assert (step.before, step.places, step.expected) == (1000, (1,), 2.5)
    assert f"rating +{step.change} to {step.after}: place 1 at the table, expected 2.5" in text_of(page)
    assert "rank 1 of 4" in text_of(page)


def test_a_rating_is_drawn_from_the_second_evening_on():
    club = an_evening().club
    url = players_url(club, f"{ben_of(club).pk}/")
    assert stranger().get(url).context["picture"] is None
    an_evening(club, "Winter Fipsen")
    page = stranger().get(url)
    assert 'class="picture"' in text_of(page) and "From 1000 to" in page.context["picture"].description


def test_a_players_page_shows_their_games_as_declarer():
    event = an_evening()
    table = event.rounds.get().tables.get()
    write_deal(table, 2, bid=3, tricks=2, trump="H", announced=["hand"], took_skat=False)
    page = stranger().get(players_url(event.club, f"{ben_of(event.club).pk}/"))
    declaring = page.context["years"].declaring
    assert (declaring.total.deals, declaring.total.won, declaring.average_bid) == (2, 1, 2.5)
    assert [(bid.word, bid.deals, bid.won) for bid in declaring.bids] == [("2", 1, 1), ("3", 1, 0)]
    assert ("Named in the bid: Hand", 1, 0) in [(each.word, each.deals, each.won) for each in declaring.words]


def test_unpublished_events_are_for_members_only():
    event = an_evening(is_published=False)
    assert stranger().get(players_url(event.club)).context["rows"] == []
    assert len(ada().get(players_url(event.club)).context["rows"]) == 4


def test_a_player_who_is_a_number_or_forgotten_has_no_page():
    event = an_evening()
    club = event.club
    club.players.filter(name="Ben").update(shown_as=ShownAs.NUMBER)
    club.players.filter(name="Cleo").update(is_forgotten=True)
    assert [row["name"] for row in stranger().get(players_url(club)).context["rows"]] == ["Ada", "Emil"]
    for player in club.players.filter(name__in=["Ben", "Cleo"]):
        assert stranger().get(players_url(club, f"{player.pk}/")).status_code == 404


def test_a_player_of_another_club_is_not_found():
    event = an_evening()
    other = a_club("dov", "Kartenfreunde Elmshorn")
    assert stranger().get(players_url(other, f"{ben_of(event.club).pk}/")).status_code == 404


def test_a_director_says_which_lists_a_player_stands_in():
    event = an_evening()
    ben = ben_of(event.club)
    ada().post(
        players_url(event.club, f"{ben.pk}/lists/"), {"categories": "juniors、men ,juniors", "is_guest": "on"}
    )
    ben.refresh_from_db()
    assert (ben.categories, ben.is_guest) == (["juniors", "men"], True)


def test_a_list_that_cannot_be_is_refused_and_what_was_typed_is_kept():
    event = an_evening()
    ben = ben_of(event.club)
    refused = ada().post(players_url(event.club, f"{ben.pk}/lists/"), {"categories": "x" * 31})
    assert (
        refused.status_code == 422
        and "at most 30 characters" in text_of(refused)
        and "x" * 31 in text_of(refused)
    )


def test_a_director_keeps_the_member_register_and_no_stranger_reads_it():
    event = an_evening()
    ben = ben_of(event.club)
    facts = {
        "member_number": "M-17",
        "federation_number": "08.15.471",
        "home_club": "Kiel",
        "reading": "べん",
        "email": "ben@example.org",
        "birth_year": "1970",
    }
    url = players_url(event.club, f"{ben.pk}/")
    assert ada().post(f"{url}lists/", facts).status_code == 302
    ada().post(f"{url}lists/", {"categories": "men"})  # a form without the register leaves it alone
    ben.refresh_from_db()
    assert [str(getattr(ben, name)) for name in facts] == list(facts.values())
    page, public = text_of(ada().get(url)), text_of(stranger().get(url))
    assert all(value in page and value not in public for value in facts.values())
    refused = ada().post(f"{url}lists/", facts | {"birth_year": "1776", "email": "ben at home"})
    assert refused.status_code == 422 and "1776" in text_of(refused) and "ben at home" in text_of(refused)
    unborn = ada().post(f"{url}lists/", facts | {"birth_year": "2099"})
    assert unborn.status_code == 422 and "or earlier; not 2099" in text_of(unborn)
    ada().post(f"{url}lists/", facts | {"birth_year": "", "email": ""})
    ben.refresh_from_db()
    assert (ben.birth_year, ben.email) == (None, "")


def test_strangers_do_not_change_lists():
    event = an_evening()
    url = players_url(event.club, f"{ben_of(event.club).pk}/lists/")
    assert dov().post(url, {"categories": "x"}).status_code == 404
    assert "/accounts/login/" in stranger().post(url, {})["Location"]


def ratings_by_name(club):
    rows = stranger().get(players_url(club)).context["rows"]
    return {row["name"]: row["rating"].points for row in rows}


def test_a_corrected_deal_changes_the_ratings():
    event = an_evening()
    before = ratings_by_name(event.club)["Ben"]
    write_deal(event.rounds.get().tables.get(), 2, declarer=2, bid=5, tricks=5)
    compute_event_standings(event_id=event.pk)
    after = ratings_by_name(event.club)
    assert after["Ben"] < before <= after["Cleo"]


@pytest.mark.parametrize("more", ["", "{ben}/"], ids=["list", "player"])
def test_the_queries_of_players_do_not_grow_with_players_events_or_sheets(more):
    small = an_evening().club
    large = a_club("dov", "Kartenfreunde Elmshorn")
    for number in range(4):
        an_evening(large, f"Evening {number}", tables=3)
    counted = [
        queries_of(stranger(), players_url(club, more.format(ben=ben_of(club).pk))) for club in (small, large)
    ]
    assert counted[0] == counted[1] < 22


@pytest.mark.parametrize("url", ["/series/{series}/", "/clubs/{club}/series/", "/clubs/{club}/players/"])
def test_public_pages_are_only_read(url):
    series = a_series(an_evening())
    assert stranger().post(url.format(series=series.slug, club=series.club.slug)).status_code == 405
