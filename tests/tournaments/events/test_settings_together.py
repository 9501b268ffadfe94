"""Two directors at once, templates, and an event copied from the last one."""

import datetime

import pytest
from django.utils import timezone

from tests.builders import a_club, a_round, a_user, an_event
from tests.tournaments.visitors import ada, queries_of, stranger, text_of
from tournaments.models import Admission, DrawConstraintKind, Event, EventChangeKind, Member, Player
from tournaments.selectors.entry.registration import people_to_expect
from tournaments.services.draw.constraints import add_constraint
from tournaments.services.entry.check_in import check_in, drop_no_shows
from tournaments.services.entry.entrants import enter_players, share_number
from tournaments.services.events.copying import SETTINGS, copy_event
from tournaments.views.publishing.public_pages import again_facts

pytestmark = pytest.mark.django_db

SENT = {"name": "Evening", "date": "2026-11-21", "option_min_bid": "2", "is_published": "on", "place": ""}
EVENING = {"fee_cents": "", "confirms": "never", "leaver_rule": "keeps"}


def url_of(event, more="settings/"):
    return f"/events/{event.slug}/organise/{more}"


def shown(client, event):
    """Return the revision in the form."""
    return client.get(url_of(event)).context["revision"]


def ben(event):
    Member.objects.get_or_create(club=event.club, user=a_user("ben"))
    client = ada()
    client.force_login(a_user("ben"))
    return client


def save(client, event, revision, **changes):
    return client.post(url_of(event), SENT | {"revision": revision} | changes)


def test_the_second_director_sees_the_firsts_change_and_overwrites_nothing():
    event = an_event()
    revision = shown(ada(), event)
    save(ben(event), event, shown(ben(event), event), place="Old barn")
    refused = save(ada(), event, revision, place="Town hall")
    event.refresh_from_db()
    assert refused.status_code == 422 and event.place == "Old barn"
    page = text_of(refused)
    assert "ben changed this" in page and "“Old barn”" in page and 'value="Town hall"' in page


def test_after_seeing_the_change_the_second_director_saves_again():
    event = an_event()
    revision = shown(ada(), event)
    save(ben(event), event, revision, place="Old barn")
    refused = save(ada(), event, revision, place="Town hall")
    assert save(ada(), event, refused.context["revision"], place="Town hall").status_code == 302
    event.refresh_from_db()
    assert event.place == "Town hall"


def test_a_check_in_meanwhile_is_no_change_of_settings():
    event = an_event()
    (cleo,) = enter_players(event=event, names=["Cleo"])
    revision = shown(ada(), event)
    check_in(entrant=cleo, is_present=False)
    assert save(ada(), event, revision, place="Town hall").status_code == 302


def test_every_kind_of_setting_is_named_when_it_changed():
    event = an_event()
    changed = {"deals_4": "50", "starts_at": "19:30", "leaver_rule": "lowest", "places": "12"}
    save(ben(event), event, 0, **EVENING | changed | {"fee_cents": "5", "is_registration_open": "on"})
    page = text_of(save(ada(), event, 0))
    for words in ("19:30", "5.00", "gets the lowest result", "“12”", "“yes”"):
        assert words in page


def test_an_entry_names_the_fields_and_never_a_free_text():
    event = an_event()
    save(ada(), event, 0, name=event.name, place="Secret barn")
    facts = event.entries.get(kind=EventChangeKind.SETTINGS).facts
    assert facts["changed"] == ["deals_per_table", "place"]
    assert facts["values"].keys() == {"deals_per_table"}


def test_the_settings_take_as_many_queries_for_many_players_as_for_few():
    few, many = an_event(), an_event(name="Many")
    enter_players(event=many, names=[f"Player {number}" for number in range(20)])
    assert queries_of(ada(), url_of(few)) == queries_of(ada(), url_of(many))


# Facts of the event


def test_the_facts_of_the_evening_are_stored_and_shown_again():
    event = an_event()
    sent = EVENING | {
        "starts_at": "19:30", "description": "Bring a pen.", "fee_cents": "5,50", "places": "24",
        "is_registration_open": "on", "confirms": "sheets", "leaver_rule": "lowest", "language": "de",
    }  # fmt: skip
    assert ada().post(url_of(event), SENT | sent).status_code == 302
    event.refresh_from_db()
    assert (event.starts_at, event.fee_cents, event.places) == (datetime.time(19, 30), 550, 24)
    assert (event.confirms, event.leaver_rule, event.language) == ("sheets", "lowest", "de")
    page = text_of(ada().get(url_of(event)))
    assert 'value="19:30"' in page and 'value="5.50"' in page and "Bring a pen.</textarea>" in page


def test_missing_deals_can_be_set_to_count_as_zero_and_stay_so():
    event = an_event(policy={"by": "average"})
    page = ada().get(url_of(event))
    assert page.context["form"]["missing_deals"].value() == "left_out"
    assert ada().post(url_of(event), SENT | EVENING | {"missing_deals": "zero"}).status_code == 302
    event.refresh_from_db()
    assert event.missing_deals == "zero"
    assert ada().post(url_of(event), SENT | EVENING).status_code == 302
    event.refresh_from_db()
    assert event.missing_deals == "zero"


def test_a_form_that_was_sent_without_them_changes_none_of_them():
    event = an_event(fee_cents=500, is_registration_open=True)
    assert ada().post(url_of(event), SENT).status_code == 302
    event.refresh_from_db()
    assert event.fee_cents == 500 and event.is_registration_open


@pytest.mark.parametrize(
    ("changes", "part"),
    [({"fee_cents": "five"}, "Time, fee"), ({"places": "0"}, "Time, fee"), ({"leaver_rule": "x"}, "On the")],
)
def test_a_fact_that_cannot_be_read_opens_its_part_and_stays_typed(changes, part):
    refused = ada().post(url_of(an_event()), SENT | EVENING | changes)
    assert refused.status_code == 422
    opened = [each for each in text_of(refused).split("<details")[1:] if each.split(">")[0].endswith("open")]
    assert len(opened) == 1 and part in opened[0]


# Templates, and the next event


@pytest.mark.parametrize(
    ("key", "game", "deals"),
    [("fipsen-evening", "fipsen-prisdorf", {"4": 100, "3": 120}), ("rifki-night", "rifki", None)],
)
def test_a_template_fills_in_the_form(key, game, deals):
    form = ada().get(f"/clubs/{a_club().slug}/new-event/?template={key}").context["form"]
    assert form.game.key == game and form["name"].value() and form["description"].value()
    if deals:
        assert {size: form[f"deals_{size}"].value() for size in deals} == deals


def test_an_evening_made_from_a_template_is_of_its_game():
    url = f"/clubs/{a_club().slug}/new-event/?template=rifki-night"
    fields = ada().get(url).context["form"]
    sent = {name: fields[name].value() for name in fields.fields if fields[name].value() not in (None, False)}
    assert ada().post(url, sent | {"date": "2026-11-28"}).status_code == 302
    assert Event.objects.get().game == "rifki"


def test_the_next_evening_has_the_settings_and_expects_the_regulars():
    event = a_round(an_event(fee_cents=500, leaver_rule="lowest", place="Old barn")).event
    copied = copy_event(event=event, name="Next", date=datetime.date(2026, 11, 28))
    assert (copied.fee_cents, copied.leaver_rule, copied.place) == (500, "lowest", "Old barn")
    names = list(copied.entrants.values_list("player__name", "is_present", "number"))
    assert names == [("Ada", False, 1), ("Ben", False, 2), ("Cleo", False, 3), ("Emil", False, 4)]
    assert Player.objects.count() == 4 and not copied.rounds.exists()


def test_the_next_evening_knows_for_which_club_the_regulars_play():
    event = a_round().event
    event.entrants.filter(number=2).update(team="Elmshorn")
    copied = copy_event(event=event, name="Next", date=event.date)
    assert list(copied.entrants.values_list("team", flat=True)) == ["", "Elmshorn", "", ""]


def test_guests_those_who_wait_and_those_who_never_came_are_no_regulars():
    event = an_event()
    guest, waiting, absent, _ = enter_players(event=event, names=["Guest", "Waiting", "Absent", "Regular"])
    Player.objects.filter(name="Guest").update(is_guest=True)
    event.entrants.filter(pk=waiting.pk).update(admission=Admission.WAITING)
    check_in(entrant=absent, is_present=False)
    drop_no_shows(event=event)
    copied = copy_event(event=event, name="Next", date=event.date)
    assert list(copied.entrants.values_list("player__name", flat=True)) == ["Regular"]
    assert guest.player.name == "Guest"


def test_a_guest_who_came_is_offered_again_ticked_and_the_club_counts_them():
    event = an_event()
    enter_players(event=event, names=["Guest", "Regular"])
    Player.objects.filter(name="Guest").update(is_guest=True)
    offered = people_to_expect(event)
    assert [(player.name, came) for player, came in offered] == [("Guest", True), ("Regular", True)]
    again = again_facts(event)
    assert again and again["players"] == 2
    chosen = [player.pk for player, _ in offered]
    copied = copy_event(event=event, name="Next", date=event.date, players=chosen)
    assert list(copied.entrants.values_list("player__name", flat=True)) == ["Guest", "Regular"]


def test_the_next_evening_keeps_the_constraints_of_its_draws():
    event = a_round(tables=2).event
    anna, ben, cleo = event.entrants.order_by("number")[:3]
    Player.objects.filter(pk=cleo.player_id).update(is_guest=True)
    kinds = DrawConstraintKind
    add_constraint(event=event, kind=kinds.APART, entrant=anna, other=ben)
    add_constraint(event=event, kind=kinds.APART, entrant=anna, other=cleo)
    add_constraint(event=event, kind=kinds.TABLE, entrant=ben, number=2)
    add_constraint(event=event, kind=kinds.CAPACITY, table=1, number=4)
    copied = copy_event(event=event, name="Next", date=event.date)
    kept = copied.wishes.values_list(
        "kind", "entrant__player__name", "other__player__name", "table", "number"
    )
    assert sorted(kept, key=str) == [
        ("apart", "Ada", "Ben", None, None), ("capacity", None, None, 1, 4), ("table", "Ben", None, None, 2),
    ]  # fmt: skip
    assert {wish.entrant.event for wish in copied.wishes.exclude(entrant=None)} == {copied}


def test_an_event_copied_without_its_players_keeps_the_constraints_of_tables_only():
    event = a_round().event
    one, two = event.entrants.order_by("number")[:2]
    add_constraint(event=event, kind=DrawConstraintKind.APART, entrant=one, other=two)
    add_constraint(event=event, kind=DrawConstraintKind.CAPACITY, table=1, number=4)
    copied = copy_event(event=event, name="Next", date=event.date, with_regulars=False)
    assert [wish.kind for wish in copied.wishes.all()] == ["capacity"]


def test_the_next_evening_knows_who_shares_a_start_number():
    event = a_round().event
    share_number(entrant=event.entrants.get(number=1), name="Zoe")
    share_number(entrant=event.entrants.get(number=2), name="Removed")
    Player.objects.filter(name="Removed").update(is_forgotten=True)
    copied = copy_event(event=event, name="Next", date=event.date)
    shared = copied.entrants.order_by("number").values_list("partner__name", flat=True)
    assert list(shared) == ["Zoe", None, None, None]


def test_every_setting_of_an_event_is_copied():
    facts = {field.name for field in Event._meta.concrete_fields}
    own = {
        "id",
        "public_id",
        "club",
        "name",
        "slug",
        "date",
        "signed_off_at",
        "counting",
        "revision",
        "head",
        "is_closed",
        "is_cancelled",
        "is_unlisted",
        "moving_at",
    }
    assert set(SETTINGS) == facts - own


def test_the_page_makes_the_next_evening_a_week_later():
    event = a_round().event
    page = ada().get(url_of(event, "copy/"))
    day = event.date + datetime.timedelta(days=7)
    assert page.context["form"]["date"].value() == day
    proposed = page.context["form"]["name"].value()
    assert proposed == f"{event.name} {day:%-d %B}"
    sent = {"name": proposed, "date": "2027-11-28", "with_regulars": "on"}  # another day than proposed
    assert ada().post(url_of(event, "copy/"), sent).status_code == 302
    copied = Event.objects.get(name=f"{event.name} 28 November")
    assert copied.entrants.count() == 4
    again = ada().get(url_of(copied, "copy/")).context["form"]["name"].value()
    assert again == f"{event.name} 5 December"


def test_the_next_evening_without_a_date_is_refused():
    assert ada().post(url_of(an_event(), "copy/"), {"name": "Next"}).status_code == 422


def test_a_clubs_page_begins_with_the_next_evening_like_the_last_one():
    event = an_event(place="Vereinsheim", fee_cents=300)
    page = text_of(ada().get(f"/clubs/{event.club.slug}/"))
    assert f'href="{url_of(event, "copy/")}?again">Like last time' in page
    opened = text_of(ada().get(url_of(event, "copy/?again")))
    assert "<h1>Like last time</h1>" in opened and "<title>Like last time - " in opened
    assert "Vereinsheim" in page and "3.00" in page
    assert "Like last time" not in text_of(stranger().get(f"/clubs/{event.club.slug}/"))


def test_a_cancelled_evening_is_not_the_last_one():
    event = an_event()
    Event.objects.update(is_cancelled=True)
    assert "Like last time" not in text_of(ada().get(f"/clubs/{event.club.slug}/"))


def test_those_who_are_ticked_are_expected_and_nobody_else():
    event = a_round().event
    names = list(event.entrants.order_by("number").values_list("player__name", flat=True))
    (earlier,) = enter_players(event=an_event(club=event.club, name="Earlier"), names=["Cleo from before"])
    ids = list(event.entrants.order_by("number").values_list("player", flat=True))
    page = text_of(ada().get(url_of(event, "copy/")))
    assert "Cleo from before" in page and page.count("checked") == len(ids)
    sent = {"name": "Next", "date": "2026-11-28", "people": "ticked", "player": [ids[0], earlier.player_id]}
    ada().post(url_of(event, "copy/"), sent)
    entered = Event.objects.get(name="Next").entrants
    assert set(entered.values_list("player__name", flat=True)) == {names[0], "Cleo from before"}
    assert not entered.filter(is_present=True).exists()


def test_a_refused_copy_keeps_its_ticks():
    event = a_round().event
    first = event.entrants.order_by("number").values_list("player", flat=True)[0]
    refused = ada().post(url_of(event, "copy/"), {"name": "", "people": "ticked", "player": [first]})
    assert refused.status_code == 422 and text_of(refused).count("checked") == 1


def test_the_next_evening_after_a_pause_is_not_in_the_past():
    last = datetime.date(2020, 1, 3)  # a Friday
    page = ada().get(url_of(an_event(date=last), "copy/"))
    following = page.context["form"]["date"].value()
    assert following >= timezone.localdate() and following.weekday() == last.weekday()


def test_the_clubs_regulars_are_offered_where_a_name_is_typed_until_they_are_entered():
    event = a_round().event
    following = an_event(club=event.club, name="Next")
    name = event.entrants.order_by("number").first().player.name
    offered = f'<option value="{name}">'
    for more in ("players/", "check-in/"):
        assert offered in text_of(ada().get(url_of(following, more)))
    ada().post(url_of(following, "players/add/"), {"name": name})
    assert offered not in text_of(ada().get(url_of(following, "players/")))
