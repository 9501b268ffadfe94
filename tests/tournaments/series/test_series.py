"""The use cases of a series, the events that count, and the texts of its charts."""

import pytest
from django.utils.translation import override

from rules.reading import Refused
from scoring.not_possible import NotPossible
from tests.builders import a_club, a_round, a_week_later, an_event, own_tallies, write_deal
from tests.tournaments.visitors import ada, text_of
from tournaments.models import Series, Table
from tournaments.publications.charts.ratings import draw_rating
from tournaments.selectors.series.declared_deals import declared_on
from tournaments.selectors.series.declarer_statistics import declaring_of
from tournaments.selectors.series.series_results import counted_events, evenings_of
from tournaments.selectors.series.series_standings import series_table
from tournaments.selectors.sheets.agreements import game_of
from tournaments.services.entry.entrants import enter_players
from tournaments.services.rounds.lifecycle import close_round, open_round, seat_round
from tournaments.services.series.lifecycle import change_series, copy_series, create_series, list_player
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db


def an_evening(club=None, **changes):
    club = club or a_club()
    event = an_event(club=club, **{"date": a_week_later(club), **changes})
    write_deal(a_round(event=event).tables.get())
    compute_event_standings(event_id=event.pk)
    return event


def totals_of(series):
    rows = series_table(series, with_unpublished=True)["rows"]
    return {row["name"]: row["total"] for row in rows}


def test_a_series_of_events_that_cannot_be_added_up_is_not_stored():
    first = an_evening()
    second = an_event(club=first.club, game="rifki")
    with pytest.raises(Refused, match="Totals of different games"):
        create_series(club=first.club, name="2026", policy={"by": "total"}, events=[first, second])
    assert not Series.objects.exists()


def test_a_refused_change_leaves_the_series_as_it_was():
    event = an_evening()
    series = create_series(club=event.club, name="2026", events=[event])
    with pytest.raises(Refused):
        change_series(series=series, name="2027", policy={"best": 2}, events=[event], is_published=True)
    assert Series.objects.get().name == "2026"


def test_an_unpublished_event_of_another_club_is_not_named():
    secret = an_event(club=a_club("dov", "Kartenfreunde Elmshorn"), name="Secret", is_published=False)
    with pytest.raises(NotPossible) as refused:
        create_series(club=a_club(), name="2026", events=[secret])
    assert refused.value.code == "event_of_other_club" and "Secret" not in refused.value.message


def test_a_series_of_no_events_yet_may_count_the_best_of_those_to_come():
    series = create_series(club=a_club(), name="2026", policy={"best": 6})
    assert series.policy == {"best": 6}


def test_two_series_of_one_name_have_addresses_of_their_own():
    series = create_series(club=a_club(), name="2026")
    assert copy_series(series=series, name="2026").slug != series.slug


def test_totals_are_added_up_with_their_sign():
    event = an_evening()
    other = an_evening(event.club)
    write_deal(other.rounds.get().tables.get(), 2, bid=4, tricks=2)
    compute_event_standings(event_id=other.pk)
    series = create_series(club=event.club, name="2026", policy={"by": "total"}, events=[event, other])
    assert totals_of(series) == {"Ada": 0, "Ben": -4, "Cleo": 0, "Emil": 0}


def test_a_player_who_missed_an_evening_is_compared_by_the_average_and_the_page_says_so():
    event = an_evening()
    other = an_evening(event.club)
    write_deal(other.rounds.get().tables.get(), 2, declarer=0, bid=4, tricks=4)
    compute_event_standings(event_id=other.pk)
    policy = {"by": "average", "minimum": 2}
    series = create_series(club=event.club, name="2026", policy=policy, events=[event, other])
    assert totals_of(series) == {"Ada": 2, "Ben": 2, "Cleo": 0, "Emil": 0}
    page = text_of(ada().get(f"/series/{series.slug}/"))
    assert "The average of the events that a player played counts. Ranked from 2 events on." in page


def test_guests_are_left_out_where_the_series_says_so():
    event = an_evening()
    list_player(player=event.club.players.get(name="Ben"), categories=[], is_guest=True)
    policy = {"points": [9, 6, 3], "guests": "out"}
    series = create_series(club=event.club, name="2026", policy=policy, events=[event])
    assert totals_of(series) == {"Ada": 6, "Cleo": 6, "Emil": 6}


def test_a_player_whose_year_of_birth_is_refused_is_shown_as_before():
    player = an_evening().club.players.get(name="Ben")
    with pytest.raises(NotPossible, match="A year of birth is"):
        list_player(player=player, categories=[], is_guest=False, shown_as="number", birth_year=3000)
    player.refresh_from_db()
    assert player.shown_as == "full"
    list_player(player=player, categories=[], is_guest=False, shown_as="number")
    player.refresh_from_db()
    assert player.shown_as == "number"


def test_a_player_who_is_not_placed_in_an_event_has_no_points_for_it():
    event = an_evening(policy={"by": "game", "minimum": 2})
    series = create_series(club=event.club, name="2026", events=[event])
    assert totals_of(series) == {}
    assert [evening.rank for evening in evenings_of([event_counted(event)])] == [None] * 4


def event_counted(event):
    return counted_events(event.club.events.all(), with_unpublished=True).get()


def test_a_player_who_has_not_played_has_no_points():
    event = an_evening()
    enter_players(event=event, names=["Zoe"])
    compute_event_standings(event_id=event.pk)
    assert event.standings_rows.count() == 5
    assert "Zoe" not in totals_of(create_series(club=event.club, name="2026", events=[event]))


def test_an_event_without_a_deal_does_not_count_yet():
    a_round(event := an_event())
    assert list(counted_events(event.club.events.all(), with_unpublished=True)) == []


# Declarers


def test_bids_are_told_from_the_newest_sheets_and_sums_from_all():
    event = an_evening(deals_per_table={"4": 1})
    close_round(round=event.rounds.get())
    second = open_round(round=seat_round(event=event, tables=[list(event.entrants.all())]))
    write_deal(second.tables.get(), bid=4, tricks=4)
    ben = event.club.players.get(name="Ben")
    declaring = declaring_of(ben, game_of(event), own_tallies(ben, event), [event.pk], most_sheets=1)
    assert declaring is not None
    assert (declaring.total.deals, declaring.sheets, declaring.seen, declaring.average_bid) == (2, 1, 1, 4)


def test_a_player_who_never_declared_has_no_habits():
    event = an_evening()
    ada = event.club.players.get(name="Ada")
    assert declaring_of(ada, game_of(event), own_tallies(ada, event), [event.pk]) is None


def test_a_sheet_in_two_parts_tells_the_account_not_the_seat():
    event = an_evening()
    part = event.rounds.get().tables.get().parts.get()
    ada, ben = (event.entrants.get(player__name=name) for name in ("Ada", "Ben"))
    part.seats.filter(position=1).update(account=ada)
    game = game_of(event)
    own = declaring_of(ada.player, game, own_tallies(ada.player, event), [event.pk])
    assert own is not None and own.seen == 1
    assert declaring_of(ben.player, game, own_tallies(ben.player, event), [event.pk]) is None


def declaring_in(event, name="Ben"):
    """Return a player's statistics as declarer in one event."""
    player = event.club.players.get(name=name)
    return declaring_of(player, game_of(event), own_tallies(player, event), [event.pk])


def test_a_sheet_is_counted_once_until_it_changes(django_assert_num_queries):
    event = an_evening()
    ben, game = event.club.players.get(name="Ben"), game_of(event)
    tallies = own_tallies(ben, event)
    with django_assert_num_queries(2 + 3):
        before = declaring_of(ben, game, tallies, [event.pk])
    with django_assert_num_queries(2):
        assert declaring_of(ben, game, tallies, [event.pk]) == before
    write_deal(event.rounds.get().tables.get(), 2, bid=4, tricks=2)
    after = declaring_in(event)
    assert before and after
    assert (before.seen, after.seen) == (1, 2)
    assert [(each.deals, each.won) for each in after.bids] == [(1, 1), (1, 0)]


def test_the_counts_of_other_sheets_stay_when_one_changes():
    one, other = (an_evening().rounds.get().tables.get() for _ in range(2))
    before = declared_on(heads_of(one, other))
    write_deal(other, 2)
    after = declared_on(heads_of(one, other))
    assert after[one.pk] is before[one.pk]
    assert sum(each.deals for each in after[other.pk].values()) == 2


def heads_of(*tables):
    return dict(Table.objects.filter(pk__in=[each.pk for each in tables]).values_list("pk", "head"))


def test_a_counted_sheet_is_told_in_every_language():
    event = an_evening()
    english = [each.word for each in declaring_in(event).words]
    with override("de"):
        german = [each.word for each in declaring_in(event).words]
    assert english == ["Trumps: spades"] and german == ["Trumpf: Pik"]


# The chart of a rating


def test_the_highest_rating_is_at_the_top_and_the_evenings_go_to_the_right():
    picture = draw_rating([1000, 1100, 900])
    first, last = picture.labels
    assert (first.text, last.text) == ("1000", "900")
    assert first.x < last.x and first.y < last.y


def test_a_chart_of_many_events_has_a_line_of_points_that_fit_and_ends_with_the_newest():
    line, *dots = draw_rating([1000 + 7 * (number % 40) for number in range(300)] + [1234]).outlines
    few = draw_rating([1000, 1100, 900])
    assert 60 <= line.path.count("M") < 120 and not dots
    assert len(few.outlines) == 2 and few.outlines[0].path.count("M") == 2
    assert draw_rating([1000, *[1100] * 300, 900]).labels[1].text == "900"


def test_the_picture_says_in_words_what_it_shows():
    assert draw_rating([1000, 1100, 900]).description == (
        "From 1000 to 900 in 2 evenings; highest 1100, lowest 900."
    )


def test_small_steps_look_small():
    low, high = (label.y for label in draw_rating([1000, 1004]).labels)
    assert 0 < low - high < 20
