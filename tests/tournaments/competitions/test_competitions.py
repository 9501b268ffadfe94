"""Competitions beside the main ranking: who, which lists, how counted, and their money to the cent."""

from datetime import date
from fractions import Fraction
from random import Random

import pytest

from rules import get_game
from rules.reading import Refused
from scoring.not_possible import NotPossible
from tests.builders import a_round, an_event, end_round, write_deal
from tests.tournaments.evenings import ADA
from tests.tournaments.visitors import ada, stranger, text_of, typed_prizes
from tournaments.forms.competitions import CompetitionForm
from tournaments.models import Competition, Counting, Event, PaymentKind, Player, Publication, Stage
from tournaments.selectors.cash.cash_desk import accounts_of
from tournaments.selectors.cash.prize_plan import prize_plan
from tournaments.selectors.competitions.rankings import entered_in, rankings_of
from tournaments.selectors.publishing.publications import is_whole
from tournaments.services.cash.payments import pay, pay_all_fees
from tournaments.services.cash.prizes import change_prizes, give_prizes
from tournaments.services.competitions.competitions import (
    add_competition,
    change_competition,
    remove_competition,
    set_entries,
)
from tournaments.services.competitions.teams import entrants_called, form_team, match_by_lot
from tournaments.services.entry.entrants import enter_players
from tournaments.services.events.states import cancel_event
from tournaments.services.publishing.publications import publish_list
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.decisions import adjust_points
from tournaments.wording.numbers import signed

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(lasting):
    """Return an event of two rounds at one table: seat 1 wins a deal in round 1, seats 2 and 3 in round 2.

    In start numbers these are 2, then 3 and 4 of whatever seats the draw gave; see `ranks`.
    """
    event = an_event(date=date(2026, 11, 28), policy={"by": "total"})
    for declarers in ((1,), (2, 3, 2)):
        round = a_round(event)
        for number, declarer in enumerate(declarers, start=1):
            write_deal(round.tables.get(), number, declarer=declarer)
        end_round(round)
    compute_event_standings(event_id=event.pk)
    return event


def again(event):
    """Return an event as it is stored."""
    return Event.objects.get(pk=event.pk)


@pytest.fixture
def event(made):
    """Return it as each test finds it."""
    return again(made)


@pytest.fixture
def evening_with_a_fee(made):
    """Return it with a fee of 10."""
    Event.objects.filter(pk=made.pk).update(fee_cents=1000)
    return again(made)


def ranks(event, key):
    """Return ranks by number of one competition."""
    [found] = [each for each in rankings_of(event) if each.card.key == key]
    return found.ranks


def values(event, key):
    [found] = [each for each in rankings_of(event) if each.card.key == key]
    return {row["number"]: row["value"] for row in found.rows}


def test_without_a_value_a_competition_ranks_as_the_event_does(event):
    add_competition(event=event, name="All", rule={})
    main = dict(event.standings_rows.values_list("entrant__number", "rank"))
    assert ranks(event, "1") == main and len(set(main.values())) > 1


def test_a_round_and_the_last_place_and_a_number_of_the_sheet(event):
    add_competition(event=event, name="First list", rule={"lists": {"rounds": [1]}})
    low = {"by": "tally", "tally": "total", "high": False}
    add_competition(event=event, name="Last place", rule={"value": low})
    won = {"by": "tally", "tally": "deals_won"}
    add_competition(event=event, name="Most won", rule={"value": won})
    first = {row.entrant.number: dict(row.rounds)[1] for row in event.standings_rows.all()}
    assert values(event, "1") == first
    total = {row.entrant.number: row.values[0] for row in event.standings_rows.all()}
    assert min(ranks(event, "2"), key=ranks(event, "2").get) == min(total, key=lambda n: (total[n], n))
    assert sorted(values(event, "3").values()) == [0, 1, 1, 2]


def test_criteria_combine_age_is_that_of_the_year_and_guests_count_where_asked(event):
    people = list(Player.objects.order_by("name"))
    for player, year, categories, is_guest in zip(
        people, (1966, 1967, None, 1950), (["ladies"], ["ladies"], ["ladies"], []), (0, 0, 0, 1), strict=True
    ):
        Player.objects.filter(pk=player.pk).update(
            birth_year=year, categories=categories, is_guest=bool(is_guest)
        )
    numbers = {each.player.name: each.number for each in event.entrants.all()}
    own = [numbers[each.name] for each in people]
    add_competition(event=event, name="Over 60", rule={"who": {"least_age": 60}})
    add_competition(event=event, name="Both", rule={"who": {"least_age": 60, "categories": ["ladies"]}})
    add_competition(event=event, name="Young", rule={"who": {"most_age": 59}})
    add_competition(event=event, name="Guests", rule={"who": {"guests": "only"}})
    add_competition(event=event, name="Members", rule={"who": {"guests": "out"}})
    assert {*ranks(event, "1")} == {own[0], own[3]} and {*ranks(event, "2")} == {own[0]}
    assert {*ranks(event, "3")} == {own[1]} and {*ranks(event, "4")} == {own[3]}
    assert {*ranks(event, "5")} == {*own[:3]}


def test_pairs_add_up_list_by_list_and_a_category_needs_every_member(event):
    for pair in ((1, 2), (3, 4)):
        form_team(event=event, members=entrants_called(event, pair))
    total = {row.entrant.number: row.values[0] for row in event.standings_rows.all()}
    assert values(event, "teams") == {1: total[1] + total[2], 2: total[3] + total[4]}
    Player.objects.filter(entries__number__in=(1, 2, 3)).update(categories=["ladies"])
    rule = {"unit": "team", "who": {"categories": ["ladies"]}}
    add_competition(event=event, name="Pairs of ladies", rule=rule)
    assert {*ranks(event, "1")} == {1}


def test_a_competition_whose_rounds_were_never_played_places_nobody(event):
    add_competition(event=event, name="Third list", rule={"lists": {"rounds": [3]}})
    assert ranks(event, "1") == {}
    assert "Third list" in text_of(stranger().get(f"/events/{event.slug}/teams/"))


def shown_in(address):
    """Return what the form of a competition sends if nothing is typed."""
    form = ada().get(address).context["form"]
    return {each.html_name: each.value() for each in form if each.value() not in (None, False)}


def test_a_page_changes_what_it_shows_and_keeps_what_a_program_said_beside_it():
    event = an_event(planned_rounds=3)
    rule = {
        "unit": "team",
        "who": {"categories": ["ladies"]},
        "lists": {"drop": 1, "minimum": 2},
        "value": {"by": "list_points", "points": [5, 3, 1], "ties": "best", "groups": "tables"},
        "members": {"size": 4, "short": "as_is", "least": 3},
        "tie_breaks": ["members", "lot"],
    }
    made = add_competition(event=event, name="League", rule=rule)
    address = f"/events/{event.slug}/organise/competitions/1/"
    typed = shown_in(address)
    assert ada().post(address, typed | {"name": "Liga"}).status_code == 302
    made.refresh_from_db()
    assert (made.name, made.rule) == ("Liga", rule)
    ada().post(address, typed | {"by": "total", "best": "2", "short": "unplaced", "unit": "person"})
    made.refresh_from_db()
    assert made.rule == {
        "unit": "person",
        "who": {"categories": ["ladies"]},
        "lists": {"best": 2, "minimum": 2},
        "value": {"by": "total"},
    }


@pytest.mark.parametrize(
    ("typed", "value", "words"),
    [
        (
            {"by": "table_points", "points": "10 5 2 0"},
            {"by": "table_points", "points": [10, 5, 2, 0]},
            "Table points 10-5-2-0",
        ),
        ({"by": "list_points", "points": ""}, {"by": "list_points"}, "Points by place"),
        (
            {"by": "places", "points": ""},
            {"by": "table_points", "points": [*range(-1, -41, -1)]},
            "Sum of places",
        ),
        (
            {"by": "tally", "tally": "total", "lowest": "on"},
            {"by": "tally", "tally": "total", "high": False},
            "lowest first",
        ),
    ],
)
@pytest.mark.parametrize("game", ["skat", "doppelkopf", "points"])
def test_a_card_gives_points_by_place_sums_places_or_lets_the_lowest_win(game, typed, value, words):
    event = an_event(planned_rounds=3, game=game)
    add_competition(event=event, name="Beside", rule={})
    address = f"/events/{event.slug}/organise/competitions/1/"
    sent = shown_in(address) | typed
    assert ada().post(address, sent).status_code == 302
    assert Competition.objects.get().rule == {"unit": "person", "value": value}
    assert words in text_of(ada().get(f"/events/{event.slug}/organise/competitions/"))
    again = shown_in(address)
    assert all(str(again.get(name, "")).replace("-", " ") in (each, "True") for name, each in typed.items())


def test_a_sum_of_places_ranks_who_was_first_at_their_tables_first(event):
    places = {"by": "table_points", "points": [-1, -2, -3, -4]}
    add_competition(event=event, name="Places", rule={"value": places})
    sums = values(event, "1")
    assert sum(map(Fraction, sums.values())) == -2 * (1 + 2 + 3 + 4)
    assert ranks(event, "1")[max(sums, key=lambda number: Fraction(sums[number]))] == 1


# What cannot be


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ({"value": {"by": "tally", "tally": "schneider"}}, "no such tally"),
        ({"members": {"counted": 2}}, "only said of a competition of teams"),
        ({"unit": "team", "members": {"counted": 3, "size": 2}}, "More members would count than a team has"),
        ({"lists": {"best": 2, "drop": 1}}, "not both"),
        ({"lists": {"rounds": [1], "best": 2}}, "More of the best lists"),
        ({"lists": {"rounds": [1, 1]}}, "named twice"),
        ({"who": {"least_age": 60, "most_age": 20}}, "at least 60 and at most 20"),
        ({"value": {"by": "total"}, "tie_breaks": ["total"]}, "ranked by one of its tie-breaks already"),
        ({"value": {"by": "total"}, "tie_breaks": ["members"]}, "cannot be computed for these units"),
        ({"vaule": {}}, "“vaule” of a competition cannot be read"),
        ({"value": {"by": "places"}}, "“value.by” of a competition cannot be read"),
        ([], "“rule” of a competition cannot be read"),
    ],
)
def test_a_rule_that_cannot_be_counted_is_one_sentence(rule, said):
    event = an_event(planned_rounds=3)
    with pytest.raises(Refused) as refused:
        add_competition(event=event, name="Some", rule=rule)
    [violation] = refused.value.violations
    assert said in str(violation) and not Competition.objects.exists()


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"name": "  "}, "A competition has a name"),
        ({"rule": {"lists": {"rounds": [4]}}}, "plans 3 rounds; round 4 will not be played"),
        ({"shares": {"coffee": 5}}, "A share of a source is 0 to 1000"),
        ({"shares": {"fee": 1001}}, "A share of a source is 0 to 1000"),
        ({"shares": {"fee": 200}}, r"would get 110\.0 % of the fees"),
        ({"fee_cents": 10_000_001}, r"A fee is 0 to 100,000 euros\."),
    ],
)
def test_facts_that_cannot_be_are_one_sentence_and_nothing_is_stored(facts, said):
    event = an_event(planned_rounds=3)
    change_prizes(event=event, typed="1: 100 %", ties="share", pot=["fee"], shares={"fee": 900})
    with pytest.raises(NotPossible, match=said):
        add_competition(event=again(event), **{"name": "Some", "rule": {}, **facts})
    assert not Competition.objects.exists()


def test_the_main_prizes_cannot_take_what_a_competition_has():
    event = an_event()
    add_competition(event=event, name="Some", rule={}, shares={"fee": 100})
    with pytest.raises(NotPossible, match=r"would get 110\.0 % of the fees"):
        change_prizes(event=event, typed="1: 100 %", ties="share", pot=["fee"])
    assert again(event).prizes == {}


def test_a_competition_with_entries_for_its_fee_stays_until_they_are_removed(event):
    made = add_competition(event=event, name="Some", rule={}, fee_cents=200)
    set_entries(competition=made, entrants=entrants_called(event, [1]))
    with pytest.raises(NotPossible, match="Some has entries for its fee"):
        remove_competition(competition=made)
    set_entries(competition=made, entrants=[])
    remove_competition(competition=made)
    assert not Competition.objects.exists()


def test_a_competition_is_not_added_without_those_who_enter_it():
    event = an_event()
    entrants = enter_players(event=event, names=["Ada", "Ben"])
    made = add_competition(event=event, entrants=entrants, name="Some", rule={}, fee_cents=200)
    assert entered_in(made) == {each.pk for each in entrants}
    cancel_event(event=event, reason="Snow", by=ADA)
    with pytest.raises(NotPossible, match="is cancelled"):
        add_competition(event=event, entrants=entrants, name="More", rule={}, fee_cents=200)
    assert [each.name for each in Competition.objects.all()] == ["Some"]


# Money


@pytest.fixture
def paid_evening(evening_with_a_fee):
    """Return an evening with fees of 10, ladies for 2 who entered with 1 and 3, pairs for 7.50; all paid."""
    event = evening_with_a_fee
    ladies = add_competition(
        event=event, name="Ladies", rule={}, fee_cents=200, shares={"own": 900, "fee": 50},
        prizes=[{"places": [1], "share": 1000}],
    )  # fmt: skip
    set_entries(competition=ladies, entrants=entrants_called(event, [1, 3]))
    for pair in ((1, 2), (3, 4)):
        form_team(event=event, members=entrants_called(event, pair))
    add_competition(
        event=event, name="Pairs", rule={"unit": "team"}, fee_cents=750,
        prizes=[{"places": [1], "share": 600}, {"places": [2], "thing": "Ham"}],
    )  # fmt: skip
    event = change_prizes(
        event=event, typed="1: 60 %\n2: 40 %", ties="share", pot=["fee"], shares={"fee": 900}
    )
    for account in accounts_of(event):
        for kind, due in ((PaymentKind.FEE, account.fee_due), (PaymentKind.ENTRY, account.entry_due)):
            if due:
                pay(event=event, kind=kind, cents=due, entrant=account.entrant)
    return event


def test_a_person_is_in_a_pair_and_in_a_team_of_four_at_once(evening_with_a_fee):
    event = evening_with_a_fee
    for name, size, cents in (("Pairs", 2, 500), ("Fours", 4, 800)):
        rule = {"unit": "team", "members": {"size": size}}
        add_competition(event=event, name=name, rule=rule, fee_cents=cents)
    for members in ((1, 2), (3, 4), (1, 2, 3)):
        form_team(event=event, members=entrants_called(event, members))
    pairs, fours = rankings_of(event)
    assert {row["number"] for row in pairs.rows} == {1, 2} and {row["number"] for row in fours.rows} == {3}
    assert {each.entrant.number: each.entry_due for each in accounts_of(event)} == {
        1: 1300,
        2: 0,
        3: 500,
        4: 0,
    }
    for members in ((1, 3), (1, 3, 4)):
        with pytest.raises(NotPossible, match="a member of one team of a competition"):
            form_team(event=event, members=entrants_called(event, members))
    assert event.teams.count() == 3


def test_the_lot_makes_pairs_of_those_who_are_in_a_team_of_four(event):
    for size in (2, 4):
        rule = {"unit": "team", "members": {"size": size}}
        add_competition(event=event, name=f"Of {size}", rule=rule)
    form_team(event=event, members=entrants_called(event, (1, 2, 3, 4)))
    assert len(match_by_lot(event=event, size=2, random=Random(1))) == 2


def test_each_entrant_owes_the_fees_of_what_they_entered_and_a_team_pays_once(paid_evening):
    event = paid_evening
    due = {account.entrant.number: account.entry_due for account in accounts_of(event)}
    assert due == {1: 950, 2: 0, 3: 950, 4: 0}


def test_every_cent_goes_into_a_pot_or_to_the_host_and_comes_out_as_a_prize(paid_evening):
    event = paid_evening
    plan = prize_plan(event)
    assert [
        (each.kind, each.number, each.taken, each.pot, each.others, each.host)
        for each in plan.statement.sources
    ] == [
        ("fee", None, 4000, 3600, 200, 200),
        ("own", 1, 400, 0, 360, 40),
        ("own", 2, 1500, 0, 1500, 0),
    ]
    in_pairs = {row["number"]: row["rank"] for row in rankings_of(event)[1].rows}
    best_pair = min(in_pairs, key=in_pairs.get)
    holder = {1: 1, 2: 3}[best_pair]
    by_name = {(name, cents) for win in plan.wins for name, cents in win.others}
    assert by_name == {("Ladies", 560), ("Pairs", 900), ("Pairs", 0)}
    [win] = [win for win in plan.wins if ("Pairs", 900) in win.others]
    assert win.entrant.number == holder
    assert plan.sum == 3600 + 560 + 900 and plan.left == 0
    give_prizes(event=event)
    assert prize_plan(event).is_given and give_prizes(event=event) == []


def test_the_desk_takes_the_fees_of_competitions_beside_that_of_the_event(paid_evening):
    event = paid_evening
    page = text_of(ada().get(f"/events/{event.slug}/organise/cash/"))
    assert "competitions paid" in page and "Fees of competition 2" in page


def test_at_the_door_one_key_takes_the_fee_and_those_of_competitions(evening_with_a_fee):
    event = evening_with_a_fee
    made = add_competition(event=event, name="Ladies", rule={}, fee_cents=200)
    set_entries(competition=made, entrants=entrants_called(event, [1]))
    first, second = event.entrants.order_by("number")[:2]
    page = text_of(ada().get(f"/events/{event.slug}/organise/check-in/"))
    assert "12.00" in page and "10.00" in page
    for _ in range(2):
        ada().post(f"/events/{event.slug}/organise/check-in/{first.pk}/fee/")
    assert sorted(first.payments.values_list("kind", "cents")) == [("entry", 200), ("fee", 1000)]
    pay_all_fees(event=event)
    assert sum(event.payments.values_list("cents", flat=True)) == 4200
    assert [each.cents for each in second.payments.all()] == [1000]


def test_one_prize_each_passes_over_who_has_won_already(paid_evening):
    event = paid_evening
    first = {name: win.entrant.number for win in prize_plan(event).wins for name, _ in win.others}
    typed = {**typed_prizes("1: 60 %\n2: 40 %"), "ties": "share", "pot": ["fee"], "fee_share": "90"}
    sent = {**typed, "one_prize_each": "on"}
    assert ada().post(f"/events/{event.slug}/organise/prizes/", sent).status_code == 302
    plan = prize_plan(again(event))
    ladies = {win.entrant.number for win in plan.wins if any(name == "Ladies" for name, _ in win.others)}
    main = {win.entrant.number for win in plan.wins if win.rank in (1, 2) and not win.others}
    assert not ladies & main and first
    passed = [why for win in plan.wins for why in win.why if "in front have won a prize already" in why]
    assert passed


# Published lists, files, pages


def test_a_published_list_keeps_its_competitions_under_its_hash(event):
    add_competition(event=event, name="First list", rule={"lists": {"rounds": [1]}})
    before = stranger().get(f"/events/{event.slug}/teams/").context["competitions"]
    publish_list(event=event, stage=Stage.FINAL, by=ADA)
    change_competition(competition=Competition.objects.get(), rule={"lists": {"rounds": [2]}})
    after = stranger().get(f"/events/{event.slug}/teams/").context["competitions"]
    assert before[0]["rows"] == after[0]["rows"]
    assert Publication.objects.get().rows["competitions"][0]["name"] == "First list"
    assert is_whole(Publication.objects.get())


def test_secret_standings_keep_the_competitions_secret(event):
    add_competition(event=event, name="First list", rule={})
    Event.objects.filter(pk=event.pk).update(is_frozen=True)
    assert stranger().get(f"/events/{event.slug}/teams/").context["competitions"] == []


def test_an_event_without_competitions_publishes_what_it_always_did(event):
    publish_list(event=event, stage=Stage.PROVISIONAL, by=ADA)
    assert "competitions" not in Publication.objects.get().rows


@pytest.mark.parametrize("counting", [Counting.BEFORE, Counting.TEAMS_AS_BEFORE])
def test_an_event_of_an_earlier_version_keeps_the_ranks_of_its_teams_and_categories(counting):
    round = a_round(an_event(), tables=2)
    event = round.event
    write_deal(round.tables.get(number=1), 1)
    write_deal(round.tables.get(number=2), 1, declarer=1)
    form_team(event=event, members=entrants_called(event, [1, 2, 3, 4]), name="Aces")
    form_team(event=event, members=entrants_called(event, [5, 6, 7]), name="Kings")
    Player.objects.filter(entries__number__in=(3, 4)).update(categories=["women"])
    Event.objects.filter(pk=event.pk).update(counting=counting)
    compute_event_standings(event_id=event.pk)
    teams, women = stranger().get(f"/events/{event.slug}/teams/").context["competitions"]
    assert [(row["rank"], row["name"], row["total"], row["factor"]) for row in teams["rows"]] == [
        (1, "Kings", "8/3", "4/3"), (2, "Aces", 2, None),
    ]  # fmt: skip
    assert [row["rank"] for row in women["rows"]] == [1, 1]
    publish_list(event=again(event), stage=Stage.PROVISIONAL, by=ADA)
    assert "competitions" not in Publication.objects.get().rows


# The cards


@pytest.mark.parametrize(
    ("rule", "opened"),
    [
        ({}, []),
        ({"who": {"most_age": 20}}, ["Who takes part"]),
        ({"lists": {"rounds": [1]}, "value": {"by": "game"}}, ["What counts"]),
        ({"unit": "team"}, ["Teams and pairs"]),
    ],
)
def test_of_twenty_three_fields_a_card_shows_three_and_those_of_its_kind(rule, opened):
    form = CompetitionForm(game=get_game("skat"), stored=Competition(name="X", rule=rule))
    assert [field.name for field in form.open_fields()] == ["name", "fee_cents", "key"]
    assert [fold.title for fold in form.folded_fields() if fold.is_open] == opened
    shown = [*form.open_fields(), *(field for fold in form.folded_fields() for field in fold.fields)]
    assert sorted(field.name for field in shown) == sorted(form.fields)


def test_a_director_adds_a_card_and_changes_it(event):
    url = f"/events/{event.slug}/organise/competitions/"
    for kind in ("ladies", "juniors", "seniors", "guests", "first", "teams", "won", "last", ""):
        assert ada().post(f"{url}add/", {"kind": kind}).status_code == 302
    page = text_of(ada().get(url))
    assert "Juniors" in page and "At most 20 years old this year" in page and "lowest first" in page
    usual = {"unit": "person", "guests": "in", "short": "scale"}
    typed: dict[str, object] = {
        **usual,
        "name": "Second list",
        "rounds": "2",
        "by": "tally",
        "tally": "deals_won",
    }
    typed |= {"fee_cents": "2", "own_share": "90", **typed_prizes("1: 50 %\n2: Ham")}
    assert ada().post(f"{url}5/", typed).status_code == 302
    stored = Competition.objects.get(number=5)
    assert stored.rule == {
        "unit": "person", "lists": {"rounds": [2]}, "value": {"by": "tally", "tally": "deals_won"},
    }  # fmt: skip
    assert (stored.fee_cents, stored.shares) == (200, {"own": 900})
    assert stored.prizes == [{"places": [1], "share": 500}, {"places": [2], "thing": "Ham"}]
    shown = text_of(ada().get(f"{url}5/"))
    assert 'value="90"' in shown and 'value="50 %"' in shown and "Who takes part" in shown
    entrant = event.entrants.get(number=2)
    assert ada().post(f"{url}5/entries/", {"entrant": [entrant.pk]}).status_code == 302
    assert [each.entrant_id for each in stored.entries.all()] == [entrant.pk]
    refused = ada().post(f"{url}5/", {**typed, "rounds": "2, 2"})
    assert refused.status_code == 422 and "named twice" in text_of(refused)
    assert ada().post(f"{url}5/remove/").status_code == 409
    assert ada().post(f"{url}4/remove/").status_code == 302 and event.competitions.count() == 8


# Why


def whys(event, key):
    """Return the sentences about each row of a competition, by number."""
    shown = stranger().get(f"/events/{event.slug}/teams/").context["competitions"]
    [found] = [each for each in shown if each["key"] == key]
    return {row["number"]: row["why"] for row in found["rows"]}


def test_every_row_says_its_lists_their_sum_and_what_put_the_row_above_before_it(event):
    add_competition(event=event, name="Best list", rule={"lists": {"best": 1}, "value": {"by": "total"}})
    values_by = values(event, "1")
    first, second = list(values_by)[:2]
    [*lists, sum_, order] = whys(event, "1")[second]
    assert len(lists) == 2 and sum("not among the best" in each for each in lists) == 1
    assert sum_ == f"{signed(values_by[second])} is the sum of the rounds that count."
    assert " put " in order or "share a rank" in order
    assert whys(event, "1")[first][-1] == order, "the first row is compared with the one below it"


def test_a_team_says_who_brought_what_and_what_the_director_deducted(event):
    for pair in ((1, 2), (3, 4)):
        form_team(event=event, members=entrants_called(event, pair))
    adjust_points(entrant=event.entrants.get(number=1), points=-3, reason="late", by=ADA, round_number=1)
    adjust_points(entrant=event.entrants.get(number=2), points=-5, reason="rude", by=ADA)
    names = dict(event.entrants.values_list("number", "player__name"))
    rounds = {row.entrant.number: dict(row.rounds) for row in event.standings_rows.all()}
    first, second, _, deducted, _ = whys(event, "teams")[1]
    one, two = (f"{names[number]} {signed(rounds[number][1])}" for number in (1, 2))
    assert first == f"Round 1: {signed(rounds[1][1] + rounds[2][1] - 3)} ({one}, {two}, −3 by the director)"
    assert second.startswith("Round 2: ") and names[2] in second
    assert deducted == "−5 of it were given or deducted by the director."


def test_every_cent_of_a_prize_is_said_with_the_pot_and_what_it_is_made_of(paid_evening):
    event = paid_evening
    said = [why.replace("\xa0", " ") for win in prize_plan(event).wins for why in win.why]
    at = said.index("Ladies, place 1: 5.60 € = 100 % of the pot of 5.60 €.")
    parts = "2.00 € = 5 % of 4 fees (40.00 €); 3.60 € = 90 % of 2 fees (4.00 €)"
    assert said[at + 1] == f"This pot of 5.60 €: {parts}."
    assert {"Pairs, place 2: Ham.", "Pairs, place 1: 9.00 € = 60 % of the pot of 15.00 €."} <= {*said}


def test_a_player_who_has_no_rank_reads_why_instead_of_an_order(event):
    add_competition(event=event, name="Third list", rule={"lists": {"rounds": [3]}})
    assert {*map(tuple, whys(event, "1").values())} == {("has not played",)}
