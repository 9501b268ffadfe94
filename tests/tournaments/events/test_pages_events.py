"""An organiser's club and events: creating, changing, the dashboard."""

import pytest

from rules import GAMES, get_game
from rules.fipsen import prisdorf
from rules.reading import changed_options, read_options
from tests.builders import a_club, a_round, an_event, write_deal
from tests.tournaments.visitors import ada, dov, queries_of, stranger, text_of
from tournaments.forms.events import EventForm
from tournaments.models import Club, Event
from tournaments.services.draw.drawing import draw_round
from tournaments.services.entry.check_in import drop_no_shows
from tournaments.services.entry.entrants import enter_players
from tournaments.services.events.lifecycle import close_event
from tournaments.services.rounds.lifecycle import close_round

pytestmark = pytest.mark.django_db

OPTIONS = {"option_min_bid": "2"}  # unchanged house rules as a browser sends them


def dashboard_of(event, more=""):
    return f"/events/{event.slug}/organise/{more}"


def new_event(club, visitor=None, **fields):
    values = {"name": "Autumn Fipsen", "date": "2026-11-21", "deals_4": "100", "deals_3": "120"}
    url = f"/clubs/{club.slug}/new-event/?game=fipsen-prisdorf"
    return (visitor or ada()).post(url, {**values, **OPTIONS, **fields})


def change(event, visitor=None, **fields):
    values = {"name": event.name, "date": "2026-11-21", "deals_4": "100", "deals_3": "120"}
    return (visitor or ada()).post(dashboard_of(event, "settings/"), {**values, **OPTIONS, **fields})


# Clubs


def test_a_signed_in_user_creates_a_club_and_owns_it():
    answer = ada().post("/new-club/", {"name": "Kartenrunde"})
    club = Club.objects.get()
    assert answer["Location"] == f"/clubs/{club.slug}/new-event/"
    assert club.members.get().role == "owner"


def test_a_club_without_a_name_is_refused():
    assert ada().post("/new-club/", {"name": ""}).status_code == 422
    assert not Club.objects.exists()


def test_a_club_is_made_behind_the_login():
    assert "/accounts/login/" in stranger().post("/new-club/", {"name": "Kartenrunde"})["Location"]


def test_a_club_is_neither_put_nor_deleted():
    assert ada().delete("/new-club/").status_code == 405


# Events


def sent_by_a_browser(form):
    """Return what a browser sends for untouched fields: pairs as two fields, unticked boxes not at all."""
    sent: dict[str, object] = {}
    for field in form:
        value = field.value()
        parts = value if isinstance(value, list) else [value]
        names = [f"{field.html_name}_{index}" for index in range(len(parts))]
        sent |= dict(zip(names if isinstance(value, list) else [field.html_name], parts, strict=True))
    return {name: value for name, value in sent.items() if value is not None and value is not False}


def test_a_name_and_a_date_are_enough_for_a_fipsen_evening():
    club = a_club()
    page = ada().get(f"/clubs/{club.slug}/new-event/?game=fipsen-prisdorf")
    sent = sent_by_a_browser(page.context["form"]) | {"name": "Fipsen"}
    answer = ada().post(f"/clubs/{club.slug}/new-event/{page.context['start_query']}", sent)
    event = Event.objects.get()
    assert answer["Location"] == dashboard_of(event, "players/")
    assert (event.game, event.options, event.deals_per_table) == ("fipsen-prisdorf", {}, {"4": 100, "3": 120})


def test_options_and_deals_are_stored():
    new_event(
        a_club(), option_min_bid="3", option_count_passed_deals="on", deals_4="60", deals_3="", place="Hall"
    )
    event = Event.objects.get()
    assert event.options == {"min_bid": 3, "count_passed_deals": True}
    assert (event.deals_per_table, event.place, event.is_published) == ({"4": 60}, "Hall", False)


@pytest.mark.parametrize(
    "wrong",
    [{"name": ""}, {"date": "yesterday"}, {"deals_4": "0"}, {"option_min_bid": "9"}, {"place": "x" * 121}],
    ids=["no name", "no date", "no deals", "an unknown option", "a long place"],
)
def test_an_event_that_cannot_be_read_is_refused_and_what_was_typed_is_kept(wrong):
    refused = new_event(a_club(), **{"place": "Gasthof", **wrong})
    assert refused.status_code == 422 and 'role="alert"' in text_of(refused)
    assert 'value="100"' in text_of(refused) or "deals_4" in wrong
    assert not Event.objects.exists()


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_switch_of_a_game_is_a_field_and_untouched_fields_are_its_tournament_options(game):
    page = ada().get(f"/clubs/{a_club().slug}/new-event/?game={game.key}")
    form = page.context["form"]
    switches = [switch.name for switch in game.switches if switch.name != game.round_length.option]
    assert form.option_names() == [f"option_{name}" for name in switches]
    sent = EventForm(sent_by_a_browser(form) | {"name": "x"}, game=game, options=game.tournament_options)
    assert sent.is_valid(), sent.errors
    options = changed_options(read_options(game, sent.values()["options"]))
    assert options == changed_options(read_options(game, game.tournament_options))


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("26 78", [26, 78]),
        ("26, 78", [26, 78]),
        ("26", 26),
        ("", None),
        ("−26 0", [-26, 0]),
        ("26 or 78", ValueError),
    ],
)
def test_a_deal_of_points_may_have_several_sums(typed, stored):
    form = EventForm({"name": "x", "option_deal_sum": typed}, game=get_game("points"), options={})
    form.is_valid()
    if stored is ValueError:
        assert form.errors["option_deal_sum"] == [
            "Enter whole numbers with a space between them, as in 26 78."
        ]
    else:
        assert form.cleaned_data["option_deal_sum"] == stored


@pytest.mark.parametrize("stored", [26, [26, 78], None])
def test_the_sums_of_a_running_event_are_shown_and_stay(stored):
    options = {} if stored is None else {"deal_sum": stored}
    form = EventForm({"name": "x"}, game=get_game("points"), options=options)
    form.fix_options()
    form.is_valid()
    assert form["option_deal_sum"].value() == (None if stored is None else "26 78" if stored != 26 else 26)
    assert form.cleaned_data["option_deal_sum"] == stored


def test_a_tournament_presets_its_options():
    form = EventForm(game=prisdorf.GAME, options={"min_bid": 3})
    assert form["option_min_bid"].value() == 3


def test_an_event_is_made_in_ones_own_club_only():
    club = a_club()
    assert new_event(club, dov()).status_code == 404
    assert not Event.objects.exists()


def test_settings_are_changed():
    event = an_event()
    assert change(event, name="Winter Fipsen", option_min_bid="3", deals_4="50").status_code == 302
    event.refresh_from_db()
    assert (event.name, event.options, event.deals_per_table["4"]) == ("Winter Fipsen", {"min_bid": 3}, 50)
    assert not event.is_published


def test_options_are_fixed_once_deals_exist_and_the_page_says_so():
    table = a_round().tables.get()
    write_deal(table)
    event = table.round.event
    assert change(event, option_min_bid="3", name="Renamed").status_code == 302
    event.refresh_from_db()
    assert (event.name, event.options) == ("Renamed", {})
    assert "can no longer change" in text_of(ada().get(dashboard_of(event, "settings/")))


def test_settings_that_cannot_be_read_change_nothing():
    event = an_event()
    assert change(event, name="", option_min_bid="3").status_code == 422
    assert Event.objects.get().options == {}


# The dashboard


def step_of(event):
    return text_of(ada().get(dashboard_of(event))).split('class="next-step"')[1].split("</section>")[0]


def test_an_evening_begins_with_players():
    event = an_event()
    assert "Add players" in step_of(event)
    enter_players(event=event, names=["Ada", "Ben"])
    assert "2 players are present; this does not make tables of 3 or 4" in step_of(event)


def test_while_players_are_only_expected_the_next_step_is_the_door():
    event = an_event()
    enter_players(event=event, names=list("ABCD"), are_present=False)
    step = step_of(event)
    assert "No players are here yet; 4 players are expected." in step and "does not make" not in step
    assert f'primary" href="{dashboard_of(event, "check-in/")}"' in step


def test_a_player_who_never_came_is_not_expected_any_more():
    event = an_event()
    enter_players(event=event, names=["Ada"], are_present=False)
    drop_no_shows(event=event)
    assert "expected" not in step_of(event) and "Check-in" not in step_of(event)


def test_then_round_1_is_drawn_opened_watched_and_closed():
    event = an_event(deals_per_table={"3": 1})
    enter_players(event=event, names=["Ada", "Ben", "Cleo"])
    assert "Draw round 1" in step_of(event)
    round = draw_round(event=event)
    assert "Open round 1" in step_of(event)
    ada().post(dashboard_of(event, "rounds/1/open/"))
    assert "Tables of round 1" in step_of(event)
    write_deal(round.tables.get())
    assert "Close round 1" in step_of(event)
    ada().post(dashboard_of(event, "rounds/1/close/"))
    assert "Draw round 2" in step_of(event)


def test_the_card_of_what_waits_is_absent_where_the_next_step_is_all_there_is_to_do():
    event = a_round(an_event(deals_per_table={"4": 1})).event
    assert "Nothing to do at the moment." in text_of(ada().get(dashboard_of(event)))
    write_deal(event.rounds.get().tables.get())
    page = text_of(ada().get(dashboard_of(event)))
    assert "Close round 1" in page and "Nothing to do" not in page and "Needs you" not in page


def test_a_closed_event_leads_to_its_standings():
    event = an_event()
    close_event(event=event, is_closed=True)
    assert "View the standings" in step_of(event) and "Reopen" in step_of(event)


def test_the_dashboard_shows_how_far_the_tables_are():
    table = a_round().tables.get()
    write_deal(table)
    write_deal(table, 1, bid=4, tricks=4)
    page = text_of(ada().get(dashboard_of(table.round.event)))
    assert "1/100" in page and "1 open conflict" in page


def test_an_event_is_closed_and_taken_up_again():
    event = an_event()
    for word in ("yes", "no"):
        ada().post(dashboard_of(event, "close/"), {"is_closed": word, "even_if_incomplete": "yes"})
        event.refresh_from_db()
        assert event.is_closed is (word == "yes")


def test_an_event_with_an_open_round_is_not_closed():
    event = a_round().event
    refused = ada().post(dashboard_of(event, "close/"), {"is_closed": "yes"})
    assert refused.status_code == 409 and "Round 1 is not closed yet" in text_of(refused)
    assert not Event.objects.get().is_closed


def test_a_closed_event_draws_no_round():
    event = a_round(an_event(deals_per_table={})).event
    close_round(round=event.rounds.get())
    close_event(event=event, is_closed=True)
    refused = ada().post(dashboard_of(event, "draw/"))
    assert refused.status_code == 409 and "is closed; reopen it first" in text_of(refused)


def test_the_dashboard_takes_as_many_queries_for_many_tables_as_for_one():
    small, large = a_round().event, a_round(tables=6, event=an_event(name="Large")).event
    visitor = ada()
    assert queries_of(visitor, dashboard_of(large)) == queries_of(visitor, dashboard_of(small))


@pytest.mark.parametrize("more", ["", "settings/"])
def test_the_dashboard_of_another_club_does_not_exist(more):
    event = an_event()
    assert dov().get(dashboard_of(event, more)).status_code == 404
    assert "/accounts/login/" in stranger().get(dashboard_of(event, more))["Location"]


def test_the_event_of_another_club_is_neither_changed_nor_closed():
    event, visitor = an_event(), dov()
    assert change(event, visitor, name="Taken").status_code == 404
    assert visitor.post(dashboard_of(event, "close/"), {"is_closed": "yes"}).status_code == 404
    event.refresh_from_db()
    assert (event.name, event.is_closed) == ("Autumn Fipsen", False)


def test_the_dashboard_is_read_and_the_event_closed_by_post():
    event = an_event()
    assert ada().post(dashboard_of(event)).status_code == 405
    assert ada().get(dashboard_of(event, "close/")).status_code == 405
    assert ada().delete(dashboard_of(event, "settings/")).status_code == 405


def test_without_https_the_organisers_pages_say_so():
    event = an_event()
    assert "not encrypted" in text_of(ada().get(dashboard_of(event)))
    assert "not encrypted" not in text_of(ada().get(dashboard_of(event), secure=True))
