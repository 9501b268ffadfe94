"""Two directors of one event: the second sees the first one's change before overwriting it."""

import pytest

from tests.builders import a_round, a_user, an_event
from tests.tournaments.draw_pages import an_event_of
from tests.tournaments.evening_pages import at_table, organise, plain
from tests.tournaments.evenings import WHY, a_written_table, again, seats_of, two_tables
from tests.tournaments.visitors import ada, text_of
from tournaments.models import Event, EventChange, Member, Role
from tournaments.services.draw.drawing import draw_round

pytestmark = pytest.mark.django_db

FASTER = "was faster"


def revision_of(event):
    return Event.objects.get(pk=event.pk).revision


def ben(event):
    """Sign in the second director."""
    Member.objects.get_or_create(club=event.club, user=a_user("ben"), role=Role.DIRECTOR)
    client = ada()
    client.force_login(a_user("ben"))
    return client


def is_refused(response, what):
    return response.status_code == 409 and f"ada {FASTER}" in plain(response) and what in plain(response)


def a_draft():
    round = draw_round(event=an_event_of(8), seed=1)
    return round, f"rounds/{round.number}/"


def test_a_draft_that_was_changed_by_hand_is_neither_swapped_nor_opened_nor_thrown_away_unseen():
    drawn, url = a_draft()
    revision = revision_of(drawn.event)
    ada().post(organise(drawn.event, f"{url}swap/"), {"one": "1", "two": "5", "revision": revision})
    for act in ("swap/", "open/", "discard/", "draw-again/"):
        sent = {"one": "1", "two": "5", "revision": revision}
        refused = ben(drawn.event).post(organise(drawn.event, url + act), sent)
        assert is_refused(refused, "seats swapped by hand")
    assert EventChange.objects.filter(kind="swapped").count() == 1


def test_after_seeing_the_change_the_second_director_continues():
    drawn, url = a_draft()
    for _ in range(2):
        sent = {"one": "1", "two": "5", "revision": revision_of(drawn.event)}
        assert ben(drawn.event).post(organise(drawn.event, f"{url}swap/"), sent).status_code == 302


def test_every_form_of_a_draft_says_what_it_has_seen():
    drawn, url = a_draft()
    page = text_of(ada().get(organise(drawn.event, url)))
    assert page.count('name="revision"') == 2


def test_a_round_taken_up_again_is_not_closed_unseen():
    table = a_written_table()
    event = table.round.event
    revision, close = revision_of(event), organise(event, "rounds/1/close/")
    all_the_same = {"even_if_incomplete": "yes"}
    ada().post(close, all_the_same)
    ada().post(organise(event, "rounds/1/open/"), {"sure": "yes"})
    refused = ben(event).post(close, all_the_same | {"revision": revision})
    assert is_refused(refused, "round reopened") and again(table).round.status == "open"
    assert ben(event).post(close, all_the_same | {"revision": revision_of(event)}).status_code == 302


def test_a_deal_of_a_table_meanwhile_refuses_nothing():
    one, _ = two_tables()
    event = one.round.event
    revision = revision_of(event)
    ada().post(at_table(one, "extra/"), {"minutes": "5"})
    sent = {"even_if_incomplete": "yes", "revision": revision}
    assert ben(event).post(organise(event, "rounds/1/close/"), sent).status_code == 302


def test_seats_that_were_changed_are_not_changed_back_unseen():
    one, two = two_tables()
    event = one.round.event
    revision = revision_of(event)
    swap = {"one": "2", "two": "6", "which": "some", "reason": WHY, "revision": revision, "sure": "yes"}
    ada().post(at_table(one, "seat-changes/swap/"), swap)
    assert is_refused(ben(event).post(at_table(two, "seat-changes/swap/"), swap), "seats changed")
    mine = {"seat_0": "2", "seat_1": "6", "seat_2": "3", "seat_3": "4", "sure": "yes", "revision": revision}
    refused = ben(event).post(at_table(one, "seat-changes/"), mine | {"reason": WHY})
    assert is_refused(refused, "seats changed") and f'value="{WHY}"' in text_of(refused)
    assert seats_of(one)[-1] == [1, 6, 3, 4]


def test_two_do_not_punish_a_player_for_the_same_thing_unseen():
    event = a_written_table().round.event
    sent = {"number": "2", "points": "-5", "reason": WHY, "revision": revision_of(event), "sure": "yes"}
    ada().post(organise(event, "rulings/"), sent)
    assert is_refused(ben(event).post(organise(event, "rulings/"), sent), "points adjusted")
    assert ben(event).post(organise(event, "rulings/"), sent | {"number": "3"}).status_code == 302
    assert event.adjustments.count() == 2


def test_a_deal_is_ruled_on_once_and_the_first_ruling_is_on_the_page():
    table = a_written_table()
    event = table.round.event
    sent = {"deal": "2", "cancel": "yes", "reason": WHY, "sure": "yes"}
    ada().post(at_table(table, "rule/"), sent)
    refused = ben(event).post(at_table(table, "rule/"), sent)
    assert refused.status_code == 409 and f"ruled: 0 0 0 0 – {WHY}" in plain(refused)
    assert organise(event, "rulings/") in text_of(refused)


@pytest.mark.parametrize("typed", ["", "x", "-1", "99999999999"])
def test_a_form_that_names_no_revision_is_taken(typed):
    round = a_round(an_event(), is_open=False)
    url = organise(round.event, "rounds/1/open/")
    assert ada().post(url, {"revision": typed}).status_code == 302
