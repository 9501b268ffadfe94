"""Check-in: presence, simultaneous helpers, late players, no-shows, start cards."""

import pytest
from django.db import DatabaseError, connection

from scoring.not_possible import NotPossible
from tests.builders import a_round, a_user, an_event
from tests.tournaments.visitors import ada, queries_of, text_of
from tournaments.models import Admission, Entrant, EventChangeKind, Member, Payment, PaymentKind
from tournaments.selectors.entry.check_in import CALM, absence, load_check_in_list
from tournaments.services.cash.payments import pay
from tournaments.services.entry.check_in import (
    check_in,
    check_in_people,
    drop_no_shows,
    tick_again,
    undo_no_shows,
    untick_all,
)
from tournaments.services.entry.entrants import enter_players
from tournaments.services.entry.leaving import leave_early, withdraw_entrant
from tournaments.services.events.lifecycle import change_event
from tournaments.services.sheets.pins import pin_of

pytestmark = pytest.mark.django_db


def url_of(event, more=""):
    return f"/events/{event.slug}/organise/check-in/{more}"


def expected(*names, **changes):
    event = an_event(**changes)
    return event, enter_players(event=event, names=names, are_present=False)


def ben(event):
    """Sign in a second helper at check-in."""
    Member.objects.get_or_create(club=event.club, user=a_user("ben"), defaults={"role": "cashier"})
    client = ada()
    client.force_login(a_user("ben"))
    return client


def here(event):
    return sorted(event.entrants.filter(is_present=True).values_list("player__name", flat=True))


def again(entrant):
    return Entrant.objects.get(pk=entrant.pk)


def test_one_tap_checks_in_and_the_page_counts():
    event, (cleo, _) = expected("Cleo", "Emil")
    ada().post(url_of(event, f"{cleo.pk}/"), {"present": "yes"})
    page = text_of(ada().get(url_of(event)))
    assert here(event) == ["Cleo"]
    assert '<strong class="n">1</strong> of 2 here' in page


def test_missing_players_come_first_then_those_who_owe_a_fee_and_a_tapped_line_stays_at_first():
    event, (ada_came, ben_paid, cleo, _dov) = expected("Ada", "Ben", "Cleo", "Dov", fee_cents=500)
    event.entrants.filter(pk__in=(ada_came.pk, ben_paid.pk)).update(is_present=True)
    pay(event=event, kind=PaymentKind.FEE, cents=500, entrant=ben_paid)
    page = ada().post(url_of(event, f"{cleo.pk}/"), {"present": "yes"}, follow=True)
    assert [line.name for line in page.context["awaited"]] == ["Cleo", "Dov", "Ada"]
    assert [line.name for line in page.context["arrived"]] == ["Ben"]
    [tapped] = [line for line in load_check_in_list(event).coming if line.name == "Cleo"]
    assert not tapped.has_come(tapped.check.at) and tapped.has_come(tapped.check.at + CALM)


def test_two_helpers_never_lose_each_others_ticks():
    event, (cleo, emil) = expected("Cleo", "Emil")
    ada().get(url_of(event)), ben(event).get(url_of(event))
    ada().post(url_of(event, f"{cleo.pk}/"), {"present": "yes"})
    ben(event).post(url_of(event, f"{emil.pk}/"), {"present": "yes"})
    assert here(event) == ["Cleo", "Emil"]


def test_a_player_checked_in_twice_stays_in_and_the_first_helper_is_named():
    event, (cleo,) = expected("Cleo")
    ben(event).post(url_of(event, f"{cleo.pk}/"), {"present": "yes"})
    page = text_of(ada().post(url_of(event, f"{cleo.pk}/"), {"present": "yes"}, follow=True))
    assert "Cleo was already checked in at" in page and "by ben" in page
    assert event.entries.filter(kind=EventChangeKind.CHECKED_IN).count() == 1


def test_a_check_in_is_undone():
    event, (cleo,) = expected("Cleo")
    for present in ("yes", "no"):
        ada().post(url_of(event, f"{cleo.pk}/"), {"present": present})
    assert here(event) == []


def test_the_search_finds_names_teams_and_numbers():
    event, (cleo, _) = expected("Cléo Marten", "Emil")
    cleo.team = "Elmshorn"
    cleo.save()
    for query in ("cleo", "ELMS", "1"):
        lines = ada().get(url_of(event), {"name": query}).context["awaited"]
        assert [line.name for line in lines] == ["Cléo Marten"]


def test_a_late_player_is_entered_and_here_in_one_line():
    event, _ = expected("Cleo")
    ada().post(url_of(event, "add/"), {"name": "Late"})
    assert here(event) == ["Late"]


def test_a_late_player_is_confirmed_with_their_start_number_beside_the_form():
    event, _ = expected("Cleo")
    page = ada().post(url_of(event, "add/"), {"name": "Late"}, follow=True)
    assert page.redirect_chain[0][0].endswith("?added=2#late")
    assert "Late is entered, is checked in and has start number 2." in text_of(page)


def test_a_late_player_whose_check_in_fails_is_not_entered_either():
    event, _ = expected("Cleo")

    def fail(execute, sql, *rest):
        if sql.startswith('UPDATE "tournaments_entrant"'):
            raise DatabaseError("no room on the disk")
        return execute(sql, *rest)

    with connection.execute_wrapper(fail), pytest.raises(DatabaseError, match="no room"):
        ada().post(url_of(event, "add/"), {"name": "Late"})
    assert event.entrants.count() == 1


@pytest.mark.parametrize("number", ["", "9", "x", "²", "-1"])
def test_an_unknown_start_number_is_not_confirmed(number):
    page = text_of(ada().get(url_of(expected("Cleo")[0]), {"added": number}))
    assert "is entered and has" not in page


@pytest.mark.parametrize("page", ["check-in/", "check-in/live/", "players/"])
def test_more_players_than_places_are_told_until_they_fit(page):
    event, _ = expected("Cleo", "Emil", places=1)
    sentence = "2 players are entered; the limit of the event is 1."
    assert sentence in text_of(ada().get(f"/events/{event.slug}/organise/{page}"))
    type(event).objects.update(places=2)
    assert "the limit of the event" not in text_of(ada().get(f"/events/{event.slug}/organise/{page}"))


def test_a_late_player_who_is_entered_already_is_refused_and_stays_typed():
    event, _ = expected("Cleo")
    refused = ada().post(url_of(event, "add/"), {"name": "Cleo"})
    assert refused.status_code == 422 and 'value="Cleo"' in text_of(refused)


def test_the_fee_is_taken_once_however_often_it_is_tapped():
    event, (cleo,) = expected("Cleo", fee_cents=500)
    for _ in range(2):
        ada().post(url_of(event, f"{cleo.pk}/fee/"))
    assert list(Payment.objects.values_list("cents", "kind")) == [(500, "fee")]
    assert "5.00" in text_of(ada().get(url_of(event)))


def test_no_shows_are_dropped_in_one_go_and_expected_again():
    event, (cleo, _, _) = expected("Cleo", "Emil", "Frieda")
    check_in(entrant=cleo, is_present=True)
    ada().post(url_of(event, "no-shows/"))
    assert [line.name for line in load_check_in_list(event).coming] == ["Cleo"]
    ada().post(url_of(event, "no-shows/"), {"undo": "yes"})
    assert len(load_check_in_list(event).coming) == 3


def test_lists_of_names_say_who_is_not_here():
    event, (cleo, emil, frieda, gus) = expected("Cleo", "Emil", "Frieda", "Gus")
    check_in(entrant=cleo, is_present=True)
    event.entrants.filter(pk=emil.pk).update(admission=Admission.WAITING)
    event.entrants.filter(pk=frieda.pk).update(admission=Admission.LEFT, left_after=2)
    event.entrants.filter(pk=gus.pk).update(admission=Admission.LEFT, left_after=0)
    marks = ["", " (on the waiting list)", " (left after round 2)", " (no-show)"]
    assert [absence(each) for each in event.entrants.order_by("number")] == marks
    for page in ("draw/", "rulings/", "cash/"):
        assert "4 Gus (no-show)" in text_of(ada().get(f"/events/{event.slug}/organise/{page}"))


def test_the_seats_page_marks_an_expected_player_as_not_here():
    round = a_round()
    enter_players(event=round.event, names=["Late"], are_present=False)
    page = f"/events/{round.event.slug}/organise/tables/{round.tables.get().public_id}/seat-changes/"
    assert "5 Late (not here)" in text_of(ada().get(page))


def test_a_no_show_who_comes_after_all_plays():
    event, (cleo,) = expected("Cleo")
    drop_no_shows(event=event)
    ada().post(url_of(event, f"{cleo.pk}/"), {"present": "yes"})
    cleo.refresh_from_db()
    assert (cleo.admission, cleo.left_after, cleo.is_present) == (Admission.ENTERED, None, True)


def test_a_player_who_sat_at_a_table_is_not_a_no_show():
    event = a_round().event
    event.entrants.update(is_present=False)
    assert drop_no_shows(event=event) == 0


def test_expecting_everybody_again_brings_back_nobody_who_played_and_left():
    event = a_round().event
    leave_early(entrant=event.entrants.first(), after=1)
    assert undo_no_shows(event=event) == 0


def test_everybody_is_unticked_when_the_check_in_begins():
    event = an_event()
    enter_players(event=event, names=["Cleo", "Emil"])
    ada().post(url_of(event, "untick/"))
    assert here(event) == []


def test_unticking_everybody_is_asked_first_with_the_number():
    event, _ = expected("Cleo", "Emil")
    assert "Mark all" not in text_of(ada().get(url_of(event)))
    event.entrants.update(is_present=True)
    assert "Mark all 2 players as not here" in text_of(ada().get(url_of(event)))


def test_unticking_everybody_is_undone_for_those_who_were_here():
    event, (cleo, _) = expected("Cleo", "Emil")
    check_in(entrant=cleo, is_present=True)
    untick_all(event=event)
    assert "Check 1 player back in" in text_of(ada().get(url_of(event)))
    ada().post(url_of(event, "untick/"), {"undo": "yes"})
    assert here(event) == ["Cleo"]
    check_in(entrant=again(cleo), is_present=False)
    assert tick_again(event=event) == 0


def test_nobody_is_unticked_once_a_round_is_released():
    event = a_round().event
    before = here(event)
    page = text_of(ada().post(url_of(event, "untick/"), follow=True))
    assert "A round is open" in page and "Mark all" not in page
    assert here(event) == before


def test_a_helper_neither_sees_nor_may_untick_everybody():
    event, _ = expected("Cleo", "Emil")
    event.entrants.update(is_present=True)
    helper = ben(event)
    assert "Mark all" not in text_of(helper.get(url_of(event)))
    assert helper.post(url_of(event, "untick/")).status_code == 404


def test_a_waiting_player_is_checked_in_only_with_a_place():
    event, (cleo,) = expected("Cleo")
    event.entrants.update(admission=Admission.WAITING)
    with pytest.raises(NotPossible, match="on the waiting list"):
        check_in(entrant=cleo, is_present=True)
    ada().post(url_of(event, f"{cleo.pk}/admit/"))
    assert check_in(entrant=cleo, is_present=True)


def test_a_player_who_paid_is_removed_only_after_a_refund():
    event, (cleo,) = expected("Cleo", fee_cents=500)
    ada().post(url_of(event, f"{cleo.pk}/fee/"))
    with pytest.raises(NotPossible, match="has paid"):
        withdraw_entrant(entrant=cleo)


def test_the_list_is_sent_again_only_when_it_changed():
    event, (cleo,) = expected("Cleo")
    first = ada().get(url_of(event, "live/"))
    assert ada().get(url_of(event, "live/"), HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 304
    check_in(entrant=cleo, is_present=True)
    assert ada().get(url_of(event, "live/"), HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 200


def test_a_start_card_has_number_name_and_pin():
    event, (cleo,) = expected("Cleo")
    page = text_of(ada().get(f"/events/{event.slug}/organise/start-cards/"))
    assert pin_of(cleo) in page and "Cleo" in page


def test_a_start_card_without_a_code_does_not_ask_where_to_sit(settings):
    event, _ = expected("Cleo")
    for address, is_asked in (("http://localhost:8000", False), ("https://cards.example", True)):
        settings.PUBLIC_URL = address
        page = text_of(ada().get(f"/events/{event.slug}/organise/start-cards/"))
        assert ("Find my seat" in page) is is_asked


PAGES = ("check-in/", "cash/", "cash/sheet/", "start-cards/", "prizes/")


def test_the_pages_of_the_evening_take_as_many_queries_for_many_people_as_for_few():
    few, many = expected("A", "B", fee_cents=500)[0], expected(*"CDEFGHIJKLMNOP", fee_cents=500)[0]
    visitor = ada()
    for event in (few, many):
        for entrant in event.entrants.all():
            visitor.post(url_of(event, f"{entrant.pk}/"), {"present": "yes"})
            visitor.post(url_of(event, f"{entrant.pk}/fee/"))
        assert change_event(event=event, options={}, lost_deal_money={"steps": [[None, 50]]})
    visitor.get(url_of(few))  # shows the messages, once
    asked = [
        {more: queries_of(visitor, f"/events/{event.slug}/organise/{more}") for more in PAGES}
        for event in (few, many)
    ]
    assert asked[0] == asked[1]


@pytest.mark.parametrize("more", ["{}/", "{}/fee/", "{}/admit/", "add/", "untick/", "no-shows/"])
def test_the_door_is_changed_by_post_only(more):
    event, (cleo,) = expected("Cleo")
    assert ada().get(url_of(event, more.format(cleo.pk))).status_code == 405


def test_people_of_whom_one_waits_are_neither_checked_in_nor_booked_for():
    event, (cleo, emil) = expected("Cleo", "Emil", fee_cents=500)
    beside = an_event(club=event.club, fee_cents=300)
    enter_players(event=beside, names=["Cleo"], are_present=False)
    event.entrants.filter(pk=emil.pk).update(admission=Admission.WAITING)
    with pytest.raises(NotPossible, match="waiting list"):
        check_in_people(event=event, entrants=[cleo, emil], pays=True, beside=[beside])
    assert here(event) == [] and not Payment.objects.exists()


def test_people_who_come_to_two_events_pay_for_both_at_once_and_only_once():
    event, (cleo, _) = expected("Cleo", "Emil", fee_cents=500)
    beside = an_event(club=event.club, fee_cents=300)
    enter_players(event=beside, names=["Emil", "Cleo"], are_present=False)
    for changed in ([cleo], []):
        assert check_in_people(event=event, entrants=[cleo], pays=True, beside=[beside]) == changed
    paid = Payment.objects.values_list("event", "entrant__player__name", "cents").order_by("cents")
    assert list(paid) == [(beside.pk, "Cleo", 300), (event.pk, "Cleo", 500)]
    assert here(beside) == []


def test_the_check_in_leads_a_director_to_the_draw_until_a_round_is_drawn():
    event, _ = expected("A", "B", "C", "D")
    key = f'action="/events/{event.slug}/organise/draw/"'
    assert key in text_of(ada().get(url_of(event))) and key not in text_of(ben(event).get(url_of(event)))
    event = a_round().event
    assert f'action="/events/{event.slug}/organise/draw/"' not in text_of(ada().get(url_of(event)))
