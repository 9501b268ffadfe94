"""Ratings: a winner rises, an unexpected winner rises more, and every step is explained."""

from decimal import Decimal

from tournaments.selectors.series.rating_method import FIRST, RatedEvent, Sitting, rate_players

ADA, BEN, CLEO, DOV = 1, 2, 3, 4


def a_sitting(*players, places=()):
    """Return a table of single players; they came in this order unless places are given."""
    return Sitting(tuple((each,) for each in players), tuple(places) or tuple(range(len(players))))


def an_event(*sittings, number=1):
    return RatedEvent(number, sittings)


def points(*events):
    return {player: rating.points for player, rating in rate_players(events).items()}


def test_a_player_before_others_at_a_table_is_rated_higher():
    rated = points(an_event(a_sitting(ADA, BEN, CLEO, DOV)))
    assert rated[ADA] > rated[BEN] > rated[CLEO] > rated[DOV]
    assert rated[ADA] > FIRST > rated[DOV]


def test_equals_at_a_table_of_equals_stay_equal():
    rated = points(an_event(a_sitting(ADA, BEN, CLEO, places=(0, 0, 2))))
    assert rated[ADA] == rated[BEN] > rated[CLEO]


def test_to_beat_the_strong_is_worth_more_than_to_beat_the_weak():
    season = [an_event(a_sitting(ADA, BEN)) for _ in range(5)]
    against_strong = points(*season, an_event(a_sitting(CLEO, ADA)))[CLEO]
    against_weak = points(*season, an_event(a_sitting(CLEO, BEN)))[CLEO]
    assert against_strong > against_weak > FIRST


def test_partners_rise_and_fall_together():
    rated = points(an_event(Sitting(((ADA, CLEO), (BEN, DOV)), (0, 1))))
    assert rated[ADA] == rated[CLEO] > FIRST > rated[BEN] == rated[DOV]


def test_doubt_shrinks_with_every_table():
    once = rate_players([an_event(a_sitting(ADA, BEN))])[ADA].doubt
    twice = rate_players([an_event(a_sitting(ADA, BEN), a_sitting(ADA, BEN))])[ADA].doubt
    assert twice < once


def test_every_event_is_a_step_with_what_was_expected_and_what_came():
    first = an_event(a_sitting(ADA, BEN, CLEO), number=7)
    second = an_event(a_sitting(CLEO, BEN, ADA), a_sitting(BEN, CLEO, ADA), number=8)
    one, two = rate_players([first, second])[CLEO].steps
    assert (one.event, one.before, one.places, one.expected) == (7, FIRST, (3,), 2)
    assert (two.event, two.before, two.places) == (8, one.after, (1, 2))
    assert one.change < 0 < two.change


def test_a_stronger_player_is_expected_further_in_front():
    season = [an_event(a_sitting(ADA, BEN)) for _ in range(5)]
    rated = rate_players([*season, an_event(a_sitting(ADA, BEN))])
    ada, ben = rated[ADA].steps[-1].expected, rated[BEN].steps[-1].expected
    assert 1 <= ada < Decimal("1.5") < ben <= 2 and ada + ben == 3


def test_equals_at_a_table_share_their_place():
    rated = rate_players([an_event(a_sitting(ADA, BEN, CLEO, places=(0, 0, 2)))])
    assert [rated[player].steps[0].places for player in (ADA, BEN, CLEO)] == [(1,), (1,), (3,)]


def test_a_rating_is_a_first_guess_until_three_events_speak_for_it():
    events = [an_event(a_sitting(ADA, BEN), number=number) for number in (1, 2, 3)]
    assert rate_players(events[:2])[ADA].is_first_guess
    assert not rate_players(events)[ADA].is_first_guess


def test_a_table_with_one_side_changes_nothing():
    assert points(an_event(Sitting(((ADA, BEN),), (0,)))) == {}


def test_the_same_tables_give_the_same_ratings():
    events = [an_event(a_sitting(ADA, BEN, CLEO, DOV), a_sitting(DOV, CLEO, BEN, ADA))] * 20
    assert rate_players(events) == rate_players(events)
