"""Templates of a club: an event's settings, saved and used for the next events."""

import datetime

import pytest

from scoring.not_possible import NotPossible
from tests.builders import a_club, a_round, an_event
from tests.tournaments.visitors import ada, dov, text_of
from tournaments.models import ClubTemplate, DrawConstraintKind, Event
from tournaments.services.draw.constraints import add_constraint, keep_teams_apart
from tournaments.services.entry.entrants import enter_players
from tournaments.services.events import copying
from tournaments.services.events.copying import SETTINGS, create_from_template, save_template

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """Return an event with settings of every kind."""
    event = an_event(
        name="Thursday",
        fee_cents=550,
        starts_at=datetime.time(19, 30),
        policy={"by": "table_points", "table_points": [4, 2, 1, -1]},
        deals_per_table={"4": 20, "3": 24},
        options={"min_bid": 3},
        missing_deals="zero",
        leaver_rule="lowest",
        lost_deal_money={"steps": [[3, 50], [None, 100]], "per": "list"},
        description="Bring a pen.",
        planned_rounds=2,
        is_published=False,
    )
    enter_players(event=event, names=["Ada", "Ben", "Cleo", "Emil", "Fritz", "Greta", "Hans"])
    add_constraint(event=event, kind=DrawConstraintKind.CAPACITY, table=1, number=3)
    return keep_teams_apart(event=event, are_apart=True)


def url_of(event, more="settings/template/"):
    return f"/events/{event.slug}/organise/{more}"


def new_event_url(template):
    return f"/clubs/{template.club.slug}/new-event/?template=own-{template.pk}"


def sent_from(form):
    """Return the values of a form as a browser sends them unchanged."""
    values = {name: form[name].value() for name in form.fields}
    shown = {name: form.fields[name].prepare_value(value) for name, value in values.items()}
    return {name: value for name, value in shown.items() if value not in (None, False)}


def test_an_event_from_a_template_has_every_setting(event):
    template = save_template(event=event, name="Thursday")
    event.refresh_from_db()
    begun = create_from_template(template=template, name="Next", date=datetime.date(2026, 12, 3))
    begun.refresh_from_db()
    assert {name: getattr(begun, name) for name in SETTINGS} == {
        name: getattr(event, name) for name in SETTINGS
    }
    assert [(wish.kind, wish.table, wish.number) for wish in begun.wishes.all()] == [("capacity", 1, 3)]
    assert not begun.entrants.exists()


def test_the_page_saves_the_settings_and_the_form_of_a_new_event_begins_with_them(event):
    saved = ada().post(url_of(event), {"template": "Thursdays"})
    template = ClubTemplate.objects.get(club=event.club)
    assert saved.status_code == 302 and str(template) == "Thursdays"
    page = ada().get(f"/clubs/{event.club.slug}/new-event/")
    assert "Thursdays" in text_of(page)
    form = ada().get(new_event_url(template)).context["form"]
    assert form["name"].value() == "Thursdays" and form["description"].value() == "Bring a pen."
    sent = sent_from(form) | {"name": "Thursday 2", "date": "2026-12-03", "place": "Barn"}
    assert ada().post(new_event_url(template), sent).status_code == 302
    begun, event = Event.objects.get(name="Thursday 2"), Event.objects.get(pk=event.pk)
    kept = set(SETTINGS) - {"place"}
    assert {name: getattr(begun, name) for name in kept} == {name: getattr(event, name) for name in kept}
    assert begun.place == "Barn" and begun.wishes.count() == 1


def test_a_template_chosen_on_the_form_keeps_what_was_typed(event):
    template = save_template(event=event, name="Thursdays")
    sent = {"choose": "template", "name": "Finale", "date": "2026-12-03", "place": "Barn"}
    form = ada().post(new_event_url(template), sent).context["form"]
    assert (form["name"].value(), form["place"].value()) == ("Finale", "Barn")
    assert form["planned_rounds"].value() == 2 and not Event.objects.filter(name="Finale").exists()


def test_a_template_is_a_copy_and_a_second_of_its_name_replaces_it(event):
    first = save_template(event=event, name="Thursdays")
    Event.objects.filter(pk=event.pk).update(planned_rounds=5)
    first.refresh_from_db()
    assert first.settings["planned_rounds"] == 2
    event.refresh_from_db()
    save_template(event=event, name="Thursdays")
    assert ClubTemplate.objects.get().settings["planned_rounds"] == 5


@pytest.mark.parametrize("name", ["", "x" * 121])
def test_a_template_without_a_name_is_refused_beside_its_field(event, name):
    refused = ada().post(url_of(event), {"template": name})
    assert refused.status_code == 422 and refused.context["template_form"].errors["template"]
    assert not ClubTemplate.objects.exists()


def test_a_club_has_a_limited_number_of_templates(event, monkeypatch):
    monkeypatch.setattr(copying, "MOST_TEMPLATES", 1)
    save_template(event=event, name="One")
    save_template(event=event, name="One")
    with pytest.raises(NotPossible, match="at most 1 templates"):
        save_template(event=event, name="Two")


def test_a_deleted_template_is_offered_no_more(event):
    template = save_template(event=event, name="Thursdays")
    url = f"/clubs/{event.club.slug}/templates/{template.pk}/delete/"
    assert dov().post(url).status_code == 404
    assert ada().post(url).status_code == 302
    assert "Thursdays" not in text_of(ada().get(f"/clubs/{event.club.slug}/new-event/"))


def test_a_template_of_another_club_is_not_offered(event):
    other = an_event(club=a_club("ada", "Other"))
    template = save_template(event=event, name="Thursdays")
    form = ada().get(f"/clubs/{other.club.slug}/new-event/?template=own-{template.pk}").context["form"]
    assert form["name"].value() != "Thursdays"


def test_a_template_of_a_game_that_is_not_installed_is_not_offered(event):
    template = save_template(event=event, name="Thursdays")
    ClubTemplate.objects.update(game="gone")
    assert "Thursdays" not in text_of(ada().get(new_event_url(template)))


def test_settings_of_a_played_event_can_be_saved(event):
    played = a_round(an_event(club=event.club, name="Played", date=datetime.date(2026, 12, 24))).event
    assert ada().post(url_of(played), {"template": "Again"}).status_code == 302
