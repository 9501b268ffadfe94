"""Whole evenings from the form to the prizes, beside a ledger (tests/ledger.py) of every rank and cent."""

from collections import Counter, defaultdict
from datetime import date

import pytest

from tests.builders import a_request, an_event, end_round
from tests.ledger import STEPS, Ledger, lot_of, ranked, shared
from tests.tournaments.api.programs import Program
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import Draw, Event, Part, Player
from tournaments.services.draw.search import carry_out_draw
from tournaments.services.rounds.lifecycle import open_round, seat_round
from tournaments.services.sheets.deals import record_deal
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db


def play(event, ledger, number):
    """Play a list at five tables: who sat apart in the last one sits together now; four deals each."""
    entrants = list(event.entrants.order_by("number"))
    rows = [
        [entrants[5 * seat + (table + (number - 1) * seat) % 5] for seat in range(4)] for table in range(5)
    ]
    assert len({each.pk for row in rows for each in row}) == 20
    round = open_round(round=seat_round(event=event, tables=rows))
    for table in round.tables.order_by("number"):
        first = Part.objects.get(table=table).first_dealer
        people = [each.number for each in rows[table.number - 1]]
        for deal in range(1, 5):
            declarer = (first + deal - 1 + 1 + (table.number + number) % 3) % 4
            suit, is_won = (
                "CSHD"[(table.number * deal + number) % 4],
                (table.number + 2 * deal + number) % 3 > 0,
            )
            record = {
                "declarer": declarer, "contract": suit, "matadors": 1, "result": "won" if is_won else "lost",
            }  # fmt: skip
            record_deal(
                table=table, number=deal, record=record, request=a_request({"number": deal, "record": record})
            )
            ledger.note(number, people, declarer, suit, is_won)
    end_round(round)


LADIES, GUESTS, EVERYBODY = {1, 4, 6, 11, 16, 19}, {3, 8}, range(1, 21)
BY_TOTAL = {"value": {"by": "total"}}
TEAMS_CARD = {
    "name": "Teams", "rule": {"unit": "team", **BY_TOTAL}, "fee_cents": 750, "shares": {"own": 1000},
    "prizes": [{"places": [1], "share": 600}, {"places": [2], "share": 400}],
}  # fmt: skip
LADIES_CARD = {
    "name": "Ladies", "rule": {"who": {"categories": ["Ladies"]}, **BY_TOTAL}, "fee_cents": 200,
    "shares": {"own": 900, "fee": 50},
    "prizes": [{"places": [1], "share": 1000}, {"places": [2], "thing": "Flowers"}],
}  # fmt: skip
KEY = {
    "prizes": [{"places": [1], "share": 500}, {"places": [2], "share": 300}, {"places": [3], "share": 200}],
    "ties": "share", "pot": ["fee", "lost_deals"], "shares": {"fee": 900, "lost_deals": 250},
    "best_of_lists": 500,
}  # fmt: skip


def a_skat_evening(program):
    """Return an announced evening of three lists, competitions of teams and of ladies, and prizes."""
    event = an_event(
        game="skat", slug="tandem", date=date(2026, 11, 28), deals_per_table={"4": 4}, policy={"by": "total"},
        planned_rounds=3, fee_cents=1000, fee_classes={"guest": 1250}, is_registration_open=True,
        is_published=True,
        lost_deal_money={"steps": STEPS, "per": "list"},
    )  # fmt: skip
    for card in (TEAMS_CARD, LADIES_CARD):
        program.post("events/tandem/competitions/", card, 201)
    program.change("events/tandem/prizes/key/", KEY, "put")
    return event


def enter_teams(event, size, program, director):
    """Register each team by one form, check it in and have it pay by one key; return the teams by number."""
    names = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOPQRST"]
    for at in range(0, 20, size):
        mates = "\n".join(names[at + 1 : at + size])
        form = {"name": names[at], "mates": mates, "team": f"Team {at // size + 1}"}
        assert stranger().post("/events/tandem/register/", form).status_code == 302
    Player.objects.filter(entries__number__in=LADIES).update(categories=["Ladies"])
    Player.objects.filter(entries__number__in=GUESTS).update(is_guest=True)
    program.change("events/tandem/competitions/2/", {"name": "Ladies", "entered": sorted(LADIES)})
    teams = {1 + at // size: [*range(at + 1, at + size + 1)] for at in range(0, 20, size)}
    for first, *_ in teams.values():
        entrant = event.entrants.get(number=first)
        director.post(f"/events/tandem/organise/check-in/{entrant.pk}/", {"present": "team_paid"})
    return teams


@pytest.mark.parametrize("size", [2, 4])
def test_a_skat_evening_of_teams_comes_out_as_its_ledger_says(size):
    # 20 persons in pairs or fours, 3 lists, ladies, the best of each list, own fees, guests who pay more.
    program, director, ledger = Program(), ada(), Ledger()
    event = a_skat_evening(program)
    teams = enter_teams(event, size, program, director)
    for number in (1, 2, 3):
        play(event, ledger, number)
    compute_event_standings(event_id=event.pk)
    for number in EVERYBODY:
        program.post("events/tandem/fees/", {"number": number, "kind": "lost_deals"})

    ranks = ledger.ranks(EVERYBODY)
    assert dict(Event.objects.get().standings_rows.values_list("entrant__number", "rank")) == ranks
    rankings = program.get("events/tandem/competitions/rankings/")["results"]
    ranks_by_key = {each["key"]: {row["number"]: row["rank"] for row in each["rows"]} for each in rankings}
    assert ranks_by_key == {"1": ledger.ranks_of_teams(teams), "2": ledger.ranks(LADIES)}

    money = ledger.money(teams, LADIES, GUESTS, lot_of(event.public_id.hex))
    prizes = program.get("events/tandem/prizes/")
    assert {each["number"]: each["cents"] for each in prizes["results"] if each["cents"]} == money.due
    assert prizes["pot"] == money.pot and prizes["left"] == 0
    assert sum(each["taken"] for each in prizes["sources"]) == money.taken
    assert sum(each["host"] for each in prizes["sources"]) == money.host
    assert all(each["why"] for each in prizes["results"])

    program.post("events/tandem/prizes/", {"mark": prizes["mark"]})
    assert program.post("events/tandem/prizes/", {})["results"] == []
    program.post("events/tandem/cash_closing/", {"counted": money.host})
    page = text_of(stranger().get("/events/tandem/teams/"))
    assert "Team 1" in page and "Ladies" in page and "Why?" in page
    assert "The box balances" in text_of(director.get("/events/tandem/organise/cash/"))


PRIZES = {
    "prizes": [{"places": [1], "share": 700}, {"places": [2], "share": 300}],
    "ties": "share",
    "pot": ["fee"],
}


def a_jass_evening(program):
    """Return an evening of three rounds, each with new partners, drawn for eight who have paid."""
    event = an_event(
        game="jass", slug="jass", policy={"by": "total"}, fee_cents=500, new_partners=True,
        is_registration_open=True, is_published=True, planned_rounds=3,
    )  # fmt: skip
    director = ada()
    for letter in "ABCDEFGH":
        assert stranger().post("/events/jass/register/", {"name": f"Player {letter}"}).status_code == 302
    for entrant in event.entrants.all():
        director.post(f"/events/jass/organise/check-in/{entrant.pk}/", {"present": "paid"})
    program.change("events/jass/prizes/key/", PRIZES, "put")
    program.post("events/jass/draws/", {"mode": "all", "rounds": 3}, 202)
    carry_out_draw(draw_id=Draw.objects.get().pk)
    return event


def play_one_deal(table, points):
    """Write the only deal of a table, with these points of both sides; return who sat there, seat by seat."""
    record = {"contract": "C", "points": points}
    record_deal(table=table, number=1, record=record, request=a_request({"number": 1, "record": record}))
    seats = Part.objects.get(table=table).seats.order_by("position")
    return [seat.account.number for seat in seats]


def test_a_jass_evening_with_drawn_partners_ranks_persons_by_the_points_of_their_side():
    program = Program()
    event = a_jass_evening(program)
    total_by_person: Counter[int] = Counter()
    partners = defaultdict(set)
    for round in event.rounds.order_by("number"):
        program.post(f"events/jass/rounds/{round.number}/open/")
        for table in round.tables.order_by("number"):
            first = 60 + 7 * table.number + 3 * round.number
            people = play_one_deal(table, [first, 157 - first])
            for seat, person in enumerate(people):
                total_by_person[person] += (first, 157 - first)[seat % 2]
                partners[person].add(people[(seat + 2) % 4])
        end_round(round)
    compute_event_standings(event_id=event.pk)

    assert all(len(own) == 3 for own in partners.values()), "nobody has a partner twice"
    ranks = ranked(total_by_person)
    assert dict(Event.objects.get().standings_rows.values_list("entrant__number", "rank")) == ranks
    won = shared(ranks, {1: 2800, 2: 1200}, lot_of(Draw.objects.get().seed))
    prizes = program.get("events/jass/prizes/")
    assert {each["number"]: each["cents"] for each in prizes["results"]} == won and sum(won.values()) == 4000
    program.post("events/jass/prizes/", {"mark": prizes["mark"]})
    assert "Winners" in text_of(stranger().get("/events/jass/"))
