"""A round, from its draw to its close; links, cards, late deals."""

import re

import pytest

from scoring.not_possible import NotPossible
from tests.builders import a_request, a_round, a_table, an_event, write_deal
from tests.tournaments.visitors import ada, dov, queries_of, stranger, text_of
from tournaments.models import Deal, PendingDeal, Round, RoundStatus
from tournaments.selectors.clubs.permissions import get_link
from tournaments.services.draw.drawing import discard_draft
from tournaments.services.draw.search import carry_out_draw
from tournaments.services.entry.check_in import check_in
from tournaments.services.entry.entrants import enter_players
from tournaments.services.rounds.lifecycle import close_round, open_round
from tournaments.services.sheets.deals import correct_deal
from tournaments.services.sheets.table_links import token_of

pytestmark = pytest.mark.django_db

PUBLIC = "https://karten.example"


def organise(event, more=""):
    return f"/events/{event.slug}/organise/{more}"


def round_url(round, more=""):
    return organise(round.event, f"rounds/{round.number}/{more}")


def table_url(table, more):
    return organise(table.round.event, f"tables/{table.public_id}/{more}")


def a_draft(seats=4):
    return a_round(seats=seats, is_open=False)


def status_of(round):
    return Round.objects.get(pk=round.pk).status


# Draw, open, close


def test_everybody_present_is_drawn_into_a_draft():
    event = an_event()
    enter_players(event=event, names=list("ABCDEFG"))
    visitor = ada()
    waiting = visitor.post(organise(event, "draw/"))["Location"]
    assert waiting == organise(event, "draws/1/?wait")
    carry_out_draw(draw_id=event.draws.get().pk)
    assert visitor.get(waiting)["Location"] == organise(event, "rounds/1/")
    seats = [table.parts.get().seats.count() for table in Round.objects.get().tables.all()]
    assert sorted(seats) == [3, 4]


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (0, "No players are present yet. 3 players are possible: add some."),
        (1, "1 player is present; this does not make tables of 3 or 4. 3 players are possible"),
        (2, "2 players are present; this does not make tables of 3 or 4. 3 players are possible"),
        (5, "5 players are present; this does not make tables of 3 or 4. 4 or 6 players are possible"),
    ],
)
def test_so_many_players_are_refused_with_why_and_what_to_do(players, sentence):
    event = an_event()
    enter_players(event=event, names=list("ABCDE")[:players])
    refused = ada().post(organise(event, "draw/"))
    assert refused.status_code == 409 and sentence in text_of(refused)
    assert organise(event, "players/") in text_of(refused)
    assert not Round.objects.exists()


def test_with_five_players_the_dashboard_says_what_is_possible_and_offers_no_draw():
    event = an_event()
    enter_players(event=event, names=list("ABCDE"))
    dashboard = text_of(ada().get(organise(event)))
    assert "5 players are present" in dashboard and "Draw round 1" not in dashboard
    assert "4 or 6 players are possible: add players, or undo the check-in of one" in dashboard
    enter_players(event=event, names=["F"])
    assert "Draw round 1" in text_of(ada().get(organise(event)))


def test_drawing_twice_leads_to_the_draft():
    round = a_draft()
    refused = ada().post(organise(round.event, "draw/"))
    assert refused.status_code == 409 and "Round 1 is already drawn" in text_of(refused)
    assert round_url(round) in text_of(refused)


def test_a_draft_is_drawn_again():
    round = a_draft()
    asked = ada().post(round_url(round, "draw-again/"))
    assert asked["Location"] == organise(round.event, "draws/1/?wait")
    carry_out_draw(draw_id=round.event.draws.get().pk)
    assert Round.objects.get().pk != round.pk


def test_drawing_again_without_enough_players_keeps_the_draft():
    round = a_draft()
    check_in(entrant=round.event.entrants.first(), is_present=False)
    check_in(entrant=round.event.entrants.last(), is_present=False)
    assert ada().post(round_url(round, "draw-again/"), {"absent": "round"}).status_code == 409
    assert Round.objects.get().pk == round.pk


def test_a_draft_names_who_came_and_who_went_since():
    round = a_draft()
    check_in(entrant=round.event.entrants.get(number=1), is_present=False)
    enter_players(event=round.event, names=["Zoe"])
    page = text_of(ada().get(round_url(round)))
    assert "without a seat in this draw: Zoe" in page
    assert "has a seat but is not present: Ada" in page


def test_a_draft_is_discarded():
    round = a_draft()
    assert ada().post(round_url(round, "discard/"))["Location"] == organise(round.event)
    assert not Round.objects.exists()


def test_an_open_round_is_neither_discarded_nor_drawn_again():
    round = a_round()
    for more in ("discard/", "draw-again/"):
        refused = ada().post(round_url(round, more))
        assert refused.status_code == 409 and "its draw cannot change" in text_of(refused)


def test_a_draft_is_opened():
    round = a_draft()
    ada().post(round_url(round, "open/"))
    assert status_of(round) == RoundStatus.OPEN


def test_a_closed_round_is_taken_up_again():
    round = close_round(round=a_round(), even_if_incomplete=True)
    shown = text_of(ada().post(round_url(round, "open/")))
    assert "Tables that can record and correct deals again: 1" in shown
    assert status_of(round) == RoundStatus.CLOSED
    ada().post(round_url(round, "open/"), {"sure": "yes"})
    assert status_of(round) == RoundStatus.OPEN


def test_a_round_is_not_taken_up_while_another_is_open():
    first = close_round(round=a_round(), even_if_incomplete=True)
    a_round(first.event)
    refused = ada().post(round_url(first, "open/"))
    assert refused.status_code == 409 and "Round 2 is not closed yet" in text_of(refused)


def test_closing_names_the_tables_that_miss_deals_and_offers_to_close_all_the_same():
    round = a_round(tables=2)
    refused = ada().post(round_url(round, "close/"))
    assert refused.status_code == 409
    assert "Round 1 is still open at tables 1, 2." in text_of(refused)
    assert "Close anyway" in text_of(refused)
    assert ada().post(round_url(round, "close/"), {"even_if_incomplete": "yes"}).status_code == 302
    assert status_of(round) == RoundStatus.CLOSED


def test_a_draft_is_not_closed():
    round = a_draft()
    refused = ada().post(round_url(round, "close/"), {"even_if_incomplete": "yes"})
    assert refused.status_code == 409 and "is not open yet" in text_of(refused)
    assert status_of(round) == RoundStatus.DRAFT


@pytest.mark.parametrize("use_case", [open_round, close_round, discard_draft])
def test_a_draw_that_another_director_discarded_is_gone(use_case):
    draft = a_draft()
    discard_draft(round=Round.objects.get(pk=draft.pk))
    with pytest.raises(NotPossible, match="The draw of round 1 was discarded"):
        use_case(round=draft)


def test_a_round_that_another_director_opened_is_not_discarded():
    draft = a_draft()
    open_round(round=Round.objects.get(pk=draft.pk))
    with pytest.raises(NotPossible, match="its draw cannot change"):
        discard_draft(round=draft)


# Links and cards


def link_of(table):
    return table.links.get()


def test_an_open_round_shows_the_links_of_its_tables():
    table = a_table()
    page = ada().get(round_url(table.round))
    assert f"http://testserver/t/{token_of(link_of(table))}" in text_of(page)
    assert "no-store" in page["Cache-Control"] and "private" in page["Cache-Control"]


def test_links_carry_the_public_address_where_there_is_one(settings):
    settings.PUBLIC_URL = PUBLIC
    table = a_table()
    assert f"{PUBLIC}/t/{token_of(link_of(table))}" in text_of(ada().get(round_url(table.round)))


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
@pytest.mark.parametrize("more", ["", "cards/"])
def test_on_loopback_the_page_leads_to_the_place_that_says_how_phones_get_in(host, more):
    round = a_round()
    page = text_of(ada().get(round_url(round, more), headers={"Host": host}))
    assert "/phones/?next=" in page and "qr.svg" not in page and "qrline" not in page


def test_a_qr_code_is_an_image_for_organisers_that_nobody_keeps():
    image = ada().get(table_url(a_table(), "qr.svg"))
    assert image["Content-Type"] == "image/svg+xml" and b"<svg" in image.content
    assert "no-store" in image["Cache-Control"] and b"style=" not in image.content


def test_cards_have_a_qr_code_each_without_inline_style():
    page = text_of(ada().get(round_url(a_round(tables=2), "cards/")))
    assert page.count('class="qrline"') == 2 and "style=" not in page


def test_a_renewed_link_locks_the_old_one_out():
    table = a_table()
    old = token_of(link_of(table))
    ada().post(table_url(table, "link/renew/"))
    assert get_link(old) is None and get_link(token_of(link_of(table))) is not None


def test_a_revoked_link_opens_nothing_until_it_is_renewed():
    table = a_table()
    ada().post(table_url(table, "link/revoke/"))
    assert get_link(token_of(link_of(table))) is None
    assert "The link is revoked" in text_of(ada().get(round_url(table.round)))
    assert ada().get(table_url(table, "qr.svg")).status_code == 404
    ada().post(table_url(table, "link/renew/"))
    assert get_link(token_of(link_of(table))) is not None


# Late deals


def a_late_deal(number=1, **changes):
    """Return a deal that arrives after the close of a round in which one deal was written."""
    table = a_table()
    write_deal(table)
    close_round(round=table.round, even_if_incomplete=True)
    write_deal(table, number, **changes)
    return PendingDeal.objects.get()


def late_url(parked):
    return round_url(parked.table.round, f"late/{parked.pk}/")


def settle(parked, choose):
    return ada().post(late_url(parked), {"choose": choose, "sure": "yes"})


def test_a_late_deal_is_shown_in_the_words_of_the_sheet():
    parked = a_late_deal(2, declarer=2)
    page = text_of(ada().get(round_url(parked.table.round)))
    assert "Table 1, deal 2" in page and "Declarer Cleo: 2 " in page


def words_of(page):
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_a_late_deal_that_was_lost_says_so_with_its_points_and_where_it_would_stand():
    parked = a_late_deal(2, declarer=2, bid=3, tricks=1)
    page = words_of(text_of(ada().get(round_url(parked.table.round))))
    assert "Declarer Cleo: 3 lost" in page
    assert "Ada 0 0 Ben 0 +2 Cleo −6 −6" in page
    assert "a phone at the table, " in page and "It would be deal 2, after the last one." in page


def test_a_late_deal_after_a_gap_says_which_one_is_missing():
    page = words_of(text_of(ada().get(round_url(a_late_deal(5).table.round))))
    assert "Deal 2 comes next" in page and "It would be" not in page


def test_a_late_deal_is_taken_after_the_last_one():
    parked = a_late_deal(2, declarer=2)
    assert settle(parked, "take").status_code == 302
    assert list(Deal.objects.values_list("number", "record__declarer")) == [(1, 1), (2, 2)]


def test_a_late_deal_is_dropped():
    parked = a_late_deal(2)
    assert settle(parked, "drop").status_code == 302
    assert Deal.objects.count() == 1
    assert "Deals that arrived after" not in text_of(ada().get(round_url(parked.table.round)))


def test_a_late_correction_shows_both_versions_and_replaces_the_stored_one():
    table = a_table()
    write_deal(table)
    close_round(round=table.round, even_if_incomplete=True)
    record = {**Deal.objects.get().record, "declarer": 2}
    correct_deal(table=table, number=1, record=record, revision=1, request=a_request())
    page = text_of(ada().get(round_url(table.round)))
    assert page.index("Also sent") < page.index("Declarer Cleo") < page.index("On the sheet")
    assert page.index("On the sheet") < page.index("Declarer Ben")
    settle(PendingDeal.objects.get(), "take")
    assert Deal.objects.get().record["declarer"] == 2


def test_a_late_deal_that_does_not_fit_is_refused_and_waits_on():
    parked = a_late_deal(5)
    refused = settle(parked, "take")
    assert refused.status_code == 409 and "Deal 2 comes next" in text_of(refused)
    assert PendingDeal.objects.get().settlement == "open"


def test_a_late_deal_is_settled_once():
    parked = a_late_deal(2)
    settle(parked, "take")
    refused = settle(parked, "drop")
    assert refused.status_code == 409 and "already resolved" in text_of(refused)
    assert Deal.objects.count() == 2


# Permissions and methods


def test_the_page_takes_as_many_queries_for_many_tables_as_for_one():
    small, large = a_round(), a_round(tables=6, event=an_event(name="Large"))
    visitor = ada()
    for more in ("", "cards/"):
        assert queries_of(visitor, round_url(large, more)) == queries_of(visitor, round_url(small, more))


def test_the_page_takes_as_many_queries_for_many_late_deals_as_for_one():
    small, large = a_round(), a_round(tables=4, event=an_event(name="Large"))
    for drawn in (small, large):
        close_round(round=drawn, even_if_incomplete=True)
        for table in drawn.tables.all():
            write_deal(table)
    visitor = ada()
    assert queries_of(visitor, round_url(large)) == queries_of(visitor, round_url(small))


POSTS = ["draw-again/", "discard/", "open/", "close/"]
TABLE_POSTS = ["link/renew/", "link/revoke/"]


def addresses(table):
    return (
        [round_url(table.round, more) for more in ("", "cards/")] + [table_url(table, "qr.svg")],
        [round_url(table.round, more) for more in POSTS]
        + [table_url(table, more) for more in TABLE_POSTS]
        + [round_url(table.round, "late/1/")],
    )


def test_another_clubs_round_does_not_exist():
    reads, writes = addresses(a_table())
    visitor = dov()
    assert {visitor.get(url).status_code for url in reads} == {404}
    assert {visitor.post(url).status_code for url in writes} == {404}


def test_a_round_is_behind_the_login():
    reads, writes = addresses(a_table())
    answers = [stranger().get(url) for url in reads] + [stranger().post(url) for url in writes]
    assert all(answer.status_code == 302 and "/accounts/login/" in answer["Location"] for answer in answers)


def test_reads_are_read_and_writes_are_posted():
    reads, writes = addresses(a_table())
    visitor = ada()
    assert {visitor.post(url).status_code for url in reads} == {405}
    assert {visitor.get(url).status_code for url in writes} == {405}


def test_a_round_that_was_never_drawn_is_not_found():
    assert ada().get(organise(an_event(), "rounds/7/")).status_code == 404


@pytest.mark.parametrize(("seats", "is_long"), [(3, False), (4, True)])
def test_a_blank_list_of_36_deals_is_one_page_and_one_of_48_two_halves(seats, is_long):
    round = a_round(an_event(game="skat"), seats=seats)
    page = text_of(ada().get(round_url(round, "sheets/")))
    assert ("is-long" in page) == is_long and "is-list" in page
    rows = page.split("<tr")
    last = [row.split('class="n">')[1].split("<")[0] for row in rows if "ends-page" in row]
    assert last == (["24", "48"] if is_long else ["36"])  # six rounds of dealers


@pytest.mark.parametrize(
    ("game", "seats", "example"),
    [
        ("doppelkopf", 4, "2 4 143 (Re-Spieler: 2, Partner: 4, Augen von Re: 143)"),
        ("doppelkopf", 5, "2 5 137 (Re-Spieler: 2, Partner: 5, Augen von Re: 137)"),
        ("skat", 4, "3 kr mit 3 - (Alleinspieler: 3, Spielart: Kreuz, Spitzen: mit 3, Ergebnis: verloren)"),
        ("schafkopf", 4, "2 4 bl + (Spieler: 2, Partner: 4, Gerufen: Blaue, Ergebnis: gewonnen)"),
    ],
)
def test_a_blank_sheet_explains_a_usual_deal_of_its_game_word_by_word(game, seats, example):
    round = a_round(an_event(game=game), seats=seats)
    page = text_of(ada().get(round_url(round, "sheets/"), headers={"accept-language": "de"}))
    assert f"zum Beispiel {example} </td>" in page
