"""Every refusal during an event offers its remedy on the same page: a button or a link that works."""

import re

import pytest

from tests.builders import a_round, an_event
from tests.tournaments.evening_pages import at_table, organise
from tests.tournaments.evenings import a_written_table, entrant
from tests.tournaments.visitors import ada, markup_of, text_of
from tournaments.models import Event
from tournaments.services.draw.drawing import draw_round
from tournaments.services.entry.check_in import check_in
from tournaments.services.entry.entrants import enter_players
from tournaments.services.rounds.lifecycle import close_round

pytestmark = pytest.mark.django_db


def alert(response):
    """Return the refusal and the remedy beside it."""
    assert response.status_code in (409, 422)
    page = text_of(response)
    return page[page.index('role="alert"') :].partition("</section>")[0]


def links_in(part):
    return re.findall(r'href="([^"]+)"', part)


def test_a_round_with_open_tables_is_closed_all_the_same_or_its_tables_abandoned():
    event = a_written_table().round.event
    offered = alert(ada().post(organise(event, "rounds/1/close/")))
    assert "Abandon table 1" in offered and 'name="even_if_incomplete"' in offered
    assert ada().post(organise(event, "rounds/1/close/"), {"even_if_incomplete": "yes"}).status_code == 302


def test_a_round_with_unconfirmed_results_links_to_its_tables_or_is_closed_anyway():
    table = a_written_table(event=an_event(confirms="sheets", deals_per_table={"4": 3}))
    offered = alert(ada().post(organise(table.round.event, "rounds/1/close/")))
    assert links_in(offered)[0] == at_table(table) and 'name="even_if_incomplete"' in offered


def test_a_draw_with_an_absent_player_is_drawn_again_or_opened_all_the_same():
    event = an_event()
    enter_players(event=event, names=[f"Player {n}" for n in range(8)])
    draw_round(event=event, seed=1)
    check_in(entrant=entrant(event, 3), is_present=False)
    offered = alert(ada().post(organise(event, "rounds/1/open/")))
    assert "draw-again/" in offered and 'name="even_if_absent"' in offered


def test_an_unannounced_player_on_the_list_is_found_there():
    event = an_event()
    enter_players(event=event, names=["Cléo & Co"], are_present=False)
    refused = ada().post(organise(event, "check-in/add/"), {"name": "Cléo & Co"})
    (links,) = [url for url in links_in(text_of(refused)) if "?name=" in url]
    assert "Cléo &amp; Co is here" in text_of(ada().get(links))


def test_a_player_with_deals_is_not_removed_but_leaves_early():
    event = a_written_table().round.event
    ben = entrant(event, 2)
    refused = ada().post(organise(event, f"players/{ben.pk}/take-out/"))
    assert "undo the check-in" in alert(refused)
    assert re.search(r'<details class="card fold" open><summary>Leaves early', markup_of(refused))
    left = ada().post(organise(event, f"players/{ben.pk}/leave/"), {"after": "1", "rule": "keeps"})
    assert left.status_code == 302


def test_a_player_seated_in_a_later_round_is_linked_to_it():
    event = an_event()
    close_round(round=a_round(event), even_if_incomplete=True)
    a_round(event)
    ben = entrant(event, 2)
    offered = alert(ada().post(organise(event, f"players/{ben.pk}/leave/"), {"after": "1", "rule": "keeps"}))
    assert organise(event, "rounds/2/") in links_in(offered)


def test_an_event_whose_round_is_open_leads_to_the_round():
    event = a_written_table().round.event
    offered = alert(ada().post(organise(event, "close/"), {"is_closed": "yes"}))
    assert organise(event, "rounds/1/") in links_in(offered)
    assert not Event.objects.get(pk=event.pk).is_closed
