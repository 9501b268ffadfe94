"""A series for programs and spreadsheets, and the live page of teams."""

import csv
import datetime
import io

import pytest

from tests.builders import write_deal
from tests.tournaments.series.test_pages_series import a_series, a_team_event, an_evening, url_of
from tests.tournaments.visitors import stranger, text_of
from tournaments.models import ShownAs
from tournaments.services.competitions.teams import dissolve_team
from tournaments.services.series.lifecycle import list_player
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db


def a_season():
    """Return two events of which the best counts; Ben won both, Cleo's category looks like a formula."""
    first = an_evening()
    second = an_evening(first.club, "=Winter Fipsen", date=datetime.date(2026, 12, 1))
    list_player(player=first.club.players.get(name="Cleo"), categories=["=women"], is_guest=False)
    return a_series(first, second, policy={"points": [9, 6, 4, 3], "best": 1})


def csv_of(series, more=""):
    answer = stranger().get(url_of(series, f"standings.csv{more}"))
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_the_api_has_a_series_with_the_lists_of_its_categories():
    series = a_season()
    answer = stranger().get(f"/api/v1/series/{series.slug}/").json()
    assert answer == stranger().get(url_of(series, "?format=json")).json()
    assert [event["date"] for event in answer["events"]] == ["2026-11-21", "2026-12-01"]
    assert [cell["counts"] for cell in answer["rows"][0]["cells"]] == [True, False]
    [category] = answer["categories"]
    assert (category["key"], [row["name"] for row in category["rows"]]) == ("=women", ["Cleo"])


def test_the_api_lists_published_series_and_sends_none_twice():
    series, _ = a_season(), a_series(name="Hidden", is_published=False)
    assert [each["slug"] for each in stranger().get("/api/v1/series/").json()["series"]] == [series.slug]
    url = f"/api/v1/series/{series.slug}/"
    etag = stranger().get(url)["ETag"]
    assert stranger().get(url, headers={"If-None-Match": etag}).status_code == 304


def test_the_csv_of_a_series_has_every_list_and_no_cell_that_could_run():
    head, *rows = csv_of(a_season())
    assert head[:4] == ["category", "rank", "name", "total"] and head[-1] == "left_out"
    assert rows[0][:4] == ["", "1", "Ben", "9"] and rows[0][4:6] == ["9", "9"] and rows[0][6] == head[5]
    assert [row[:3] for row in rows if row[0]] == [["'=women", "1", "Cleo"]]


def test_the_csv_of_a_category_has_its_list_only():
    assert [row[2] for row in csv_of(a_season(), "?category=%3Dwomen")] == ["name", "Cleo"]


@pytest.mark.parametrize("name", ["standings.csv", "standings.pdf"])
def test_a_file_of_a_series_is_sent_anew_when_it_changed(name):
    series = a_season()
    etag = stranger().get(url_of(series, name))["ETag"]
    assert stranger().get(url_of(series, name), headers={"If-None-Match": etag}).status_code == 304
    series.club.players.filter(name="Ben").update(shown_as=ShownAs.NUMBER)
    assert stranger().get(url_of(series, name), headers={"If-None-Match": etag}).status_code == 200


# Teams


def test_the_teams_follow_the_tables_as_the_standings_do():
    event = a_team_event()
    page = text_of(stranger().get(f"/events/{event.slug}/teams/"))
    url = f"/events/{event.slug}/teams/live/"
    assert f'data-live="{url}"' in page and "live.js" in page and 'data-key="teams/2" data-rank="1"' in page
    etag = stranger().get(url)["ETag"]
    assert stranger().get(url, headers={"If-None-Match": etag}).status_code == 304
    write_deal(event.rounds.get().tables.get(number=1), 2, bid=4, tricks=4)
    compute_event_standings(event_id=event.pk)
    fresh = stranger().get(url, headers={"If-None-Match": etag})
    assert 'data-key="teams/1" data-rank="1"' in text_of(fresh) and text_of(fresh).strip() not in page


@pytest.mark.parametrize("change", ["team", "category"])
def test_another_team_or_category_is_news(change):
    event = a_team_event()
    url = f"/events/{event.slug}/teams/live/"
    etag = stranger().get(url)["ETag"]
    if change == "team":
        dissolve_team(team=event.teams.get(number=1))
    else:
        list_player(player=event.club.players.get(name="Cleo"), categories=["women"], is_guest=False)
    assert stranger().get(url, headers={"If-None-Match": etag}).status_code == 200
