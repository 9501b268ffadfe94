"""A club event offers every house rule; a tournament omits those that the game's tournament rules fix."""

import re

import pytest

from rules import GAMES
from tests.builders import a_club
from tests.tournaments.visitors import ada, text_of
from tournaments.forms.events import EventForm
from tournaments.models import Event
from tournaments.services.events.copying import save_template

pytestmark = pytest.mark.django_db

LIT = re.compile(r'formnovalidate[^>]* aria-current="true"')
SENT = {
    "name": "Autumn",
    "date": "2026-11-21",
    "deals_4": "100",
    "option_min_bid": "2",
    "option_contra": "on",
}


def url_of(club, more=""):
    return f"/clubs/{club.slug}/new-event/?game=fipsen-prisdorf{more}"


def test_contra_is_offered_on_club_evenings():
    club = a_club()
    assert "option_contra" in ada().get(url_of(club)).context["form"].fields
    assert ada().post(url_of(club), SENT).status_code == 302
    assert Event.objects.get().options == {"contra": True}


def test_contra_is_absent_in_a_tournament_and_cannot_be_slipped_in():
    club = a_club()
    page = ada().get(url_of(club, "&template=tournament"))
    assert "option_contra" not in page.context["form"].fields
    assert 'name="option_contra"' not in text_of(page)
    assert ada().post(url_of(club, "&template=tournament"), SENT).status_code == 302
    assert Event.objects.get().options == {}


def test_a_tournament_has_its_number_of_deals():
    form = ada().get(url_of(a_club(), "&template=tournament")).context["form"]
    assert (form["deals_4"].value(), form["deals_3"].value()) == (100, 120)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_tournament_leaves_out_just_what_its_game_settles(game):
    form = EventForm(game=game, options=game.tournament_options, is_tournament=True)
    settled = (
        *game.tournament_options,
        game.round_length.option,
    )  # the deals of a table say how long a list is
    expected = [f"option_{switch.name}" for switch in game.switches if switch.name not in settled]
    assert form.option_names() == expected


def test_a_game_without_tournament_rules_has_no_such_choice():
    page = ada().get(f"/clubs/{a_club().slug}/new-event/?game=rifki&template=tournament")
    assert "Club evening" not in text_of(page)
    assert not page.context["is_tournament"]


def test_the_evening_of_two_rounds_plans_two_rounds():
    form = ada().get(f"/clubs/{a_club().slug}/new-event/?template=fipsen-evening").context["form"]
    assert (form["planned_rounds"].value(), form["deals_4"].value()) == (2, 100)


def test_players_of_an_evening_of_jass_get_partners_by_lot_next_time_too():
    club = a_club()
    for key in ("jass-single-8", None):
        template = save_template(event=Event.objects.get(), name="Jass") if key is None else None
        url = f"/clubs/{club.slug}/new-event/?template={key or f'own-{template.pk}'}"
        form = ada().get(url).context["form"]
        shown = {name: form.fields[name].prepare_value(form[name].value()) for name in form.fields}
        typed = {name: value for name, value in shown.items() if value is not None and value is not False}
        answer = ada().post(url, {**typed, "date": f"2026-12-0{1 + Event.objects.count()}"})
        assert answer.status_code == 302, answer.context["form"].errors
    assert [event.wishes.get().kind for event in Event.objects.all()] == ["anew", "anew"]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_form_offers_the_evenings_of_the_chosen_game_alone(game):
    offered = ada().get(f"/clubs/{a_club().slug}/new-event/?game={game.key}").context["templates"]
    assert [each["key"] for each in offered] == [evening.key for evening in game.evenings]
    assert all(each["label"] for each in offered)


def first_keys(page):
    return [each["key"] for each in page.context["first_games"]]


def visit(club, language="de"):
    return ada().get(f"/clubs/{club.slug}/new-event/", headers={"accept-language": language})


@pytest.mark.parametrize(
    ("language", "keys"),
    [
        ("de", ["skat", "doppelkopf", "schafkopf"]),
        ("de-CH,de;q=0.9", ["jass", "skat", "doppelkopf"]),
        ("en-GB", ["skat", "doppelkopf", "points"]),
        ("ja", ["fipsen-prisdorf", "skat", "points"]),
    ],
)
def test_a_new_club_is_asked_about_the_games_of_its_language(language, keys):
    page = visit(a_club(name="Kartenrunde"), language)
    assert first_keys(page) == keys and page.context["game"].key == keys[0]


def test_a_club_that_names_its_game_has_it_chosen_and_hears_nothing_of_fipsen():
    page = visit(a_club(name="Doppelkopffreunde Kiel"))
    assert first_keys(page)[0] == page.context["game"].key == "doppelkopf"
    assert "Fips" not in text_of(page).split("<details")[0]


def test_the_last_game_of_a_club_is_chosen_for_its_next_event():
    club = a_club(name="Kartenrunde")
    ada().post(f"/clubs/{club.slug}/new-event/?game=rifki", {"name": "Rifki", "date": "2026-11-21"})
    assert Event.objects.get().game == "rifki"
    assert first_keys(visit(club)) == ["rifki", "skat", "doppelkopf"]
    assert visit(club).context["form"].initial["name"] == "Rifki-Abend"


def test_a_form_keeps_its_game_while_another_organiser_makes_an_event_of_another():
    club = a_club(name="Kartenrunde")
    assert visit(club).context["start_query"] == "?game=skat"


def test_the_key_of_a_chosen_game_keeps_the_focus():
    page = ada().post(f"/clubs/{a_club().slug}/new-event/?game=doppelkopf", {"choose": "game"})
    focused = [part for part in text_of(page).split("<button") if "autofocus" in part]
    assert len(focused) == 1 and "Doppelkopf" in focused[0]


def choose(template, **typed):
    """Return the form after that template was chosen, and the page."""
    url = f"/clubs/{a_club().slug}/new-event/?template={template}"
    page = ada().post(url, {"choose": "template", "date": "2026-12-01", **typed})
    assert page.status_code == 200 and not Event.objects.exists()
    return page.context["form"], text_of(page)


def test_choosing_a_template_keeps_what_was_typed():
    form, _ = choose("rifki-night", name="Autumn", place="Old barn")
    assert [form[each].value() for each in ("name", "date", "place")] == ["Autumn", "2026-12-01", "Old barn"]
    assert form["is_published"].value() is False and not form.errors


def test_the_name_of_one_template_gives_way_to_that_of_another():
    form, page = choose("rifki-night", name="Fipsen evening", is_published="on")
    assert form["name"].value() == "Rifki evening" and form["is_published"].value() is True
    assert len(LIT.findall(page)) == 1


def test_only_the_template_that_was_chosen_lights_up():
    _, page = choose("fipsen-evening")
    assert len(LIT.findall(page)) == 1


def test_the_return_key_makes_the_event_and_chooses_no_template():
    page = text_of(ada().get(url_of(a_club())))
    first = re.search(r'<button[^>]* form="new-event"[^>]*>', page)
    assert first and "choose" not in first[0]


def test_another_game_keeps_what_was_typed():
    url = f"/clubs/{a_club().slug}/new-event/"
    assert 'formaction="?game=rifki"' in text_of(ada().get(url))
    page = ada().post(f"{url}?game=rifki", {"choose": "game", "name": "Rifki am Freitag", "place": "Krug"})
    form = page.context["form"]
    assert (form["name"].value(), form["place"].value()) == ("Rifki am Freitag", "Krug")
    assert page.context["game"].key == "rifki" and not Event.objects.exists()
