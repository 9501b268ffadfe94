"""One person, one record: two records merged count as if there had been one, and can be two again."""

import datetime

import pytest

from scoring.not_possible import NotPossible
from tests.builders import a_club, a_round, a_user, a_week_later, an_event, write_deal
from tests.tournaments.dumps import dump
from tests.tournaments.evenings import ADA
from tests.tournaments.visitors import ada, dov, stranger, text_of
from tournaments.models import (
    Club,
    ClubChange,
    Entrant,
    Payment,
    PaymentKind,
    Player,
    PlayerMerge,
    Publication,
    Stage,
)
from tournaments.selectors.cash.cash_desk import accounts_of
from tournaments.selectors.clubs.persons import stored_about
from tournaments.selectors.clubs.register import likely_duplicates
from tournaments.selectors.series.players import (
    club_years,
    listed_players,
    own_evenings,
    player_rows,
    player_years,
)
from tournaments.selectors.series.series_standings import series_table
from tournaments.services.cash.payments import pay
from tournaments.services.clubs.anonymising import anonymise_player
from tournaments.services.clubs.merging import merge_players, undo_merge
from tournaments.services.entry.entrants import enter_players, rename_player, share_number
from tournaments.services.entry.persons import NEW
from tournaments.services.entry.registration import register
from tournaments.services.history.audit import audit
from tournaments.services.publishing.publications import publish_list
from tournaments.services.rounds.lifecycle import close_round, open_round, seat_round
from tournaments.services.series.lifecycle import create_series
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.verification import differences

pytestmark = pytest.mark.django_db

NAMES = ["Anna", "Ben", "Cleo", "Emil"]
DEALS = {"Spring": {}, "Autumn": {"declarer": 0, "bid": 3, "tricks": 1}}  # Ben makes his, Anna loses hers


def enter_as_others(event, names):
    """Enter players; who is not known by this very name is another person than those with a similar one."""
    known = set(Player.objects.values_list("name", flat=True))
    return enter_players(event=event, names=names, choices=dict.fromkeys({*names} - known, NEW))


def played(club, name, names):
    """Return an event with a deal, the fee of the first player and a published list."""
    event = an_event(club=club, name=name, date=a_week_later(club), lost_deal_money={"steps": [[None, 50]]})
    enter_as_others(event, names)
    write_deal(a_round(event).tables.get(), **DEALS[name])
    pay(event=event, kind=PaymentKind.FEE, cents=500, entrant=event.entrants.get(number=1), by=ADA)
    compute_event_standings(event_id=event.pk)
    publish_list(event=event, stage=Stage.PROVISIONAL, by=ADA)
    return event


@pytest.fixture(scope="module")
def made(lasting):
    club = a_club()
    played(club, "Spring", NAMES)
    played(club, "Autumn", ["ANNA", *NAMES[1:]])
    return club


@pytest.fixture
def club(made):
    """Return a club in which Anna played in spring and ANNA in autumn."""
    return Club.objects.get(pk=made.pk)


def called(name):
    return Player.objects.get(name=name)


def merged(kept="Anna", duplicate="ANNA"):
    return merge_players(player=called(kept), duplicate=called(duplicate), by=a_user("ada"))


def years_of(club, name):
    """Return the evenings, the rating and the sums of a player."""
    years = club_years(club, "fipsen-prisdorf", with_unpublished=True)
    player = called(name)
    own = player_years(player, years, [])
    return (
        [each.event_id for each in own_evenings(player, years)],
        own.rating,
        dict(years.record.tallies[player.pk]),
    )


# As if they had been one


def test_two_records_count_as_one_that_was_there_from_the_beginning(club):
    other = a_club("emma", "Elmshorn")
    for name in ("Spring", "Autumn"):
        played(other, name, ["Anne", *NAMES[1:]])
    assert len(years_of(club, "Anna")[0]) == 1  # now in memory, by the version of the standings
    merged()
    evenings, rating, sums = years_of(club, "Anna")
    assert len(evenings) == 2
    expected = years_of(other, "Anne")
    assert (rating.points, sums) == (expected[1].points, expected[2])
    paid = Payment.objects.filter(entrant__player=called("Anna"))
    assert sum(paid.values_list("cents", flat=True)) == 1000


def series_of(club):
    """Return the rows of four series over all events of a club, with their cells."""
    places = {"points": [9, 6, 3]}
    policies = (places, {**places, "best": 1}, {"by": "total"}, {**places, "guests": "out"})
    return [rows_of(series(club, policy)) for policy in policies]


def series(club, policy):
    made = create_series(club=club, name="All", policy=policy, events=list(club.events.all()))
    return series_table(made, with_unpublished=True)


def rows_of(table):
    """Return rank, name, total and cells of every row."""
    return [
        (
            row["rank"],
            row["name"],
            row["total"],
            [cell and (cell["value"], cell["counts"]) for cell in row["cells"]],
        )
        for row in table["rows"]
    ]


def money_of(club):
    """Return fees, money for lost deals and prizes of everybody, event by event."""
    accounts = [account for event in club.events.order_by("date") for account in accounts_of(event)]
    return [(each.entrant.player.name, each.fee_paid, each.lost_due, each.prizes) for each in accounts]


def ratings_in(club):
    """Return rating and evenings by name, best first."""
    years = club_years(club, "fipsen-prisdorf", with_unpublished=True)
    rows = player_rows(listed_players(club, years), years)
    return [(row["name"], row["rank"], row["rating"].points, row["events"], row["firsts"]) for row in rows]


def test_series_money_and_ratings_are_those_of_a_club_that_always_had_one_record(club):
    once = a_club("emma", "Elmshorn")
    for name in ("Spring", "Autumn"):
        played(once, name, NAMES)
    Player.objects.filter(name="ANNA").update(member_number="7")
    Player.objects.filter(club=club, name="Anna").update(is_guest=True)
    twice = [series_of(club), money_of(club), ratings_in(club)]
    merge = merge_players(
        player=club.players.get(name="Anna"), duplicate=club.players.get(name="ANNA"), by=a_user("ada")
    )
    assert [series_of(club), money_of(club), ratings_in(club)] == [
        series_of(once),
        money_of(once),
        ratings_in(once),
    ]
    undo_merge(merge=merge, by=a_user("ada"))
    assert [series_of(club), money_of(club), ratings_in(club)] == twice


def test_hashes_standings_and_chains_stay_whole(club):
    before = list(Publication.objects.order_by("pk").values_list("digest", flat=True))
    merge = merged()
    undo_merge(merge=merge, by=a_user("ada"))
    merged()
    assert list(Publication.objects.order_by("pk").values_list("digest", flat=True)) == before
    for event in club.events.all():
        assert audit(event)[1] == [] and not differences(event)
    kinds = list(
        club.events.get(name="Autumn").entries.order_by("-number").values_list("kind", flat=True)[:3]
    )
    assert kinds == ["merged", "unmerged", "merged"]
    assert list(ClubChange.objects.values_list("kind", flat=True)) == ["merged", "unmerged", "merged"]


def test_undo_restores_every_row_but_the_history(club):
    Player.objects.filter(name="ANNA").update(member_number="7", shown_as="short", categories=["women"])
    before, whole = dump(), Club.objects.values().get()
    merge = merged()
    kept = called("Anna")
    assert (kept.member_number, kept.shown_as, kept.categories) == ("7", "short", ["women"])
    undo_merge(merge=merge, by=a_user("ada"))
    after, told = dump(), {"tournaments_playermerge", "tournaments_clubchange", "tournaments_evententry"}
    told |= {"tournaments_event", "tournaments_standings"}  # the head of the chain, the version
    told.add("tournaments_club")  # its revision
    assert {table for table, rows in after.items() if rows != before[table]} <= told
    assert Club.objects.values().get() | {"revision": 0} == whole | {"revision": 0}


def test_a_detail_changed_since_the_merge_stays(club):
    Player.objects.filter(name="ANNA").update(home_club="Kiel", email="anna@example.org")
    merge = merged()
    Player.objects.filter(name="Anna").update(home_club="Elmshorn")
    late = an_event(club=club, name="Winter")
    enter_players(event=late, names=["Anna"])
    undo_merge(merge=merge, by=a_user("ada"))
    kept = called("Anna")
    assert (kept.home_club, kept.email) == ("Elmshorn", "")
    assert late.entrants.get().player == kept


def test_a_shared_start_number_moves_too(club):
    event = an_event(club=club, name="Pairs")
    (entrant,) = enter_players(event=event, names=["Otto"])
    share_number(entrant=entrant, name="ANNA")
    merge = merged()
    assert Entrant.objects.get(pk=entrant.pk).partner == called("Anna")
    undo_merge(merge=merge, by=a_user("ada"))
    assert Entrant.objects.get(pk=entrant.pk).partner == called("ANNA")


# Refusals


def refused(kept, duplicate, code):
    with pytest.raises(NotPossible) as caught:
        merged(kept, duplicate)
    assert caught.value.code == code
    return caught.value.message


def test_two_at_one_table_are_two_people_and_the_place_is_named(club):
    refusal = refused("Anna", "Ben", "players_together")
    assert "both sat at table 1 in round 1 of Spring" in refusal and not PlayerMerge.objects.exists()


def test_two_entered_in_one_event_are_refused_with_their_numbers(club):
    enter_players(event=an_event(club=club, name="Winter"), names=["Otto", "Anna", "ANNA"])
    assert "entered in Winter (start numbers 2 and 3)" in refused("Anna", "ANNA", "players_together")


def test_partners_under_one_number_are_two_people(club):
    (entrant,) = enter_players(event=an_event(club=club, name="Pairs"), names=["Anna"])
    share_number(entrant=entrant, name="ANNA")
    assert "entered in Pairs" in refused("Anna", "ANNA", "players_together")


def test_two_who_play_at_the_same_time_are_two_people_and_both_tables_are_named(club):
    for name, names in (("Early", ["Otto", "Ida", "Jan", "Kai"]), ("Late", ["OTTO", "Lea", "Max", "Nils"])):
        event = an_event(club=club, name=name, date=datetime.date(2027, 1, 9))
        enter_as_others(event, names)
        round = seat_round(event=event, tables=[list(event.entrants.all())])
        open_round(round=round)
    refusal = refused("Otto", "OTTO", "players_together")
    assert "Early, round 1, table 1, and Late, round 1, table 1." in refusal
    close_round(round=round, even_if_incomplete=True)
    assert merged("Otto", "OTTO").kept.entries.count() == 2


def test_a_record_is_not_merged_with_itself(club):
    refused("Anna", "Anna", "same_record")


def test_of_two_directors_who_merge_at_once_one_wins_and_the_other_is_told(club):
    records = called("ANNA"), called("Anna")
    merged()
    with pytest.raises(NotPossible, match="ANNA was already merged into Anna"):
        merge_players(player=records[0], duplicate=records[1], by=a_user("ada"))
    refused("Anna", "ANNA", "merged_meanwhile")


def test_a_chain_of_merges_is_undone_from_its_end(club):
    first = merged()
    Player.objects.create(club=club, name="Anna Meier")
    second = merged("Anna Meier", "Anna")
    with pytest.raises(NotPossible, match="Anna was already merged into Anna Meier"):
        undo_merge(merge=first, by=a_user("ada"))
    for merge in (second, first):
        undo_merge(merge=merge, by=a_user("ada"))
    with pytest.raises(NotPossible, match="undone before"):
        undo_merge(merge=first, by=a_user("ada"))
    assert [each.entries.count() for each in map(called, ("Anna", "ANNA", "Anna Meier"))] == [1, 1, 0]


def test_the_removed_name_takes_its_duplicates_along_and_cannot_come_back(club):
    Player.objects.filter(name="ANNA").update(email="anna@example.org", member_number="4711 Ost")
    merge, kept = merged(), called("Anna")
    assert "4711 Ost" in str(stored_about(kept))
    anonymise_player(player=kept, by=ADA)
    assert not any(word in str(dump()) for word in ("ANNA", "anna@example.org", "4711 Ost"))
    with pytest.raises(NotPossible, match="cannot be restored"):
        undo_merge(merge=merge, by=a_user("ada"))


# Names of duplicates later


def test_the_name_of_a_duplicate_enters_the_person(club):
    merged()
    winter = an_event(club=club, name="Winter")
    enter_players(event=winter, names=["ANNA"])
    assert winter.entrants.get().player == called("Anna")
    for names in (["ANNA"], ["Anna"]):
        with pytest.raises(NotPossible, match=r"already entered|entered twice"):
            enter_players(event=winter, names=names)
    with pytest.raises(NotPossible, match="another name of the same person"):
        enter_players(event=an_event(club=club, name="Summer"), names=["ANNA", "Anna"])
    assert Player.objects.filter(name__iexact="anna").count() == 2


def test_a_registration_by_the_old_name_is_the_same_person(club):
    merged()
    winter = an_event(club=club, name="Winter", is_registration_open=True)
    with pytest.raises(NotPossible, match="is entered twice"):
        register(event=winter, name="Anna", partner="ANNA")
    assert register(event=winter, name="ANNA").player == called("Anna")


def test_a_person_takes_the_name_of_their_own_duplicate_and_of_nobody_else(club):
    merged()
    anna = called("Anna").entries.order_by("pk").first()
    with pytest.raises(NotPossible, match="another player called Ben"):
        rename_player(entrant=anna, name="Ben")
    assert rename_player(entrant=anna, name="ANNA").name == "ANNA"


NUMBERS = {"a number": ("4711", True), "no number": ("", False)}


@pytest.mark.parametrize(("number", "becomes"), NUMBERS.values(), ids=NUMBERS)
def test_a_guest_is_none_once_a_record_shows_a_member_number(club, number, becomes):
    Player.objects.filter(name="Anna").update(is_guest=True)
    Player.objects.filter(name="ANNA").update(is_guest=False, member_number=number)
    merge = merged()
    assert called("Anna").is_guest is not becomes
    undo_merge(merge=merge, by=a_user("ada"))
    assert called("Anna").is_guest


# The page


def page_url(name, more=""):
    player = called(name)
    return f"/clubs/{player.club.slug}/players/{player.pk}/merge/{more}"


def test_a_director_finds_the_twin_sees_what_happens_and_merges_and_undoes(club):
    Player.objects.filter(name="ANNA").update(home_club="Kiel")
    assert [each.name for each in likely_duplicates(called("Anna"))] == ["ANNA"]
    assert "ANNA" in text_of(ada().get(page_url("Anna")))
    other = called("ANNA").pk
    page = text_of(ada().get(page_url("Anna", f"?other={other}")))
    assert "ANNA becomes part of Anna" in page and "Kiel" in page and "Autumn" in page
    assert ada().post(page_url("Anna"), {"other": other}).status_code == 302
    merge = PlayerMerge.objects.get()
    assert "Make them two again" in text_of(ada().get(page_url("Anna")))
    old = f"/clubs/{club.slug}/players/{other}/"
    assert stranger().get(old)["Location"] == f"/clubs/{club.slug}/players/{merge.kept_id}/"
    undo = page_url("Anna").replace("merge/", f"merges/{merge.pk}/undo/")
    assert [ada().post(undo).status_code for _ in range(2)] == [302, 409]
    assert stranger().get(old).status_code == 200


def test_a_refused_merge_shows_the_sentence_and_keeps_the_choice(club):
    answer = ada().post(page_url("Anna"), {"other": called("Ben").pk})
    assert answer.status_code == 409 and "both sat at table 1" in text_of(answer)
    assert "Ben becomes part of Anna" in text_of(answer)


def test_without_a_choice_the_page_asks_for_one(club):
    answer = ada().post(page_url("Anna"))
    assert answer.status_code == 409 and "Choose the other record" in text_of(answer)


def test_strangers_and_other_clubs_merge_nothing(club):
    body = {"other": called("ANNA").pk}
    assert stranger().post(page_url("Anna"), body)["Location"].startswith("/accounts/login/")
    assert dov().post(page_url("Anna"), body).status_code == 404
    assert not PlayerMerge.objects.exists()
