"""Lists that grow for years are paginated, with a constant number of queries."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.addresses import key_of
from tests.builders import a_club, a_round, an_event, end_round, write_deal
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import Club, ShownAs
from tournaments.services.entry.entrants import enter_players
from tournaments.services.events.lifecycle import close_event
from tournaments.services.series.lifecycle import create_series
from tournaments.services.standings.computation import compute_event_standings
from tournaments.views.entry import entrants
from tournaments.views.publishing import public_pages
from tournaments.views.series import players, series_pages

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (players, public_pages):
        monkeypatch.setattr(module, "EVENTS", 2)
    monkeypatch.setattr(players, "PLAYERS", 3)


def a_played_club(evenings: int) -> Club:
    """Return a club of closed events that Ben won, with Ada, Cleo and a fourth player."""
    club = a_club()
    for number in range(1, evenings + 1):
        play(club, number)
    return club


def play(club: Club, number: int) -> None:
    event = an_event(club=club, name=f"Evening {number}", date=datetime.date(2026, 11, number))
    round = a_round(event=event)
    write_deal(round.tables.get())
    end_round(round)
    compute_event_standings(event_id=event.pk)
    close_event(event=event, is_closed=True)


def names_at(address: str) -> list[str]:
    """Return the names a page lists."""
    page = stranger().get(address)
    things = page.context.get("evenings") or page.context.get("events") or page.context["rows"]
    return [each["event"].name if "event" in each else each["name"] for each in things]


@pytest.mark.parametrize("address", ["/", "/clubs/{club.slug}/", "/clubs/{club.slug}/players/{ben}/"])
def test_evenings_are_shown_in_pages_the_newest_first(address: str) -> None:
    club = a_played_club(5)
    address = address.format(club=club, ben=club.players.get(name="Ben").pk)
    assert names_at(address) == ["Evening 5", "Evening 4"]
    assert names_at(f"{address}?page=2") == ["Evening 3", "Evening 2"]
    assert names_at(f"{address}?page=3") == names_at(f"{address}?page=99") == ["Evening 1"]
    assert names_at(f"{address}?page=none") == ["Evening 5", "Evening 4"]
    second = text_of(stranger().get(f"{address}?page=2"))
    assert 'rel="prev" href="?page=1"' in second and 'rel="next" href="?page=3"' in second
    assert "Page 2 of 3" in second


def test_a_list_that_fits_on_one_page_has_no_pages() -> None:
    club = a_played_club(2)
    assert "Page 1" not in text_of(stranger().get(f"/clubs/{club.slug}/"))


def test_the_head_above_the_evenings_speaks_of_all_of_them() -> None:
    club = a_played_club(5)
    page = stranger().get(f"/clubs/{club.slug}/players/{club.players.get(name='Ben').pk}/?page=3")
    assert (page.context["years"].events, page.context["years"].firsts) == (5, 5)
    assert page.context["years"].declaring.total.deals == 5


def test_ranks_go_on_from_page_to_page() -> None:
    club = a_played_club(3)
    ranks = [
        [
            (row["name"], row["rank"])
            for row in stranger().get(f"/clubs/{club.slug}/players/{page}").context["rows"]
        ]
        for page in ("", "?page=2")
    ]
    assert ranks == [[("Ben", 1), ("Ada", 2), ("Cleo", 2)], [("Emil", 2)]]


def test_a_player_is_found_by_the_name_that_is_shown_and_by_no_other() -> None:
    club = a_played_club(1)
    club.players.filter(name="Ben").update(name="Benno Kreuz", shown_as=ShownAs.SHORT)
    club.players.filter(name="Cleo").update(shown_as=ShownAs.NUMBER)
    address = f"/clubs/{club.slug}/players/?name="
    assert names_at(f"{address}benn") == ["Benno K."]
    for unseen in ("Kreuz", "Cleo"):
        page = stranger().get(address + unseen)
        assert page.context["rows"] == [] and "No player in this list has that name." in text_of(page)


def test_an_event_is_found_by_name_place_club_and_year() -> None:
    club = a_club()
    for name, place, year in (
        ("Grüner Abend", "Krug", 2024),
        ("Grand", "Öse", 2025),
        ("Skatnacht", "Krug", 2025),
    ):
        an_event(club=club, name=name, place=place, date=datetime.date(year, 5, 1))
    for address in ("/", f"/clubs/{club.slug}/"):
        assert names_at(f"{address}?name=gruner") == ["Grüner Abend"]
        assert names_at(f"{address}?name=ÖSE") == ["Grand"]
        assert names_at(f"{address}?name=krug+2025") == ["Skatnacht"]
        page = text_of(stranger().get(f"{address}?name=nowhere"))
        assert "No event has these words." in page and 'value="nowhere"' in page
    assert len(names_at("/?name=prisdorfer")) == 2


def test_a_search_goes_on_from_page_to_page() -> None:
    club = a_club()
    for number in range(1, 5):
        an_event(club=club, name=f"Evening {number}")
        an_event(club=club, name=f"Other {number}")
    second = stranger().get("/?name=evening&page=2")
    assert [each["name"] for each in second.context["events"]] == ["Evening 3", "Evening 4"]
    assert 'href="?name=evening&amp;page=1"' in text_of(second)


def test_series_come_in_pages_and_are_found_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series_pages, "SERIES", 2)
    club = a_club()
    for number in range(1, 6):
        create_series(club=club, name=f"Season {number}", is_published=True)
    address = f"/clubs/{club.slug}/series/"

    def names(query: str) -> list[str]:
        return [each["name"] for each in stranger().get(address + query).context["series"]]

    assert names("") == ["Season 1", "Season 2"] and names("?page=3") == ["Season 5"]
    assert names("?name=season+4") == ["Season 4"]
    assert "No series in this list has that name." in text_of(stranger().get(f"{address}?name=winter"))


def test_players_of_an_event_come_in_pages_and_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrants, "ENTRANTS", 3)
    event = an_event()
    names = ["Änne Weiß", "Ben Ost", "Cleo Grün", "Dov Land", "Emil See"]
    enter_players(event=event, names=names)
    address = f"/events/{event.slug}/organise/players/"

    def listed(query: str) -> list[str]:
        return [each.player.name for each in ada().get(address + query).context["entrants"]]

    assert listed("") == names[:3] and listed("?page=2") == names[3:]
    assert listed("?name=anne") == names[:1] and listed("?name=4") == names[3:4]
    assert "5 players entered" in text_of(ada().get(f"{address}?page=2"))
    assert "No player in this list has that name." in text_of(ada().get(f"{address}?name=zoe"))


def test_a_tap_on_a_later_page_leads_back_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrants, "ENTRANTS", 1)
    event = an_event()
    _, ben = enter_players(event=event, names=["Ada", "Ben"])
    page = text_of(ada().get(f"/events/{event.slug}/organise/players/?page=2"))
    assert '<input type="hidden" name="page" value="2">' in page
    sent = {"present": "no", "back_to": "players", "q": "", "page": "2"}
    answer = ada().post(f"/events/{event.slug}/organise/check-in/{ben.pk}/", sent)
    assert answer["Location"].endswith("/organise/players/?page=2#entrant-2")


def test_the_pages_of_years_take_as_many_queries_as_those_of_one_evening() -> None:
    club = a_played_club(1)
    ben = club.players.get(name="Ben").pk
    addresses = [
        "/",
        f"/clubs/{club.slug}/",
        f"/clubs/{club.slug}/players/",
        f"/clubs/{club.slug}/players/{ben}/",
    ]
    before = [queries_of(address) for address in addresses]
    for number in range(2, 7):
        play(club, number)
    assert [queries_of(address) for address in addresses] == before


def queries_of(address: str) -> int:
    """Return how many queries a page takes after a first request."""
    stranger().get(address)
    with CaptureQueriesContext(connection) as queries:
        assert stranger().get(address).status_code == 200
    return len(queries)


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/", b"page=2"),
        ("/", b"name=Ben"),
        ("/clubs/a/", b"page=2"),
        ("/clubs/a/", b"name=Ben"),
        ("/clubs/a/series/", b"page=2"),
        ("/clubs/a/series/", b"name=Ben"),
        ("/clubs/a/players/", b"page=2"),
        ("/clubs/a/players/", b"name=Ben"),
        ("/clubs/a/players/", b"game=flunk"),
        ("/clubs/a/players/7/", b"page=2"),
    ],
)
def test_a_kept_page_is_not_shown_for_another(path: str, query: bytes) -> None:
    headers = {b"host": b"testserver"}
    assert key_of(path, query, "http", headers) != key_of(path, b"", "http", headers)


def test_the_front_page_finds_clubs_that_have_a_public_event():
    an_event(club=a_club(name="Prisdorfer Kartenrunde"))
    an_event(club=a_club(name="Prisdorf, only planned"), name="Secret", is_published=False)
    an_event(club=a_club(name="Elmshorn"), name="Spring")
    page = text_of(stranger().get("/?name=prisdorf"))
    assert 'href="/clubs/prisdorfer-kartenrunde/"' in page
    assert "only planned" not in page and "elmshorn/" not in page
    assert 'id="found-clubs"' not in text_of(stranger().get("/"))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "25.11.2026"),
        ("de", "25. November"),
        ("en", "November 2026"),
        ("en", "25/11/2026"),
        ("ja", "2026年11月25日"),
        ("ja", "2026-11-25"),
        ("en", "Elmshorn 2026"),
    ],
)
def test_the_front_page_finds_events_by_date_and_place_as_readers_write_them(language: str, words: str):
    club = a_club(name="Möwe")
    an_event(club=club, name="Autumn", place="Elmshorn", date=datetime.date(2026, 11, 25))
    an_event(club=club, name="Spring", slug="spring", place="Pinneberg", date=datetime.date(2027, 5, 2))
    page = stranger().get("/", {"name": words}, headers={"Accept-Language": language})
    names = {each["name"] for each in page.context["events"]}
    assert names == {"Autumn"}


def test_a_club_is_found_by_the_town_where_it_plays():
    an_event(club=a_club(name="Kartenrunde"), place="Elmshorn")
    hidden = a_club(name="Secret")
    an_event(club=hidden, name="Hidden", place="Elmshorn", is_unlisted=True)
    page = stranger().get("/", {"name": "elmshorn"})
    assert [each["name"] for each in page.context["found_clubs"]] == ["Kartenrunde"]
