"""Laws of seating, against counts by hand: seeds, audits, sizes, bounds, turns, constraints, rounds."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from seating.bounds import by_player, crowded
from seating.constraint_repair import refuse_broken
from seating.constraints import Constraints, Contradiction, check, place_sizes
from seating.fairness import audit_of, commitment
from seating.history import History
from seating.next_round import MODES, draw_next, lowest_freshest
from seating.repairing import Ground, repair
from seating.schedule import Task, draw_schedule, problem_of
from seating.search import Problem, State, copy_of, empty_matrix
from seating.sit_outs import choose_with_partners
from seating.sizes import NoSuchTables, offers, table_sizes
from seating.table_numbers import number_tables
from tests.seating.schedules import constraints_of, met_pairs

FREE_MODES = [mode for mode in MODES if mode != "fixed"]


def code_of(act, *args, **more):
    """Return the code of the contradiction that is raised; "" if there is none."""
    try:
        act(*args, **more)
    except Contradiction as refused:
        return refused.code
    return ""


def tables_of(players, sizes):
    """Cut the players into tables."""
    left = iter(players)
    return [[next(left) for _ in range(size)] for size in sizes]


@st.composite
def rounds_of(draw, sizes=(4, 3, 3), least=1, most=4):
    """Return a few rounds of as many players as the tables seat."""
    players = range(1, sum(sizes) + 1)
    return [tables_of(draw(st.permutations(players)), sizes) for _ in range(draw(st.integers(least, most)))]


# Seeds and audits


@pytest.mark.parametrize("size", range(33))
def test_a_seed_has_sixteen_bytes_at_least(size):
    if size >= 16:
        assert len(commitment(bytes(size))) == 64
    else:
        with pytest.raises(ValueError, match=f"at least 16 bytes, this one has {size}"):
            commitment(bytes(size))


@given(rounds_of())
def test_an_audit_has_what_a_hand_counts(rounds):
    audit = audit_of(rounds)
    at = Counter((one, number) for tables in rounds for number, table in enumerate(tables) for one in table)
    met = Counter(pair for tables in rounds for pair in met_pairs(tables))
    assert audit.most_visits == max(at.values())
    assert audit.repeats == sum(times - 1 for times in met.values())
    assert audit.small_tables == {one: at[one, 1] + at[one, 2] for one in audit.players}
    assert all(
        audit.meetings[i][j] == met[min(one, two), max(one, two)] * (one != two)
        for i, one in enumerate(audit.players)
        for j, two in enumerate(audit.players)
    )
    worse = replace(audit, repeats=audit.lower_bound + 1)
    assert (replace(audit, repeats=audit.lower_bound).is_optimal, worse.is_optimal) == (True, False)


# Table sizes and bounds


def splits_of(players, sizes):
    """Return every way to split the players into tables of these sizes."""
    ways = (way for count in range(1, players + 1) for way in combinations_with_replacement(sizes, count))
    return [way for way in ways if sum(way) == players]


@given(st.integers(1, 14), st.sets(st.integers(2, 6), min_size=1, max_size=3).map(sorted), st.data())
def test_most_tables_have_the_standard_size_and_the_others_are_few(players, allowed, data):
    standard = data.draw(st.sampled_from(allowed))
    ways = splits_of(players, allowed)
    if not ways:
        with pytest.raises(NoSuchTables):
            table_sizes(players, allowed=allowed, standard=standard)
        return
    sizes = table_sizes(players, allowed=allowed, standard=standard)
    assert tuple(sorted(sizes)) in ways
    assert (-sizes.count(standard), len(sizes)) == min((-way.count(standard), len(way)) for way in ways)


@given(st.integers(2, 30), st.lists(st.integers(2, 6), min_size=1, max_size=2, unique=True))
def test_every_offer_seats_those_who_play_at_tables_of_a_possible_size(players, allowed):
    for offer in offers(players, allowed):
        assert sum(offer.sizes) == players - offer.sit_outs + offer.stand_ins
        others = {size for size in offer.sizes if size not in allowed}
        assert others <= {allowed[0] - 1, allowed[0] + 1} - {1, 9}
        assert not others or not (offer.sit_outs or offer.stand_ins)
    assert len({offer.sizes for offer in offers(players, allowed)}) == len(offers(players, allowed))


TWO_SIZES = [(2, 3), (3, 3), (2, 3, 3), (3, 4), (4, 4), (2, 2, 3), (3, 3, 3, 5)]  # the last: an odd excess


@pytest.mark.parametrize("sizes", TWO_SIZES, ids=str)
@pytest.mark.parametrize("count", range(1, 6))
def test_the_bound_by_players_is_the_least_excess_of_any_visits(sizes, count):
    players, small, large = sum(sizes), min(sizes), max(sizes)
    seats = count * sum(size for size in sizes if size < large)

    def excess(visits):
        met = (sum(small - 1 for _ in range(each)) + (count - each) * (large - 1) for each in visits)
        return sum(max(0, times - (players - 1)) for times in met)

    ways = combinations_with_replacement(range(count + 1), players)
    least = min(excess(visits) for visits in ways if sum(visits) == seats)
    assert by_player(players, [sizes] * count) == -(-least // 2)


@given(
    st.lists(st.sampled_from([(4, 4, 4), (3, 3, 3, 3), (6, 6), (2,) * 6, (5, 4, 3)]), min_size=2, max_size=4)
)
def test_the_bound_by_pigeonhole_deals_players_of_each_table_round_the_others(rounds):
    def forced(before, after):
        pairs = 0
        for size in after:
            from_table = Counter(number % len(before) for number in range(size))
            pairs += sum(each * (each - 1) // 2 for each in from_table.values())
        return pairs

    common = sum(max(forced(one, two), forced(two, one)) for one, two in combinations(rounds, 2))
    assert crowded(12, rounds) == -(-2 * common // len(rounds))


# Turns


@given(
    st.integers(0, 4),
    st.integers(0, 4),
    st.integers(0, 8),
    st.dictionaries(st.integers(1, 12), st.integers(0, 3)),
)
@example(1, 1, 2, {1: 1, 2: 1})
def test_partners_sit_out_together_and_no_more_than_wanted(pairs, singles, count, past):
    partners = [(one, one + pairs) for one in range(1, pairs + 1)]
    order = list(range(1, 2 * pairs + singles + 1))
    count = min(count, len(order))
    chosen = choose_with_partners(order, past, count, partners)
    assert len(set(chosen)) == len(chosen) <= count
    if count % 2 == 0:
        assert all((one in chosen) == (two in chosen) for one, two in partners)
    if not singles or count % 2:
        assert len(chosen) == count


# Constraints


@given(constraints_of(12))
def test_players_who_never_meet_are_kept_apart_or_fixed_apart(wishes):
    tables, seats = wishes.tables, wishes.seats
    by_hand = {tuple(sorted(pair)) for pair in wishes.apart}
    for one, two in combinations(range(1, 13), 2):
        elsewhere = one in tables and two in tables and tables[one] != tables[two]
        same_seat = one in seats and two in seats and seats[one] == seats[two]
        by_hand |= {(one, two)} if elsewhere or same_seat else set()
    assert wishes.always_apart() == sorted(by_hand)


SIZES = [(4, 4, 4), (4, 3, 3), (4, 4, 3), (3, 3)]


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_a_draw_that_cannot_be_is_refused_at_its_bound(sizes):
    players = range(1, sum(sizes) + 1)
    for table in range(-1, len(sizes) + 3):
        is_there = 1 <= table <= len(sizes)
        code = code_of(check, players, sizes, Constraints(tables={1: table}))
        assert code == ("" if is_there else "no_such_table")
    for seat in range(-1, 6):
        code = code_of(check, players, sizes, Constraints(seats={1: seat}))
        assert code == ("" if 0 <= seat < max(sizes) else "no_such_seat")
    for together in range(2, sum(sizes) + 1):
        code = code_of(check, players, sizes, Constraints(apart_first=[players[:together]]))
        assert code == ("" if together <= len(sizes) else "group_too_large")
    for seat in range(max(sizes)):
        having = sum(size > seat for size in sizes)
        for owners in range(1, sum(sizes) + 1):
            code = code_of(check, players, sizes, Constraints(seats=dict.fromkeys(players[:owners], seat)))
            assert code == ("" if owners <= having else "seat_crowded")
    for named in ("tables", "seats"):
        assert code_of(check, players, sizes, Constraints(**{named: {99: 1}})) == "player_unknown"


@given(
    st.sampled_from(SIZES),
    st.dictionaries(st.integers(1, 3), st.integers(3, 4)),
    st.dictionaries(st.integers(1, 10), st.integers(1, 3), max_size=5),
)
def test_large_tables_stand_where_there_is_room_then_where_most_are_fixed(sizes, capacity, tables):
    wishes = Constraints(capacity=capacity, tables=tables)
    placed, count = place_sizes(sizes, wishes), len(sizes)
    room = [capacity.get(number, 99) for number in range(1, count + 1)]
    fixed = Counter(tables.values())
    assert sorted(placed) == sorted(sizes)
    for one, two in combinations(range(count), 2):
        for here, there in ((one, two), (two, one)):
            if (room[here], fixed[here + 1]) > (room[there], fixed[there + 1]):
                assert placed[here] >= placed[there]


def broken_by_hand(tables, wishes, is_first):
    """Return the codes of everything that a round breaks."""
    met: set[tuple[int, int]] = met_pairs(tables)
    place: dict[int, tuple[int, int]] = {}
    for number, table in enumerate(tables, 1):
        place |= {player: (number, seat) for seat, player in enumerate(table)}
    teams = {pair for group in wishes.apart_first for pair in combinations(sorted(group), 2)}
    asked = {tuple(sorted(pair)) for pair in wishes.apart} | (teams if is_first else set())
    codes = {"not_kept_apart"} if any(one == two or (one, two) in met for one, two in asked) else set()
    codes |= {"not_kept_table"} if any(place[p][0] != n for p, n in wishes.tables.items()) else set()
    codes |= {"not_kept_seat"} if any(place[p][1] != s for p, s in wishes.seats.items()) else set()
    rooms = wishes.capacity.items()
    codes |= (
        {"not_kept_room"} if any(n <= len(tables) and len(tables[n - 1]) > r for n, r in rooms) else set()
    )
    opposite = {frozenset((t[i], t[i + 2])) for t in tables if len(t) == 4 for i in (0, 1)}
    codes |= {"not_kept_partners"} if any(frozenset(p) not in opposite for p in wishes.partners) else set()
    return codes


@given(
    rounds_of(sizes=(4, 4, 3), most=1),
    constraints_of(11),
    st.lists(st.permutations(range(1, 12)).map(lambda order: (order[0], order[1])), max_size=1),
    st.booleans(),
)
@example([[(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11)]], Constraints(apart_first=[(1, 2)]), [], True)
def test_a_round_is_refused_for_what_it_breaks_and_for_nothing_else(rounds, wishes, partners, is_first):
    one_wish = [
        replace(Constraints(), **{name: value})
        for name, value in (
            ("apart", wishes.apart),
            ("apart_first", wishes.apart_first),
            ("tables", wishes.tables),
            ("seats", wishes.seats),
            ("capacity", wishes.capacity),
            ("partners", partners),
        )
    ]
    for each in one_wish:
        code = code_of(refuse_broken, rounds[0], each, is_first)
        assert ({code} - {""}) == broken_by_hand(rounds[0], each, is_first)


# A round after the others


@given(
    st.sampled_from(FREE_MODES), st.frozensets(st.integers(1, 14), min_size=6), st.permutations(range(1, 12))
)
def test_players_who_are_present_are_drawn_and_nobody_else(mode, present, ranking):
    tables = draw_next([], ranking, mode, players=sorted(present))
    assert sorted(player for table in tables for player in table) == sorted(present)


@pytest.mark.parametrize("mode", MODES)
def test_a_round_for_nobody_is_refused(mode):
    with pytest.raises(NoSuchTables):
        draw_next([tables_of(range(1, 9), (4, 4))], range(1, 9), mode, players=[])


@given(st.permutations(range(1, 13)), st.permutations(range(1, 13)), st.integers(0, 9))
def test_a_random_round_knows_no_ranking(one, other, seed):
    drawn = [draw_next([], order, "random", players=range(1, 13), seed=seed) for order in (one, other)]
    assert drawn[0] == drawn[1]


@given(st.sampled_from([3, 4, 5]), st.integers(2, 4), st.randoms(use_true_random=False))
def test_the_better_half_stays_and_the_others_move_one_table_on(size, count, rng):
    players = rng.sample(range(1, 50), size * count)
    ranking, before = rng.sample(players, len(players)), tables_of(players, [size] * count)
    tables = draw_next([before], ranking, "winners_stay", sizes=(size,))
    for number, table in enumerate(before):
        better = sorted(table, key=ranking.index)
        stay, move = set(better[: (size + 1) // 2]), set(better[(size + 1) // 2 :])
        assert stay <= set(tables[number])
        assert move <= set(tables[(number + 1) % count])


@given(
    st.permutations(range(1, 10)), st.dictionaries(st.integers(1, 9), st.integers(0, 2)), st.integers(0, 9)
)
def test_the_last_of_those_who_were_least_at_an_odd_table_go_there(order, visits, count):
    rounds = [[[player]] for player, times in visits.items() for _ in range(times)]
    past = History(rounds, standard=4)
    rank = {player: place for place, player in enumerate(order)}
    by_hand = sorted(order, key=lambda player: (visits.get(player, 0), -rank[player]))[:count]
    assert lowest_freshest(past, order, count) == sorted(by_hand, key=rank.__getitem__)


@given(rounds_of(sizes=(4, 4), most=2), st.data())
def test_a_player_who_changed_tables_is_at_the_first_of_them(rounds, data):
    twice = data.draw(st.sampled_from(rounds[-1][0]))
    rounds[-1][1][0] = twice
    last = History(rounds).last
    assert [table.count(twice) for table in last] == [1, 0]
    assert last[1] == rounds[-1][1][1:]


@given(rounds_of(sizes=(4, 4, 4), least=2), st.sets(st.integers(1, 12)))
def test_repairs_leave_those_who_stay_where_they_are(rounds, locked):
    *past, tables = rounds
    before = [list(table) for table in tables]
    history = History(past)
    repair(tables, Ground(history.met, history.odd, 4, frozenset(locked)), True)
    assert sorted(player for table in tables for player in table) == list(range(1, 13))
    assert [set(table) & locked for table in tables] == [set(table) & locked for table in before]


# A whole schedule


def test_a_team_is_apart_in_the_first_round_only():
    task = Task(8, 3, (4, 4), 4, Constraints(apart_first=[[0, 1]]), [], [frozenset()] * 3)
    both = {(0, 1), (1, 0)}
    assert [set(each) for each in problem_of(task, [], 3).apart] == [both, set(), set()]
    fixed = [tables_of(range(8), (4, 4))]
    assert [set(each) for each in problem_of(task, fixed, 2).apart] == [set(), set()]


@given(rounds_of(sizes=(4, 4, 3, 3), least=2, most=5), st.permutations([4, 4, 3, 3]), st.integers(0, 9))
def test_no_table_stands_where_it_is_too_large(rounds, room, seed):
    number_tables(rounds, {}, room, Random(seed))
    assert all([len(table) for table in tables] == list(room) for tables in rounds)


PAIRS = [(one, one + 8) for one in range(1, 9)]


@pytest.mark.parametrize("seed", range(4))
def test_partners_who_must_be_apart_from_a_pair_never_meet_it_and_change_their_seats(seed):
    wishes = Constraints(partners=PAIRS, apart=[(1, 10)])
    rounds = draw_schedule(16, 6, (4,), seed=seed, constraints=wishes).rounds
    met = [pair for tables in rounds for pair in met_pairs(tables)]
    assert not {(1, 2), (1, 10), (2, 9), (9, 10)} & set(met)
    seats = Counter(
        (player, table.index(player)) for tables in rounds for table in tables for player in table
    )
    assert max(seats.values()) <= 3


# The search


def costs(rounds, apart):
    """Return the state of a search through these rounds at tables of four and five, nothing played before."""
    players, pairs = 9, {(one, two) for pair in apart for one, two in (pair, pair[::-1])}
    each = [frozenset(pairs), *[frozenset()] * (len(rounds) - 1)]  # kept apart in the first round alone
    nobody: list[frozenset[int]] = [frozenset()] * len(rounds)
    return State(
        Problem(players, frozenset({5}), empty_matrix(players), [0] * players, nobody, each), copy_of(rounds)
    )


@given(st.randoms(use_true_random=False), st.sets(st.sampled_from([*combinations(range(9), 2)]), max_size=5))
def test_the_cost_that_a_search_keeps_is_that_of_its_rounds_counted_anew(chance, apart):
    rounds = [tables_of(chance.sample(range(9), 9), [4, 5]) for _ in range(3)]
    state = costs(rounds, apart)
    for _ in range(12):
        index, (one, two) = chance.randrange(3), chance.sample(range(9), 2)
        places, tables = state.at[index], state.rounds[index]
        if places[one] != places[two]:
            rise = state.change(one, two, tables[places[one]], tables[places[two]], index)
            state.swap(one, two, index)
            state.cost += rise
            assert state.cost == costs(state.rounds, apart).cost
