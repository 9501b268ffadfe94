"""The member register: everybody in the club's lists, played or not, in pages and searched, for directors."""

import pytest

from tests.builders import a_club, an_event
from tests.tournaments.visitors import ada, dov, queries_of, stranger, text_of
from tournaments.models import Player, ShownAs
from tournaments.selectors.clubs.register import records_called
from tournaments.services.entry.entrants import enter_players

pytestmark = pytest.mark.django_db

FACTS = {
    "reading": "さとう えみ",
    "member_number": "4711",
    "federation_number": "DE-08",
    "home_club": "Elmshorn",
    "email": "emi@example.org",
    "birth_year": 1961,
    "categories": ["women", "seniors"],
    "is_guest": True,
}


@pytest.fixture
def emi():
    """Return a player with everything in the register who never played."""
    return Player.objects.create(club=a_club(), name="Emi Satō", **FACTS)


def url_of(club, query=""):
    return f"/clubs/{club.slug}/register/{query}"


def test_the_register_has_everybody_with_all_that_is_known(emi):
    page = text_of(ada().get(url_of(emi.club)))
    facts = ("さとう えみ", "4711", "DE-08", "Elmshorn", "emi@example.org", "1961", "women, seniors", "guest")
    assert all(words in page for words in ("Emi Satō", *facts))
    assert f"/clubs/{emi.club.slug}/players/{emi.pk}/" in page
    assert url_of(emi.club) in text_of(ada().get(f"/clubs/{emi.club.slug}/"))


@pytest.mark.parametrize("query", ["emi sato", "4711", "elmshorn", "DE-08", "さとう"])
def test_a_person_is_found_by_name_number_club_and_reading(emi, query):
    Player.objects.create(club=emi.club, name="Ben")
    page = text_of(ada().get(url_of(emi.club, f"?name={query}")))
    assert "Emi Satō" in page and "Ben" not in page


def test_the_register_comes_in_pages_with_as_many_queries_for_many_as_for_few(emi):
    few = queries_of(ada(), url_of(emi.club))
    enter_players(event=an_event(club=emi.club), names=[f"Player {number:02}" for number in range(60)])
    assert queries_of(ada(), url_of(emi.club)) <= few + 1  # the page turns
    assert "Page 2 of 2" in text_of(ada().get(url_of(emi.club, "?page=2")))


def test_the_register_is_sorted_by_surname(emi):
    for name in ("Zoë Kühlewind", "Jürgen van der Meer", "Bo", "Dr. Anna Müller"):
        Player.objects.create(club=emi.club, name=name)
    names = [each.name for each in records_called(emi.club, "")]
    assert names[:4] == ["Bo", "Zoë Kühlewind", "Jürgen van der Meer", "Dr. Anna Müller"]


def test_duplicates_and_removed_names_are_not_in_it(emi):
    Player.objects.create(club=emi.club, name="EMI", merged_into=emi)
    Player.objects.create(club=emi.club, name="Gone", is_forgotten=True)
    page = text_of(ada().get(url_of(emi.club)))
    assert "EMI<" not in page and "Gone" not in page


def test_directors_keep_the_register_of_a_player_who_is_shown_by_number(emi):
    Player.objects.filter(pk=emi.pk).update(shown_as=ShownAs.NUMBER)
    where = f"/clubs/{emi.club.slug}/players/{emi.pk}/"
    assert "Emi Satō" in text_of(ada().get(where))
    sent = {"member_number": "12", "categories": "women"}
    assert ada().post(f"{where}lists/", sent).status_code == 302
    emi.refresh_from_db()
    assert (emi.member_number, emi.categories, emi.is_guest) == ("12", ["women"], False)
    assert [each.get(where).status_code for each in (stranger(), dov())] == [404, 404]


def test_others_do_not_see_the_register(emi):
    assert dov().get(url_of(emi.club)).status_code == 404
    assert stranger().get(url_of(emi.club))["Location"].startswith("/accounts/login/")
