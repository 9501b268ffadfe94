"""Doppelkopf by the paragraphs of its rules: the winner, the value, mandatory solos, violations."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import get_game
from rules.board import Scope
from rules.reading import open_table, read_options, read_record
from rules.writing import line_of

DOPPELKOPF = get_game("doppelkopf")
NORMAL = {"contract": "normal", "declarer": 0, "partner": 2, "card_points": 121}
SOLO = {"contract": "queens", "card_points": 121}


def a_table(seats=4, first_dealer=0, **options):
    return open_table(DOPPELKOPF, read_options(DOPPELKOPF, options), seats, first_dealer)


def play(state, *records):
    """Return the state after these deals, and the outcome of the last."""
    outcome = None
    for raw in records:
        record = read_record(DOPPELKOPF, raw)
        assert DOPPELKOPF.violations(state, record) == []
        state, outcome = DOPPELKOPF.settle(state, record)
    return state, outcome


def worth(**record):
    return play(a_table(), NORMAL | record)[1]


def codes(state, **record):
    return [each.code for each in DOPPELKOPF.violations(state, read_record(DOPPELKOPF, record))]


# The winner, and the value


@pytest.mark.parametrize(
    ("record", "winner", "value"),
    [
        pytest.param({"card_points": 120}, "kontra", -2, id="Kontra needs 120"),
        pytest.param({"card_points": 120, "kontra_said": "kontra"}, "re", 3, id="only Kontra said: 121"),
        pytest.param({"card_points": 150, "re_said": "no90"}, "kontra", -5, id="a limit missed by one"),
        pytest.param({"card_points": 151, "re_said": "no90"}, "re", 5, id="a limit kept"),
        pytest.param({"card_points": 130, "re_said": "no60"}, "kontra", -7, id="baum24: 130 with no 60"),
        pytest.param(
            {"card_points": 170, "re_said": "no60", "kontra_said": "no60"},
            None,
            3,
            id="both claimed, both missed",
        ),
        pytest.param(
            {"card_points": 240, "all_tricks": False, "re_said": "black"},
            "kontra",
            -8,
            id="a trick of nines",
        ),
        pytest.param({"kontra_fox": 2, "kontra_doppelkopf": 1}, "re", -2, id="won, and pays for it"),
    ],
)
def test_a_side_wins_so_much(record, winner, value):
    outcome = worth(**record)
    assert (outcome.facts["winner"], outcome.facts["value"]) == (winner, value)
    assert sum(outcome.facts["parts"].values()) == value


def test_a_solo_counts_three_times_for_the_soloist():
    _, outcome = play(a_table(), SOLO | {"declarer": 1, "card_points": 216, "re_said": "re"})
    assert outcome.deltas == (-6, 18, -6, -6)


def test_by_house_rule_a_solo_counts_once():
    _, outcome = play(a_table(solo_counts_triple=False), SOLO | {"declarer": 1})
    assert outcome.deltas == (-1, 1, -1, -1)


# Mandatory solos


def test_after_a_mandatory_solo_the_same_dealer_deals_again_and_a_free_one_passes_the_deal_on():
    state, outcome = play(a_table(), SOLO | {"declarer": 1})
    assert (state.dealer, outcome.facts["solo"], state.owes_solo[1]) == (0, "mandatory", False)
    state, outcome = play(state, SOLO | {"declarer": 1})
    assert (state.dealer, outcome.facts["solo"]) == (1, "free")


def test_a_wedding_played_alone_leaves_the_solo_owed():
    state, outcome = play(a_table(), {"contract": "silent", "declarer": 1, "card_points": 121})
    assert (outcome.facts["solo"], state.owes_solo) == (None, (True,) * 4)


def test_with_as_many_deals_as_solos_left_the_nearest_left_of_the_dealer_is_forced():
    state = a_table(list_deals=5)
    state, _ = play(state, NORMAL)
    assert DOPPELKOPF.extra(state)["must_solo"] == 2
    assert codes(state, **NORMAL) == ["forced_solo_due"]
    state, outcome = play(state, SOLO | {"declarer": 2})
    assert (outcome.facts["solo"], state.dealer) == ("forced", 2)


def test_a_forced_solo_is_called_before_its_deal_and_leaves_nothing_else_open():
    state, _ = play(a_table(list_deals=5), NORMAL)
    called = [line.values for line in DOPPELKOPF.board(state) if line.scope == Scope.CALLED]
    closed = {(hint.field, hint.value) for hint in DOPPELKOPF.hints(state)}
    assert called == [(2,)]
    assert {seat for field, seat in closed if field == "declarer"} == {0, 1, 3}
    assert {seat for field, seat in closed if field == "partner"} == {0, 1, 2, 3}
    assert {word for field, word in closed if field == "contract"} == {
        "normal", "wedding", "wedding_alone", "silent",
    }  # fmt: skip


def test_nobody_is_called_while_more_deals_are_left_than_solos():
    assert [line for line in DOPPELKOPF.board(a_table()) if line.scope == Scope.CALLED] == []


@pytest.mark.parametrize(
    ("records", "letters"),
    [
        pytest.param([NORMAL], {}, id="two against two"),
        pytest.param([SOLO | {"declarer": 1}], {1: "M"}, id="the first solo of a player"),
        pytest.param([SOLO | {"declarer": 1}, SOLO | {"declarer": 1}], {1: "S"}, id="a free solo"),
        pytest.param([SOLO | {"declarer": 3, "contract": "silent"}], {3: "S"}, id="a silent wedding"),
    ],
)
def test_a_list_marks_who_played_alone_and_whose_mandatory_solo_it_was(records, letters):
    _, outcome = play(a_table(), *records)
    assert {
        seat: mark.sign for mark in DOPPELKOPF.list_sheet.marks for seat in mark.seats(outcome)
    } == letters


def test_a_forced_solo_is_marked_as_mandatory():
    _, outcome = play(a_table(list_deals=4), SOLO | {"declarer": 1})
    [mandatory, alone] = DOPPELKOPF.list_sheet.marks
    assert (outcome.facts["solo"], mandatory.seats(outcome), alone.seats(outcome)) == ("forced", (1,), ())


def test_a_table_plays_only_owed_solos_when_time_is_up():
    state, _ = play(a_table(), SOLO | {"declarer": 1}, NORMAL | {"time_up": True})
    assert (state.deals_left, DOPPELKOPF.extra(state)["must_solo"]) == (3, 2)
    forced = [SOLO | {"declarer": seat} for seat in (2, 3, 0)]
    state, _ = play(state, *forced)
    assert DOPPELKOPF.is_over(state)
    assert codes(state, **NORMAL)[0] == "list_complete"


@pytest.mark.parametrize(
    "last",
    [
        {"contract": "normal", "declarer": 0, "partner": 1, "card_points": 121, "time_up": True},
        {"contract": "thrown", "time_up": True},
    ],
    ids=["after a deal", "after a thrown hand"],
)
def test_of_five_the_only_one_who_owes_a_solo_does_not_deal_it(last):
    first = 2 if last["contract"] == "normal" else 3
    state = a_table(seats=5, first_dealer=4, throwing=True)
    for seat in (0, 1, 2):
        state, _ = play(state, SOLO | {"declarer": seat})
    state, _ = play(state, NORMAL, SOLO | {"declarer": 4})
    while state.dealer != first:
        others = [seat for seat in range(5) if seat != state.dealer]
        state, _ = play(state, NORMAL | {"declarer": others[0], "partner": others[1]})
    state, _ = play(state, last)
    assert (state.dealer, DOPPELKOPF.extra(state)["must_solo"]) == (4, 3)


def test_a_list_says_that_a_solo_was_mandatory():
    record = SOLO | {"declarer": 1}
    state, outcome = play(a_table(), record)
    assert line_of(DOPPELKOPF, state, record, outcome) == ["121 : 119", "queens solo", "mandatory"]


# Bock


def test_bock_deals_count_double_and_add_up():
    state = a_table(bock=True, mandatory_solo=False)
    state, outcome = play(state, NORMAL | {"card_points": 120})
    assert (state.bock_left, outcome.facts["bock"]) == (4, 1)
    state, outcome = play(state, NORMAL | {"re_said": "re", "kontra_said": "kontra"})
    assert (state.bock_left, outcome.deltas) == (7, (10, -10, 10, -10))


# Violations


def test_everything_wrong_with_a_record_is_said_at_once():
    wrong = {"partner": 0, "card_points": 239, "re_said": "kontra", "re_fox": 3}
    assert codes(a_table(), **NORMAL | wrong) == [
        "partner_is_declarer",
        "card_points_impossible",
        "re_said_unknown",
        "fox_out_of_range",
    ]


@pytest.mark.parametrize(
    ("options", "record", "code"),
    [
        pytest.param({}, SOLO | {"declarer": 1, "partner": 2}, "partner_in_solo", id="a partner in a solo"),
        pytest.param({}, SOLO | {"declarer": 1, "re_fox": 1}, "specials_in_solo", id="a fox in a solo"),
        pytest.param({}, {"contract": "thrown"}, "throwing_not_enabled", id="nobody throws"),
        pytest.param(
            {"throwing": True},
            {"contract": "thrown", "re_said": "no"},
            "thrown_deal_is_not_played",
            id="said no",
        ),
        pytest.param({"fox": False}, NORMAL | {"kontra_fox": 1}, "fox_not_enabled", id="without foxes"),
        pytest.param(
            {"without_nines": True},
            NORMAL | {"card_points": 7},
            "card_points_impossible",
            id="7 without nines",
        ),
        pytest.param(
            {}, NORMAL | {"card_points": 10, "re_fox": 1}, "specials_exceed_card_points", id="a fox is 11"
        ),
        pytest.param({}, NORMAL | {"all_tricks": True}, "all_tricks_impossible", id="all tricks and 121"),
    ],
)
def test_a_table_is_refused_what_cannot_be(options, record, code):
    assert codes(a_table(**options), **record)[0] == code


def test_a_list_is_not_shorter_than_its_solos():
    options = read_options(DOPPELKOPF, {"list_deals": 4})
    assert [each.code for each in DOPPELKOPF.table_violations(options, 5, 0)] == ["list_too_short"]


@pytest.mark.parametrize(("seats", "deals", "free"), [(4, 12, 8), (5, 15, 10), (4, None, 20)])
def test_solos_are_forced_at_the_end_of_the_list_that_was_agreed(seats, deals, free):
    state = open_table(DOPPELKOPF, DOPPELKOPF.Options(), seats, 0, deals)
    for _ in range(free):
        assert DOPPELKOPF.extra(state)["must_solo"] is None
        others = [seat for seat in range(seats) if seats == 4 or seat != state.dealer]
        state, _ = play(state, NORMAL | {"declarer": others[0], "partner": others[1]})
    assert DOPPELKOPF.extra(state)["must_solo"] == (state.dealer + 1) % seats


def test_a_short_list_is_refused_before_a_dealer_who_is_not_at_the_table():
    options = read_options(DOPPELKOPF, {"list_deals": 3})
    problems = [each.code for each in DOPPELKOPF.table_violations(options, 4, 4)]
    assert problems == ["list_too_short", "dealer_out_of_range"]
    problems = [each.code for each in DOPPELKOPF.table_violations(options, 6, 6)]
    assert problems == ["seats_out_of_range", "list_too_short", "dealer_out_of_range"]


# Special points, and the foot of a list, counted by hand

PAIRED = {name: st.integers(0, 3) for name in ("re_fox", "kontra_fox", "re_doppelkopf", "kontra_doppelkopf")}


@given(st.fixed_dictionaries(PAIRED), st.sampled_from(["no", "re", "kontra"]))
def test_special_points_of_both_sides_cancel_and_there_are_only_so_many(specials, charlie):
    state = a_table()
    record = read_record(DOPPELKOPF, {**NORMAL, **specials, "charlie": charlie})
    problems = {each.code for each in DOPPELKOPF.violations(state, record)}
    foxes = specials["re_fox"] - specials["kontra_fox"]
    heads = specials["re_doppelkopf"] - specials["kontra_doppelkopf"]
    assert ("fox_out_of_range" in problems) == (specials["re_fox"] + specials["kontra_fox"] > 2)
    many = specials["re_doppelkopf"] + specials["kontra_doppelkopf"] > 4
    assert ("doppelkopf_out_of_range" in problems) == many
    value = 1 + foxes + heads + {"no": 0, "re": 1, "kontra": -1}[charlie]
    assert DOPPELKOPF.settle(state, record)[1].deltas == (value, -value, value, -value)


@pytest.mark.parametrize("name", ["re_fox", "kontra_fox", "re_doppelkopf", "kontra_doppelkopf"])
def test_no_side_has_fewer_special_points_than_none(name):
    assert codes(a_table(), **{**NORMAL, name: -1}) == [f"{name.split('_')[1]}_out_of_range"]


SIDES = {True: ("re", "kontra"), False: ("kontra", "re")}
SOLOS = ("queens", "jacks", "clubs", "spades", "hearts", "diamonds", "aces")


def a_random_deal(rng, seats):
    """Return any record: pairs, weddings, silent and free solos; many of them are refused."""
    contract = rng.choice(["normal", "wedding", "silent", "wedding_alone", *SOLOS[:4]])
    is_pair = contract in ("normal", "wedding")
    foxes = {name: rng.randint(0, 1) for name in ("re_fox", "kontra_fox")} if is_pair else {}
    return {
        "contract": contract,
        "declarer": rng.randrange(seats),
        "card_points": rng.randint(0, 240),
        "re_said": rng.choice(["no", "no", "re", "no90"]),
        "kontra_said": rng.choice(["no", "no", "kontra", "no60"]),
        **({"partner": rng.randrange(seats)} if is_pair else {}),
        **foxes,
    }


def counted_by_hand(seats, rows):
    """Return the tallies of a list from its records and the points that stand beside them."""
    names = ("deals_won", "deals_lost", "re_won", "kontra_won", "foxes", "solos", "solos_won")
    foot = {name: [0] * seats for name in (*names, "mandatory_solo_points")}
    owes = set(range(seats))
    for dealer, record, outcome in rows:
        re = {record["declarer"], record.get("partner", record["declarer"])}
        playing = [seat for seat in range(seats) if seats == 4 or seat != dealer]
        for seat in playing:
            own, others = SIDES[seat in re]
            winner = outcome.facts["winner"]
            foot["deals_won"][seat] += winner == own
            foot["deals_lost"][seat] += winner == others
            foot[f"{own}_won"][seat] += winner == own
            foot["foxes"][seat] += record.get(f"{own}_fox", 0)
        if record["contract"] in SOLOS:
            soloist = record["declarer"]
            foot["solos"][soloist] += 1
            foot["solos_won"][soloist] += outcome.facts["winner"] == "re"
            if soloist in owes:
                foot["mandatory_solo_points"][soloist] += outcome.deltas[soloist]
                owes.discard(soloist)
    return {name: tuple(values) for name, values in foot.items()}


@pytest.mark.parametrize("seats", [4, 5])
@pytest.mark.parametrize("seed", range(4))
def test_the_foot_of_a_list_is_what_a_hand_counts(seats, seed):
    rng, state, rows = Random(seed), a_table(seats), []
    while not DOPPELKOPF.is_over(state):
        raw = a_random_deal(rng, seats)
        record = read_record(DOPPELKOPF, raw)
        if not DOPPELKOPF.violations(state, record):
            before, (state, outcome) = state, DOPPELKOPF.settle(state, record)
            rows.append((before.dealer, raw, outcome))
    foot = counted_by_hand(seats, rows)
    assert dict(DOPPELKOPF.tallies(state)) == {"total": state.totals, **foot}
    assert len(rows) == {4: 24, 5: 30}[seats]


@given(st.integers(1, 30), st.integers(1, 40))
def test_a_deal_that_cannot_be_scored_uses_up_one_of_the_list(length, missed):
    state = a_table(list_deals=max(length, 4))
    for number in range(missed):
        state = state.missed(number)
    assert state.deals_left == max(max(length, 4) - missed, 0)
    assert (state.totals, all(state.owes_solo)) == ((0, 0, 0, 0), True)
