"""The public names of players, removing a name for good, and access to unpublished events."""

import pytest
from django.urls import get_resolver, reverse

from scoring.not_possible import NotPossible
from tests.builders import a_record, a_request, a_round, an_event, write_deal
from tests.tournaments.everywhere import all_patterns
from tests.tournaments.publishing.test_publishing import ADA, compute, played, publish
from tests.tournaments.visitors import ada, dov, stranger, text_of
from tournaments.models import EventChangeKind, Player, Reason, ShownAs
from tournaments.selectors.publishing.publications import is_whole
from tournaments.services.clubs.anonymising import anonymise_player, is_named_in, show_player_as
from tournaments.services.entry.entrants import rename_player
from tournaments.services.history.audit import audit
from tournaments.services.sheets.deals import correct_deal
from tournaments.services.standings.verification import differences
from tournaments.wording.names import public_name
from tournaments.wording.person_names import short_name

pytestmark = pytest.mark.django_db
ANNA = "Anna Krüger"


@pytest.fixture
def event():
    """Return an event in which Anna Krüger has start number 2 and won the only deal."""
    event = played()
    rename_player(entrant=event.entrants.get(number=2), name=ANNA)
    compute(event)
    return event


def anna(event):
    return event.entrants.get(number=2).player


def public_urls(event):
    """Return every public address under an event, from the URL configuration."""
    table = event.rounds.get(number=1).tables.get()
    given = {"slug": event.slug, "number": 2, "public_id": table.public_id}
    return {
        str(each.name): reverse(str(each.name), kwargs={key: given[key] for key in each.pattern.converters})
        for each in all_patterns(get_resolver("tournaments.urls").url_patterns)
        if is_public(each) and set(each.pattern.converters) <= set(given)
    }


def is_public(pattern):
    route = str(pattern.pattern)
    own = route.startswith("events/<any_slug:slug>/")
    return own and "organise/" not in route and not str(pattern.name).startswith("api_")


def api_urls(event):
    return [f"/api/v1/events/{event.slug}/", f"/api/v1/events/{event.slug}/standings/"]


# Names


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Anna Krüger", "Anna K."),
        ("Anna Maria von Krüger", "Anna K."),
        ("Ada", "Ada"),
        ("山田 太郎", "山田 太."),
        ("山田太郎", "山田…"),
    ],
)
def test_a_short_name_is_the_first_name_and_an_initial(name, short):
    assert short_name(name) == short


def test_a_number_replaces_a_hidden_name():
    player = Player(name=ANNA, shown_as=ShownAs.NUMBER)
    assert public_name(player, 7) == "Number 7"
    assert public_name(player) == "without a name"


@pytest.mark.parametrize("shown_as", [ShownAs.SHORT, ShownAs.NUMBER])
def test_no_public_address_tells_more_of_a_name_than_its_owner_wants(event, shown_as):
    publish(event)
    show_player_as(player=anna(event), shown_as=shown_as)
    for url in [*public_urls(event).values(), *api_urls(event)]:
        answer = stranger().get(url)
        assert "Krüger" not in answer.content.decode(errors="ignore"), url


def test_the_table_and_the_director_see_the_full_name(event):
    show_player_as(player=anna(event), shown_as=ShownAs.NUMBER)
    assert ANNA in text_of(ada().get(f"/events/{event.slug}/organise/players/"))
    assert ANNA in text_of(ada().get(f"/events/{event.slug}/organise/rounds/1/"))


def test_a_hidden_name_cannot_be_searched_for(event):
    player = anna(event)
    player.reading, player.shown_as = "krueger anna", ShownAs.NUMBER
    player.save()
    page = stranger().get(f"/events/{event.slug}/seats/", {"name": "krue"})
    assert page.context["rounds"][0]["places"] == []


def test_pages_know_at_once_that_a_name_is_shown_otherwise(event):
    url = f"/api/v1/events/{event.slug}/standings/"
    before = stranger().get(url)["ETag"]
    show_player_as(player=anna(event), shown_as=ShownAs.SHORT)
    after = stranger().get(url, headers={"If-None-Match": before})
    assert after.status_code == 200 and "Anna K." in text_of(after)
    anonymise_player(player=anna(event), by=ADA)
    removed = stranger().get(url, headers={"If-None-Match": after["ETag"]})
    assert removed.status_code == 200 and "Number 2" in text_of(removed)


# Anonymising


def test_a_removed_name_is_nowhere_and_its_numbers_everywhere(event):
    anonymise_player(player=anna(event), by=ADA)
    assert not Player.objects.filter(name__contains="Anna").exists()
    for url in [*public_urls(event).values(), *api_urls(event)]:
        assert "Anna" not in stranger().get(url).content.decode(errors="ignore"), url
    assert "Number 2" in text_of(stranger().get(f"/events/{event.slug}/"))
    assert "Anna" not in text_of(ada().get(f"/events/{event.slug}/organise/players/"))


def test_chains_lists_and_sums_stay_whole(event):
    published = publish(event)
    anonymise_player(player=anna(event), by=ADA)
    assert audit(event)[1] == [] and differences(event) == []
    published.refresh_from_db()
    assert is_whole(published)
    page = text_of(stranger().get(f"/lists/{published.public_id}/"))
    assert "Number 2" in page and "Yes: rank, number and values" in page


def test_forgetting_stands_in_the_history_by_id_only(event):
    player = anna(event)
    anonymise_player(player=player, by=ADA)
    entry = event.entries.get(kind=EventChangeKind.FORGOTTEN)
    assert entry.facts == {"player": player.pk}


def test_reasons_that_name_a_player_go_with_the_name_and_others_stay():
    event = an_event()
    table = a_round(event).tables.get()
    rename_player(entrant=event.entrants.get(number=2), name=ANNA)
    for number, reason in enumerate(["Annas mistake", "miscounted"], start=1):
        write_deal(table, number)
        changes = {"record": a_record(bid=3, tricks=3), "revision": 1, "reason": reason}
        correct_deal(table=table, number=number, request=a_request(changes), **changes)
    anonymise_player(player=anna(event), by=ADA)
    assert list(Reason.objects.values_list("text", flat=True)) == ["miscounted"]
    assert audit(event)[1] == []


@pytest.mark.parametrize(
    ("text", "is_named"),
    [
        ("Krüger wrote it twice", True),
        ("krüger's deal", True),
        ("Annas deal", True),
        ("Annabelle's deal", False),
        ("miscounted", False),
    ],
)
def test_a_text_names_a_player_by_any_word_of_the_name(text, is_named):
    assert is_named_in(ANNA, text) == is_named


def test_a_japanese_name_is_found_without_spaces_around_it():
    assert is_named_in("山田太郎", "これは山田太郎さんのミスです")


def test_a_name_is_removed_only_with_the_tick_and_only_once(event):
    entrant = event.entrants.get(number=2)
    url = f"/events/{event.slug}/organise/players/{entrant.pk}/anonymise/"
    assert ada().post(url).status_code == 409 and anna(event).name == ANNA
    assert ada().post(url, {"sure": "yes"}).status_code == 302 and anna(event).is_forgotten
    with pytest.raises(NotPossible, match="cannot be restored"):
        show_player_as(player=anna(event), shown_as=ShownAs.FULL)


def test_the_director_says_how_a_player_is_shown(event):
    entrant = event.entrants.get(number=2)
    url = f"/events/{event.slug}/organise/players/{entrant.pk}/shown-as/"
    assert ada().post(url, {"shown_as": "short"}).status_code == 302
    assert ada().post(url, {"shown_as": "loud"}).status_code == 409
    assert anna(event).shown_as == "short"


# Unpublished


def test_an_unpublished_event_does_not_exist_for_strangers_at_any_address(event):
    published = publish(event)
    event.is_published = False
    event.save()
    urls = public_urls(event)
    known = {"event", "rank_explanation", "feed", "embed", "preview", "standings_csv", "sheet", "wall"}
    assert known <= set(urls)
    for url in [*urls.values(), *api_urls(event), f"/lists/{published.public_id}/"]:
        assert [who.get(url).status_code for who in (stranger(), dov())] == [404, 404], url
    assert "No published list has this hash" in text_of(stranger().get("/lists/", {"hash": published.digest}))


def test_its_own_club_sees_it(event):
    publish(event)
    event.is_published = False
    event.save()
    names = ("event", "rank_explanation", "standings_csv", "embed", "feed")
    urls = public_urls(event)
    assert {ada().get(urls[name]).status_code for name in names} == {200}
