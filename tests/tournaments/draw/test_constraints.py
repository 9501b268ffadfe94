"""A director's constraints on every draw, and constraints that exclude each other."""

import pytest

from scoring.not_possible import NotPossible
from tests.builders import an_event
from tournaments.models import DrawConstraint, DrawConstraintKind
from tournaments.selectors.draw.constraints import constraints_problem, groups_of
from tournaments.selectors.draw.drafts import quality_of
from tournaments.services.competitions.teams import form_team
from tournaments.services.draw.constraints import add_constraint, keep_teams_apart, remove_constraint
from tournaments.services.draw.drawing import draw_round, start_draw
from tournaments.services.entry.check_in import check_in
from tournaments.services.entry.entrants import enter_players, set_team
from tournaments.services.rounds.lifecycle import close_round, open_round

pytestmark = pytest.mark.django_db

NAMES = ["Ada", "Ben", "Cleo", "Dov", "Emi", "Finn", "Grete", "Hanne"]


def an_evening(players=8, **changes):
    """Return an event with these players, and the players by name."""
    event = an_event(**changes)
    entrants = enter_players(event=event, names=NAMES[:players])
    return event, {entrant.player.name: entrant for entrant in entrants}


def apart(event, one, two):
    return add_constraint(event=event, kind=DrawConstraintKind.APART, entrant=one, other=two)


def fixed(event, who, table):
    return add_constraint(event=event, kind=DrawConstraintKind.TABLE, entrant=who, number=table)


def tables_of(round):
    tables = round.tables.order_by("number")
    return [[seat.entrant.player.name for seat in table.parts.get().seats.all()] for table in tables]


def test_two_who_are_kept_apart_do_not_meet():
    event, who = an_evening()
    apart(event, who["Ada"], who["Ben"])
    apart(event, who["Ada"], who["Cleo"])
    (table,) = (table for table in tables_of(draw_round(event=event, seed=1)) if "Ada" in table)
    assert not {"Ben", "Cleo"} & set(table)


def test_a_fixed_table_and_a_fixed_seat_are_kept():
    event, who = an_evening()
    fixed(event, who["Ada"], 2)
    add_constraint(event=event, kind=DrawConstraintKind.SEAT, entrant=who["Ben"], number=3)
    first, second = tables_of(draw_round(event=event, seed=1))
    assert "Ada" in second and "Ben" in (first[2], second[2])


def test_partners_sit_opposite_each_other():
    event, who = an_evening(4, game="briscola")
    for one, two in (("Ada", "Ben"), ("Cleo", "Dov")):
        add_constraint(event=event, kind=DrawConstraintKind.PARTNERS, entrant=who[one], other=who[two])
    (table,) = tables_of(draw_round(event=event, seed=1))
    assert {table[0], table[2]} in ({"Ada", "Ben"}, {"Cleo", "Dov"})


def test_a_table_that_holds_three_gets_three():
    event, _ = an_evening(7)
    add_constraint(event=event, kind=DrawConstraintKind.CAPACITY, table=1, number=3)
    assert [len(table) for table in tables_of(draw_round(event=event, seed=1))] == [3, 4]


def test_players_who_must_be_apart_are_not_fixed_to_the_same_table():
    event, who = an_evening()
    fixed(event, who["Ada"], 2)
    fixed(event, who["Ben"], 2)
    with pytest.raises(NotPossible) as refused:
        apart(event, who["Ada"], who["Ben"])
    sentence = "Ada (1) and Ben (2) must be apart, but both are fixed to table 2."
    assert (refused.value.code, refused.value.message) == ("apart_same_table", sentence)
    assert not DrawConstraint.objects.filter(kind=DrawConstraintKind.APART).exists()


def test_a_wish_is_checked_against_those_who_are_not_here_yet():
    event, who = an_evening()
    apart(event, who["Ada"], who["Ben"])
    check_in(entrant=who["Ben"], is_present=False)
    fixed(event, who["Ada"], 1)
    with pytest.raises(NotPossible, match="both are fixed to table 1"):
        fixed(event, who["Ben"], 1)


@pytest.mark.parametrize(
    ("kind", "values", "sentence"),
    [
        (DrawConstraintKind.APART, {"entrant": "Ada"}, "Choose the two players to keep apart."),
        (
            DrawConstraintKind.APART,
            {"entrant": "Ada", "other": "Ada"},
            "Choose the two players to keep apart.",
        ),
        (DrawConstraintKind.TABLE, {"entrant": "Ada"}, "Choose a player and a table"),
        (DrawConstraintKind.SEAT, {"entrant": "Ada", "number": 5}, "Choose a player and a seat: 1 to 4."),
        (DrawConstraintKind.CAPACITY, {"number": 3}, "Enter the table"),
    ],
    ids=["one of two", "with oneself", "no table", "a seat no table has", "room of no table"],
)
def test_an_incomplete_wish_is_refused(kind, values, sentence):
    event, who = an_evening()
    named = {name: who.get(value, value) for name, value in values.items()}
    with pytest.raises(NotPossible, match=sentence):
        add_constraint(event=event, kind=kind, **named)
    assert not DrawConstraint.objects.exists()


@pytest.mark.parametrize("turned", [False, True], ids=["same order", "other order"])
def test_a_pair_is_kept_apart_once(turned):
    event, who = an_evening()
    pair = [who["Ada"], who["Ben"]]
    apart(event, *pair)
    with pytest.raises(NotPossible, match="This constraint already exists"):
        apart(event, *(reversed(pair) if turned else pair))


def test_a_player_is_fixed_to_one_table_only():
    event, who = an_evening()
    fixed(event, who["Ada"], 1)
    with pytest.raises(NotPossible, match="This constraint already exists"):
        fixed(event, who["Ada"], 2)


def test_a_table_that_there_will_not_be_is_refused():
    event, who = an_evening()
    with pytest.raises(NotPossible, match="fixed to table 3, but there are tables 1 to 2 only"):
        fixed(event, who["Ada"], 3)


@pytest.mark.parametrize("kind", [DrawConstraintKind.PARTNERS, DrawConstraintKind.NEW_PARTNERS])
@pytest.mark.parametrize("game", ["skat", "doppelkopf", "fipsen-prisdorf"])
def test_nobody_has_a_partner_in_a_game_without_sides(game, kind):
    event, who = an_evening(game=game)
    with pytest.raises(NotPossible, match="is not played by two sides") as refused:
        add_constraint(event=event, kind=kind, entrant=who["Ada"], other=who["Ben"])
    assert refused.value.code == "game_without_sides" and not event.wishes.exists()


def partners_of(name, rounds):
    """Return the partners of a player, round by round."""
    tables = [table for round in rounds for table in tables_of(round) if name in table]
    return [table[(table.index(name) + 2) % 4] for table in tables]


def test_players_of_jass_get_a_new_partner_in_each_round():
    event, _ = an_evening(game="jass")
    add_constraint(event=event, kind=DrawConstraintKind.NEW_PARTNERS)
    rounds = []
    for seed in range(1, 4):
        rounds.append(draw_round(event=event, seed=seed))
        assert quality_of(rounds[-1]).again == (0, 0)
        close_round(round=open_round(round=rounds[-1], even_if_absent=True), even_if_incomplete=True)
    assert all(len(set(partners_of(name, rounds))) == 3 for name in NAMES)


def test_partners_by_lot_leave_no_pair_that_stays():
    event, who = an_evening(game="jass")
    add_constraint(event=event, kind=DrawConstraintKind.NEW_PARTNERS)
    with pytest.raises(NotPossible, match=r"Ada \(1\) and Ben \(2\) cannot stay partners"):
        add_constraint(event=event, kind=DrawConstraintKind.PARTNERS, entrant=who["Ada"], other=who["Ben"])
    with pytest.raises(NotPossible, match="nobody can have a fixed table"):
        fixed(event, who["Ada"], 1)
    with pytest.raises(NotPossible, match="already exists"):
        add_constraint(event=event, kind=DrawConstraintKind.NEW_PARTNERS)
    assert event.wishes.count() == 1


def test_a_first_pair_of_partners_waits_for_the_others_until_the_draw():
    event, who = an_evening(game="points")
    add_constraint(event=event, kind=DrawConstraintKind.PARTNERS, entrant=who["Ada"], other=who["Ben"])
    assert "Each player has one partner, but Cleo (3) has 0." in constraints_problem(event)
    with pytest.raises(NotPossible, match="Each player has one partner"):
        start_draw(event=event)


def test_an_old_trouble_does_not_stop_another_wish():
    event, who = an_evening()
    fixed(event, who["Ada"], 2)
    for entrant in list(who.values())[4:]:
        entrant.delete()
    assert "fixed to table 2" in constraints_problem(event)
    assert apart(event, who["Ada"], who["Ben"])


def test_a_removed_constraint_is_gone():
    event, who = an_evening()
    remove_constraint(constraint=fixed(event, who["Ada"], 2))
    assert not DrawConstraint.objects.exists()


def test_a_team_sits_apart_in_every_round_if_the_event_says_so():
    event, who = an_evening()
    for name in ("Ada", "Ben"):
        set_team(entrant=who[name], team=" Elmshorn ")
    event = keep_teams_apart(event=event, are_apart=True)
    for seed in (1, 2, 3):
        round = open_round(round=draw_round(event=event, seed=seed))
        assert quality_of(round).team_meetings == 0
        assert not any({"Ada", "Ben"} <= set(table) for table in tables_of(round))
        close_round(round=round, even_if_incomplete=True)


def test_a_team_larger_than_there_are_tables_meets_as_little_as_can_be():
    event, who = an_evening()
    for name in NAMES[:5]:
        set_team(entrant=who[name], team="Elmshorn")
    event = keep_teams_apart(event=event, are_apart=True)
    assert quality_of(draw_round(event=event, seed=1)).team_meetings == 4  # of three, and of two


def test_teams_of_four_never_meet_in_three_rounds():
    event, people = an_event(), [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOP"]
    entrants = enter_players(event=event, names=people)
    for at in range(0, 16, 4):
        form_team(event=event, members=entrants[at : at + 4])
    event = keep_teams_apart(event=event, are_apart=True)
    for seed in (1, 2, 3):
        round = open_round(round=draw_round(event=event, seed=seed))
        assert quality_of(round).team_meetings == 0
        close_round(round=round, even_if_incomplete=True)


def test_a_club_sits_apart_beside_the_teams_and_a_word_that_is_a_team_counts_once():
    event, who = an_evening()
    form_team(event=event, members=[who["Ada"], who["Ben"]], name="Tandem", substitutes=[who["Cleo"]])
    for name in ("Ada", "Ben", "Cleo"):
        set_team(entrant=who[name], team="Tandem")
    for name in list(who)[3:5]:
        set_team(entrant=who[name], team="Elmshorn")
    assert [(each.name, len(each.people)) for each in groups_of(event)] == [("Tandem", 3), ("Elmshorn", 2)]


def a_jass_evening(**changes):
    event = an_event(game="jass", **changes)
    entrants = enter_players(event=event, names=[f"Player {letter}" for letter in "ABCDEFGH"])
    pairs = [entrants[at : at + 2] for at in range(0, 8, 2)]
    for pair in pairs:
        form_team(event=event, members=pair)
    return event, [{each.player.name for each in pair} for pair in pairs]


def test_pairs_of_a_game_with_two_sides_sit_opposite_each_other_in_every_round():
    event, pairs = a_jass_evening()
    for seed in (1, 2, 3):
        round = open_round(round=draw_round(event=event, seed=seed))
        assert all({table[at], table[at + 2]} in pairs for table in tables_of(round) for at in (0, 1))
        close_round(round=round, even_if_incomplete=True)


def test_pairs_that_are_kept_apart_are_no_partners_and_never_meet():
    event, pairs = a_jass_evening()
    event = keep_teams_apart(event=event, are_apart=True)
    round = draw_round(event=event, seed=1)
    assert not any(pair <= {*table} for table in tables_of(round) for pair in pairs)


def test_a_player_who_has_no_partner_is_named_before_the_draw():
    event, _ = a_jass_evening()
    event.teams.last().delete()
    assert "Each player has one partner, but Player G (7) has 0." in constraints_problem(event)


def test_the_name_of_a_team_has_a_limit():
    _, who = an_evening(3)
    with pytest.raises(NotPossible, match="at most 80 characters; this one has 81"):
        set_team(entrant=who["Ada"], team="x" * 81)
