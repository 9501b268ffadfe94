"""One door for papers: lists in an order, cut into parts, receipts and envelopes, several in one PDF."""

import pytest

from tests.builders import a_round, an_event, write_deal
from tests.tournaments.publishing.test_pdf import text_in
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import Entrant, Player
from tournaments.publications.pdf.desk import said_range, shares_of, size_of_people
from tournaments.publications.pdf.standings import LEAST_SIZE
from tournaments.services.cash.prizes import change_prizes
from tournaments.services.entry.entrants import enter_players
from tournaments.services.history.event_chain import SYSTEM
from tournaments.services.publishing.publications import freeze_event
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db
NAMES = ["Ida Zander", "Ben Albers", "Cleo Müller", "Dov Berg"]


def papers(event, visitor=None, **asked):
    """Return the answer for these papers; `lang` is English unless asked otherwise."""
    return (visitor or ada()).get(f"/events/{event.slug}/organise/papers.pdf", {"lang": "en", **asked})


def text_of_papers(event, **asked):
    answer = papers(event, **asked)
    assert answer.status_code == 200, answer.content
    return text_in(answer.content)


def an_evening():
    """Play one deal and set a prize for the first two."""
    round = a_round()
    event = round.event
    write_deal(round.tables.get())
    close_round(round=round, even_if_incomplete=True)
    change_prizes(event=event, typed="1: 50.00\n2: A ham", ties="share", pot=["fee"])
    compute_event_standings(event_id=event.pk)
    return event


def places_of(text, names):
    return sorted(names, key=text.index)


@pytest.mark.parametrize(
    ("order", "first"), [("surname", "Ben Albers"), ("number", "Ida Zander"), ("", "Ben Albers")]
)
def test_a_list_of_players_stands_in_the_order_asked_for(order, first):
    event = an_event()
    enter_players(event=event, names=NAMES)
    text = text_of_papers(event, paper="people", order=order)
    assert places_of(text, NAMES)[0] == first


def test_a_short_list_has_letters_that_fill_the_page_if_every_name_takes_one_line():
    short, long = (Entrant(player=Player(name=name), team="") for name in ("Ben Albers", "Ben " * 20))
    assert size_of_people([short], (180, 180), 14) >= 14
    assert size_of_people([short], (180, 180), 60) == size_of_people([long], (180, 180), 14) == LEAST_SIZE


def test_a_list_by_table_begins_with_table_1():
    event = a_round(tables=2).event
    text = text_of_papers(event, paper="people", order="table")
    at_second = event.rounds.get().tables.get(number=2).parts.get().seats.first().entrant.player.name
    at_first = event.rounds.get().tables.get(number=1).parts.get().seats.first().entrant.player.name
    assert text.index(at_first) < text.index(at_second)


def test_a_list_is_cut_into_parts_that_say_from_where_to_where_they_go():
    event = an_event()
    enter_players(event=event, names=NAMES)
    text = text_of_papers(event, paper="people", split="2")
    ranges = text.replace(" ", "")
    assert "A–B" in ranges and "M–Z" in ranges


def test_people_of_one_table_are_never_on_two_parts():
    keys = ["1", "1", "1", "1", "2", "2", "2", "2", "3", "3", "3", "3"]
    shares = shares_of(keys, "table", 2)
    assert [(share.start, share.stop) for share in shares] == [(0, 8), (8, 12)]
    assert [said_range(keys, share, "table") for share in shares] == ["1 – 2", "3"]


@pytest.mark.parametrize("split", [1, 2, 5, 12])
@pytest.mark.parametrize("order", ["surname", "number", "table"])
def test_everybody_is_on_exactly_one_part(order, split):
    keys = sorted(["albers", "berg", "müller"]) if order == "surname" else ["1", "2", "2"]
    places = [at for share in shares_of(keys, order, split) for at in share]
    assert places == [0, 1, 2]


def test_a_list_by_club_has_each_club_with_its_number_of_people():
    event = an_event()
    enter_players(event=event, names=NAMES)
    Entrant.objects.filter(event=event, number__in=[1, 3]).update(team="SC Nord")
    text = text_of_papers(event, paper="clubs")
    assert "SC Nord (2)" in text and "without a club (2)" in text


def test_winners_have_a_receipt_to_sign_and_an_envelope():
    text = text_of_papers(an_evening(), paper=["envelopes", "receipts"])
    assert text.count("Signature") == 2
    assert "€50.00" in text or "50.00" in text
    assert "All prizes together" in text and "A ham" in text


def test_secret_results_have_receipts_for_the_club_and_for_nobody_else():
    event = freeze_event(event=an_evening(), is_frozen=True, by=SYSTEM)
    assert papers(event, paper="receipts").status_code == 200
    assert papers(event, stranger(), paper="receipts").status_code in (302, 403, 404)


def test_copies_and_several_papers_are_pages_of_one_file():
    event = an_evening()
    text = text_of_papers(event, paper=["people", "standings"], copies="2")
    assert text.count("List of everybody") >= 2
    assert "1/4" in text.replace(" ", "") and "4/4" in text.replace(" ", "")


def test_a_choice_is_remembered_by_the_browser():
    event, visitor = an_evening(), ada()
    papers(event, visitor, paper=["people", "clubs"], order="number", split="3")
    form = visitor.get(f"/events/{event.slug}/organise/papers/").context["form"]
    assert (form.initial["paper"], form.initial["order"], form.initial["split"]) == (
        ["people", "clubs"],
        "number",
        3,
    )


@pytest.mark.parametrize("cookie", ["paper=films&split=900", "%%%", "paper=people&order=luck", "x" * 3000])
def test_a_choice_that_is_none_any_more_is_forgotten(cookie):
    event, visitor = an_event(), ada()
    visitor.cookies["papers"] = cookie
    assert visitor.get(f"/events/{event.slug}/organise/papers/").status_code == 200


@pytest.mark.parametrize(
    "asked", [{}, {"paper": "films"}, {"paper": "people", "split": "13"}, {"paper": "people", "copies": "21"}]
)
def test_papers_that_cannot_be_are_refused_on_the_page(asked):
    event = an_event()
    refused = papers(event, **asked)
    assert refused.status_code == 422 and b"errors" in refused.content


def test_papers_without_anything_on_them_say_so():
    refused = papers(an_event(), paper="receipts")
    assert refused.status_code == 409
    assert "There is nothing to print on these papers yet." in text_of(refused)
