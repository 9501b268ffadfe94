"""Whole evenings from the form to the prizes, beside a ledger (tests/ledger.py) of every rank and cent."""

from collections import Counter, defaultdict
from datetime import date

import pytest

from tests.builders import a_request, an_event, end_round
from tests.ledger import STEPS, Ledger, lot_of, parts, ranked, shared
from tests.tournaments.api.programs import Program
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import Draw, Event, Part, Player
from tournaments.services.draw.search import carry_out_draw
from tournaments.services.rounds.lifecycle import open_round, seat_round
from tournaments.services.sheets.deals import record_deal
from tournaments.services.standings.computation import compute_event_standings

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


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


@pytest.mark.parametrize("size", [2, 4])
def test_a_skat_evening_of_teams_comes_out_as_its_ledger_says(size):
    """20 persons in pairs or fours, 3 lists, ladies, the best of each list, own fees, guests who pay more."""
    event = an_event(
        game="skat", slug="tandem", date=date(2026, 11, 28), deals_per_table={"4": 4}, policy={"by": "total"},
        planned_rounds=3, fee_cents=1000, fee_classes={"guest": 1250}, is_registration_open=True,
        is_published=True,
        lost_deal_money={"steps": STEPS, "per": "list"},
    )  # fmt: skip
    program = Program()
    usual = {"value": {"by": "total"}}
    program.post("events/tandem/competitions/", {
        "name": "Teams", "rule": {"unit": "team", **usual}, "fee_cents": 750, "shares": {"own": 1000},
        "prizes": [{"places": [1], "share": 600}, {"places": [2], "share": 400}],
    }, 201)  # fmt: skip
    program.post("events/tandem/competitions/", {
        "name": "Ladies", "rule": {"who": {"categories": ["Ladies"]}, **usual}, "fee_cents": 200,
        "shares": {"own": 900, "fee": 50},
        "prizes": [{"places": [1], "share": 1000}, {"places": [2], "thing": "Flowers"}],
    }, 201)  # fmt: skip
    thirds = zip((1, 2, 3), (500, 300, 200), strict=True)
    key = {
        "prizes": [{"places": [place], "share": share} for place, share in thirds],
        "ties": "share", "pot": ["fee", "lost_deals"], "shares": {"fee": 900, "lost_deals": 250},
        "best_of_lists": 500,
    }  # fmt: skip
    program.change("events/tandem/prizes/key/", key, "put")

    # At the door: each team by one form, checked in and paid by one key
    names = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOPQRST"]
    for at in range(0, 20, size):
        form = {
            "name": names[at],
            "mates": "\n".join(names[at + 1 : at + size]),
            "team": f"Team {at // size + 1}",
        }
        assert stranger().post("/events/tandem/register/", form).status_code == 302
    teams = {1 + at // size: [*range(at + 1, at + size + 1)] for at in range(0, 20, size)}
    ladies, guests = {1, 4, 6, 11, 16, 19}, {3, 8}
    Player.objects.filter(entries__number__in=ladies).update(categories=["Ladies"])
    Player.objects.filter(entries__number__in=guests).update(is_guest=True)
    program.change("events/tandem/competitions/2/", {"name": "Ladies", "entered": sorted(ladies)})
    director = ada()
    for members in teams.values():
        first = event.entrants.get(number=members[0])
        director.post(f"/events/tandem/organise/check-in/{first.pk}/", {"present": "team_paid"})

    # The lists, and what they cost
    ledger = Ledger()
    for number in (1, 2, 3):
        play(event, ledger, number)
    compute_event_standings(event_id=event.pk)
    event = Event.objects.get()
    for number in range(1, 21):
        program.post("events/tandem/fees/", {"number": number, "kind": "lost_deals"})

    # Every rank
    totals = {number: ledger.total(number) for number in range(1, 21)}
    ranks = ranked(totals)
    assert dict(event.standings_rows.values_list("entrant__number", "rank")) == ranks
    found = {
        each["key"]: each["rows"] for each in program.get("events/tandem/competitions/rankings/")["results"]
    }
    of_teams = ranked({team: sum(totals[each] for each in members) for team, members in teams.items()})
    of_ladies = ranked({number: totals[number] for number in ladies})
    assert {row["number"]: row["rank"] for row in found["1"]} == of_teams
    assert {row["number"]: row["rank"] for row in found["2"]} == of_ladies
    best = {at: ranked({n: ledger.points[n][at] for n in range(1, 21)}) for at in (1, 2, 3)}

    # Every cent: sources, pots, prizes, host
    lost = {at: sum(ledger.lost_cents(n).get(at, 0) for n in range(1, 21)) for at in (1, 2, 3)}
    fees, of_all_teams, of_all_ladies = 18 * 1000 + 2 * 1250, 750 * len(teams), 200 * len(ladies)
    main_fee, ladies_fee = parts(fees, [900, 50])
    lost_parts = {at: parts(cents, [250, 500]) for at, cents in lost.items()}
    pot = main_fee + sum(main for main, _ in lost_parts.values())
    of_lot = lot_of(event.public_id.hex)
    due = Counter(shared(ranks, dict(zip((1, 2, 3), parts(pot, [500, 300, 200]), strict=True)), of_lot))
    for at, (_, cents) in lost_parts.items():
        due.update(shared(best[at], {1: cents}, of_lot))
    due.update(shared(of_ladies, {1: ladies_fee + of_all_ladies * 900 // 1000}, of_lot))
    by_team = shared(of_teams, dict(zip((1, 2), parts(of_all_teams, [600, 400]), strict=True)), int)
    due.update({teams[team][0]: cents for team, cents in by_team.items()})
    prizes = program.get("events/tandem/prizes/")
    assert {each["number"]: each["cents"] for each in prizes["results"] if each["cents"]} == {**due}
    assert prizes["pot"] == pot and prizes["left"] == 0
    taken = fees + of_all_teams + of_all_ladies + sum(lost.values())
    host = taken - sum(due.values())
    assert sum(each["taken"] for each in prizes["sources"]) == taken
    assert sum(each["host"] for each in prizes["sources"]) == host
    assert all(each["why"] for each in prizes["results"])

    # Given out once, and the box holds the host's part
    program.post("events/tandem/prizes/", {"mark": prizes["mark"]})
    assert program.post("events/tandem/prizes/", {})["results"] == []
    program.post("events/tandem/cash_closing/", {"counted": host})
    page = text_of(stranger().get("/events/tandem/teams/"))
    assert "Team 1" in page and "Ladies" in page and "Why?" in page
    assert "The box balances" in text_of(director.get("/events/tandem/organise/cash/"))


def test_a_jass_evening_with_drawn_partners_ranks_persons_by_the_points_of_their_side():
    """Eight persons, three rounds, a new partner in each; the ledger adds up what each side made."""
    event = an_event(
        game="jass", slug="jass", policy={"by": "total"}, fee_cents=500, new_partners=True,
        is_registration_open=True, is_published=True, planned_rounds=3,
    )  # fmt: skip
    program, director = Program(), ada()
    for letter in "ABCDEFGH":
        form = {"name": f"Player {letter}"}
        assert stranger().post("/events/jass/register/", form).status_code == 302
    for entrant in event.entrants.all():
        director.post(f"/events/jass/organise/check-in/{entrant.pk}/", {"present": "paid"})
    key = {
        "prizes": [{"places": [1], "share": 700}, {"places": [2], "share": 300}],
        "ties": "share",
        "pot": ["fee"],
    }
    program.change("events/jass/prizes/key/", key, "put")
    program.post("events/jass/draws/", {"mode": "all", "rounds": 3}, 202)
    carry_out_draw(draw_id=Draw.objects.get().pk)

    points: Counter[int] = Counter()
    partners = defaultdict(list)
    for drawn in event.rounds.order_by("number"):
        program.post(f"events/jass/rounds/{drawn.number}/open/")
        for table in drawn.tables.order_by("number"):
            part = Part.objects.get(table=table)
            people = [seat.account.number for seat in part.seats.order_by("position")]
            mine = 60 + 7 * table.number + 3 * drawn.number
            record = {"contract": "C", "points": [mine, 157 - mine]}
            record_deal(
                table=table, number=1, record=record, request=a_request({"number": 1, "record": record})
            )
            for seat, person in enumerate(people):
                points[person] += (mine, 157 - mine)[seat % 2]
                partners[person].append(people[(seat + 2) % 4])
        end_round(drawn)
    compute_event_standings(event_id=event.pk)

    assert all(len({*own}) == 3 for own in partners.values()), "nobody has a partner twice"
    ranks = ranked(points)
    event = Event.objects.get()
    assert dict(event.standings_rows.values_list("entrant__number", "rank")) == ranks
    won = shared(ranks, {1: 2800, 2: 1200}, lot_of(Draw.objects.get().seed))
    prizes = program.get("events/jass/prizes/")
    assert {each["number"]: each["cents"] for each in prizes["results"]} == won and sum(won.values()) == 4000
    program.post("events/jass/prizes/", {"mark": prizes["mark"]})
    assert "Winners" in text_of(stranger().get("/events/jass/"))
