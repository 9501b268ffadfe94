"""The entrants' page: adding, ticking, renaming, removing."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.builders import a_round, an_event
from tests.tournaments.visitors import ada, dov, markup_of, queries_of, stranger, text_of
from tournaments.models import Role
from tournaments.services.clubs.joining import invite_helper, revoke_helper
from tournaments.services.entry.entrants import enter_players
from tournaments.services.entry.leaving import leave_early

pytestmark = pytest.mark.django_db


def url_of(event, more=""):
    return f"/events/{event.slug}/organise/players/{more}"


def names_of(event):
    return list(event.entrants.values_list("player__name", flat=True))


def an_entrant(event=None, name="Cleo"):
    return enter_players(event=event or an_event(), names=[name])[0]


def entrant_url(entrant, more=""):
    return url_of(entrant.event, f"{entrant.pk}/{more}")


def check_in_url(entrant):
    return f"/events/{entrant.event.slug}/organise/check-in/{entrant.pk}/"


def a_file(content, name="people.csv"):
    return {"file": SimpleUploadedFile(name, content)}


def test_one_name_is_added():
    event = an_event()
    assert ada().post(url_of(event, "add/"), {"name": " Cleo   Marten "}).status_code == 302
    assert names_of(event) == ["Cleo Marten"]


def test_a_pasted_list_is_added_in_its_order():
    event = an_event()
    ada().post(url_of(event, "paste/"), {"names": "Ove\r\n\r\n  Hector\nÅse\n明里\n"})
    assert names_of(event) == ["Ove", "Hector", "Åse", "明里"]


def test_a_name_twice_in_a_list_is_entered_once_and_said():
    event = an_event()
    page = ada().post(url_of(event, "paste/"), {"names": "Ove\nHector\n Ove"}, follow=True)
    assert "In the list twice, entered once: Ove." in text_of(page)
    assert names_of(event) == ["Ove", "Hector"]


def test_a_registered_player_is_skipped_in_a_list_and_the_rest_is_taken():
    event = an_entrant().event
    page = text_of(ada().post(url_of(event, "paste/"), {"names": "Ove\nCleo"}, follow=True))
    assert "1 player added." in page and "Already registered, left out: Cleo." in page
    assert names_of(event) == ["Cleo", "Ove"]


def test_a_list_of_those_who_are_registered_changes_nothing():
    event = an_entrant().event
    page = text_of(ada().post(url_of(event, "paste/"), {"names": "Cleo"}, follow=True))
    assert "player added" not in page and "left out: Cleo." in page
    assert names_of(event) == ["Cleo"]


@pytest.mark.parametrize(("ticked", "present"), [({}, True), ({"expected": "on"}, False)])
def test_those_on_a_list_are_here_unless_they_are_only_expected(ticked, present):
    event = an_event()
    ada().post(url_of(event, "paste/"), {"names": "Ove", **ticked})
    assert event.entrants.get().is_present is present


@pytest.mark.parametrize(("more", "data"), [("paste/", {"names": " "}), ("upload/", {})])
def test_a_list_that_is_refused_is_still_only_expected(more, data):
    refused = ada().post(url_of(an_event(), more), {**data, "expected": "on"})
    assert refused.status_code == 422 and "checked" in text_of(refused)


def test_players_who_never_came_did_not_come_and_those_who_left_left_after_a_round():
    event = an_event()
    missing, gone = an_entrant(event, "Cleo"), an_entrant(event, "Ove")
    leave_early(entrant=missing, after=0), leave_early(entrant=gone, after=2)
    page = text_of(ada().get(url_of(event)))
    assert "no-show" in page and "left after round 2" in page and "left early" not in page


def test_an_entered_player_is_refused_and_the_input_is_kept():
    entrant = an_entrant()
    refused = ada().post(url_of(entrant.event, "add/"), {"name": "Cleo"})
    assert refused.status_code == 422
    assert "entered twice: Cleo" in text_of(refused) and 'value="Cleo"' in text_of(refused)


@pytest.mark.parametrize(
    ("more", "data"),
    [("add/", {"name": " "}), ("add/", {"name": "x" * 121}), ("paste/", {"names": "\n \n"}), ("upload/", {})],
)
def test_nothing_to_add_is_refused(more, data):
    event = an_event()
    assert ada().post(url_of(event, more), data).status_code == 422
    assert names_of(event) == []


def test_a_name_in_a_list_that_is_too_long_is_said_before_anything_is_entered():
    event = an_event()
    page = ada().post(url_of(event, "paste/"), {"names": "Ove\n" + "x" * 121}, follow=True)
    assert "at most 120 characters" in text_of(page) and names_of(event) == []


def test_a_pdf_is_refused_with_a_sentence():
    event = an_event()
    refused = ada().post(url_of(event, "upload/"), a_file(b"%PDF-1.7\n"))
    assert refused.status_code == 422 and "this is a PDF file" in text_of(refused)


def test_a_file_without_names_is_refused_with_a_sentence():
    refused = ada().post(url_of(an_event(), "upload/"), a_file(b"name\n"))
    assert refused.status_code == 422 and "no names" in text_of(refused)


def test_a_file_of_more_than_5_mb_is_refused_before_it_is_read():
    event = an_event()
    refused = ada().post(url_of(event, "upload/"), a_file(b"x" * (5 * 1024 * 1024 + 100_000)))
    assert refused.status_code == 413 and "larger than 5 MB" in text_of(refused)
    assert names_of(event) == []


def test_a_file_just_over_5_mb_is_refused_in_the_form():
    refused = ada().post(url_of(an_event(), "upload/"), a_file(b"x" * (5 * 1024 * 1024 + 1)))
    assert refused.status_code == 422 and "larger than 5 MB" in text_of(refused)


def test_the_door_ticks_and_unticks():
    entrant = an_entrant()
    for present in (False, True):
        sent = {"present": "yes" if present else "no", "back_to": "players"}
        answer = ada().post(check_in_url(entrant), sent)
        assert answer["Location"] == f"{url_of(entrant.event)}#entrant-{entrant.number}"
        entrant.refresh_from_db()
        assert entrant.is_present is present


def test_the_page_says_which_tables_the_present_players_make():
    event = an_event()
    enter_players(event=event, names=list("ABCDEFG"))
    assert "7 players present: 1 table of 4, 1 table of 3" in text_of(ada().get(url_of(event)))


def test_a_name_is_corrected():
    entrant = an_entrant()
    assert ada().post(entrant_url(entrant), {"name": "Kleo"}).status_code == 302
    assert names_of(entrant.event) == ["Kleo"]


def test_a_name_is_not_corrected_to_another_players():
    entrant = an_entrant()
    an_entrant(entrant.event, "Ove")
    refused = ada().post(entrant_url(entrant), {"name": "Ove"})
    assert refused.status_code == 422 and "another player called Ove" in text_of(refused)
    assert names_of(entrant.event) == ["Cleo", "Ove"]


def test_a_player_who_never_sat_is_removed():
    entrant = an_entrant()
    assert ada().post(entrant_url(entrant, "take-out/")).status_code == 302
    assert names_of(entrant.event) == []


def test_a_seated_player_stays_and_leaving_is_offered():
    entrant = a_round().event.entrants.first()
    refused = ada().post(entrant_url(entrant, "take-out/"))
    assert refused.status_code == 409
    assert "had a seat" in text_of(refused) and check_in_url(entrant) in text_of(refused)


def test_the_page_takes_as_many_queries_for_many_people_as_for_few():
    few, many = an_event(), an_event(name="Many")
    enter_players(event=few, names=["Ada", "Ben", "Cleo"])
    enter_players(event=many, names=[f"Player {number}" for number in range(30)])
    visitor = ada()
    assert queries_of(visitor, url_of(many)) == queries_of(visitor, url_of(few))


POSTS = ["add/", "paste/", "upload/", "{}/", "{}/take-out/"]


@pytest.mark.parametrize("more", ["", *POSTS])
def test_other_clubs_people_do_not_exist(more):
    entrant = an_entrant()
    url = url_of(entrant.event, more.format(entrant.pk))
    visitor = dov()
    assert (visitor.post(url) if more else visitor.get(url)).status_code == 404
    assert names_of(entrant.event) == ["Cleo"]


@pytest.mark.parametrize("more", ["", *POSTS])
def test_people_are_behind_the_login(more):
    entrant = an_entrant()
    url = url_of(entrant.event, more.format(entrant.pk))
    answer = stranger().post(url) if more else stranger().get(url)
    assert answer.status_code == 302 and "/accounts/login/" in answer["Location"]


@pytest.mark.parametrize("more", ["add/", "paste/", "upload/", "{}/take-out/"])
def test_people_are_changed_by_post_only(more):
    entrant = an_entrant()
    assert ada().get(url_of(entrant.event, more.format(entrant.pk))).status_code == 405


def test_the_list_is_only_read():
    assert ada().post(url_of(an_event())).status_code == 405


def test_an_entrant_of_another_event_is_not_found_here():
    entrant, other = an_entrant(), an_event(name="Other")
    assert ada().get(url_of(other, f"{entrant.pk}/")).status_code == 404


def test_a_helper_stays_on_the_page_once_the_link_is_revoked():
    event = an_event()
    url = f"/events/{event.slug}/organise/helpers/"
    assert "No codes yet." in text_of(ada().get(url))
    revoke_helper(link=invite_helper(event=event, role=Role.CASHIER, name="Frieda"))
    page = text_of(ada().get(url))
    assert "No active codes." in page and "Frieda" in page and "cashier, revoked at" in page
    assert "/h/" not in page


def test_the_list_the_hint_and_the_board_count_who_has_a_place_and_name_the_others():
    event = an_event(places=1)
    enter_players(event=event, names=["A", "B", "C", "D"], are_present=False)
    event.entrants.filter(number=3).update(admission="waiting")
    event.entrants.filter(number=4).update(admission="left")
    page = markup_of(ada().get(url_of(event)))
    assert "2 players are entered; the limit" in page and ">2 players entered<" in page
    board = markup_of(ada().get(f"/events/{event.slug}/organise/"))
    assert ">2 entered<" in board
    assert all("Waiting list: 1; Left, or no-show: 1" in each for each in (page, board))


def test_players_whose_draw_is_a_draft_are_led_on_to_it():
    round = a_round(is_open=False)
    page = text_of(ada().get(f"/events/{round.event.slug}/organise/players/"))
    head = page.partition("<h1>")[2].partition("</header>")[0]
    assert f'href="/events/{round.event.slug}/organise/rounds/1/"' in head
