"""Fees of their own for guests, young players and those who come late: who owes what, and what cannot be."""

import pytest

from rules.reading import Refused
from scoring.not_possible import NotPossible
from tests.builders import an_event
from tests.tournaments.api.programs import Program
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import Event, Player
from tournaments.selectors.cash.cash_desk import accounts_of
from tournaments.services.competitions.competitions import (
    add_competition,
    change_competition,
    remove_competition,
    set_entries,
)
from tournaments.services.competitions.teams import entrants_called, form_team
from tournaments.services.entry.entrants import add_late, change_entrant, enter_players
from tournaments.services.events.copying import copy_event
from tournaments.services.events.lifecycle import change_event

pytestmark = pytest.mark.django_db
CLASSES = {"guest": 1200, "youth": 500, "late": 1500}


def an_evening(**facts):
    """Return an event of Ada, a member, Ben, a guest, and Cleo, whom the desk calls young; Dov comes late."""
    event = an_event(**{"fee_cents": 1000, "fee_classes": CLASSES, "slug": "autumn", **facts})
    enter_players(event=event, names=["Ada", "Ben", "Cleo"])
    Player.objects.filter(name="Ben").update(is_guest=True)
    change_entrant(entrant=event.entrants.get(number=3), fee_class="youth")
    add_late(event=event, names=["Dov"])
    return event


def due(event):
    return [each.fee_due for each in accounts_of(event)]


def test_each_pays_the_fee_of_their_class():
    assert due(an_evening()) == [1000, 1200, 500, 1500]


def test_without_fees_of_their_own_all_pay_the_same():
    event = an_event(fee_cents=1000)
    enter_players(event=event, names=["Ada", "Ben"])
    Player.objects.filter(name="Ben").update(is_guest=True)
    add_late(event=event, names=["Dov"])
    assert due(event) == [1000, 1000, 1000] and not event.entrants.exclude(fee_class="").exists()


def test_a_guest_may_pay_as_a_member_if_the_desk_says_so():
    event = an_evening()
    change_entrant(entrant=event.entrants.get(number=2), fee_class="member")
    assert due(event)[1] == 1000
    change_entrant(entrant=event.entrants.get(number=2), fee_class="")
    assert due(event)[1] == 1200


def test_a_competition_has_classes_of_its_own_and_a_team_pays_as_its_first_member():
    event = an_evening()
    made = add_competition(event=event, name="First", rule={}, fee_cents=200, fee_classes={"guest": 300})
    set_entries(competition=made, entrants=entrants_called(event, [1, 2, 3]))
    form_team(event=event, members=entrants_called(event, [2, 1]))
    teams = {"unit": "team"}
    add_competition(event=event, name="Pairs", rule=teams, fee_cents=700, fee_classes={"guest": 900})
    assert [each.entry_due for each in accounts_of(event)] == [200, 300 + 900, 200, 0]


@pytest.mark.parametrize(
    "classes", [{"guest": -1}, {"guest": "5"}, {"senior": 5}, {"member": 5}, [], {"guest": 10**8}]
)
def test_fees_that_cannot_be_are_one_sentence_and_nothing_is_stored(classes):
    event = an_evening()
    with pytest.raises(Refused, match="Fees of their own are whole cents"):
        change_event(event=event, options={}, fee_classes=classes)
    with pytest.raises(Refused, match="Fees of their own are whole cents"):
        add_competition(event=event, name="Some", rule={}, fee_classes=classes)
    assert Event.objects.get().fee_classes == CLASSES and not event.competitions.exists()


def test_a_class_in_which_somebody_pays_stays_until_they_pay_as_another():
    event = an_evening()
    with pytest.raises(NotPossible, match="Cleo pays as “young player”, which would have no fee"):
        change_event(event=event, options={}, fee_classes={"guest": 1200, "late": 1500})
    change_entrant(entrant=event.entrants.get(number=3), fee_class="")
    change_event(event=event, options={}, fee_classes={"guest": 1200, "late": 1500})
    with pytest.raises(
        NotPossible, match="There is no fee for “young player” in this event; there is: member"
    ):
        change_entrant(entrant=event.entrants.get(number=3), fee_class="youth")
    with pytest.raises(NotPossible, match="There is no fee for “senior” in this event"):
        change_entrant(entrant=event.entrants.get(number=3), fee_class="senior")


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(lambda made: change_competition(competition=made, fee_classes={}), id="change"),
        pytest.param(lambda made: remove_competition(competition=made), id="remove"),
    ],
)
def test_a_class_that_a_competition_alone_has_stays_while_somebody_pays_as_it(act):
    event = an_evening(fee_classes={"youth": 500})
    made = add_competition(event=event, name="Some", rule={}, fee_classes={"late": 100, "youth": 50})
    change_entrant(entrant=event.entrants.get(number=1), fee_class="late")
    with pytest.raises(NotPossible, match="Ada pays as “late”, which would have no fee") as no:
        act(made)
    assert no.value.code == "fee_class_gone"
    assert event.competitions.get().fee_classes == {"late": 100, "youth": 50}
    event.entrants.filter(fee_class="late").update(fee_class="")
    change_competition(competition=event.competitions.get(), fee_classes={})  # the event has young players


def test_the_desk_says_who_pays_as_what_and_its_sheet_adds_them_up():
    event = an_evening()
    url = f"/events/{event.slug}/organise/"
    line = text_of(ada().get(f"{url}check-in/"))
    assert "young player" in line and "Ben has come and pays" not in line and "12.00" in line
    ada().post(f"{url}check-in/{event.entrants.get(number=4).pk}/fee/")
    sheet = text_of(ada().get(f"{url}cash/sheet/"))
    assert "1 × late" in sheet and "1 × guest" in sheet and "15.00" in sheet


def test_the_pages_say_the_fees_and_the_settings_and_the_players_page_change_them():
    event = an_evening(is_registration_open=True, is_published=True)
    for path in ("", "register/"):
        page = text_of(stranger().get(f"/events/{event.slug}/{path}")).replace("\xa0", " ")
        assert "10.00 € (guest 12.00 €, young player 5.00 €, late 15.00 €)" in page
    shown = text_of(ada().get(f"/events/{event.slug}/organise/settings/"))
    assert 'name="fee_guest"' in shown and 'value="12.00"' in shown
    entrant = event.entrants.get(number=1)
    url = f"/events/{event.slug}/organise/players/{entrant.pk}/"
    assert "Pays as" in text_of(ada().get(url))
    ada().post(url, {"name": "Ada", "team": "", "fee_class": "guest"})
    assert event.entrants.get(number=1).fee_class == "guest"
    log = text_of(ada().get(f"/events/{event.slug}/organise/log/"))
    assert "guest" in log


def test_a_program_reads_and_changes_the_fees():
    an_evening()
    program = Program()
    assert program.get("events/autumn/settings/")["fee_classes"] == CLASSES
    changed = program.change("events/autumn/entrants/1/", {"fee_class": "guest"})
    assert changed["fee_class"] == "guest"
    rows = program.get("events/autumn/fees/")["results"]
    assert [(each["fee_class"], each["fee_due"]) for each in rows][:2] == [("guest", 1200), ("guest", 1200)]
    sent = {"name": "Some", "fee_cents": 200, "fee_classes": {"youth": 100}}
    assert program.post("events/autumn/competitions/", sent, 201)["fee_classes"] == {"youth": 100}
    gone = program.send("patch", "events/autumn/entrants/2/", {"fee_class": "senior"})
    assert gone.status_code in (409, 428)


def test_a_copy_has_the_fees_of_the_event():
    event = an_evening()
    copied = copy_event(event=event, name="Winter", date=event.date)
    assert copied.fee_classes == CLASSES
