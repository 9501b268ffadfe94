"""The prizes of an event: the key as clubs write it, the winners, and giving prizes out once."""

import re

import pytest
from django.utils.translation import override

from scoring.competitions.awards import Prize
from scoring.not_possible import NotPossible
from scoring.standings.agreements import read_prizes
from tests.builders import a_round, a_user, an_event, end_round, write_deal
from tests.tournaments.api.programs import Program
from tests.tournaments.visitors import ada, queries_of, stranger, text_of, typed_prizes
from tournaments.forms.cash import ready_keys
from tournaments.models import AuthorKind, Event, EventChangeKind, Payment, PaymentKind, Stage
from tournaments.selectors.cash.cash_desk import balance_of
from tournaments.selectors.cash.prize_plan import prize_differences, prize_plan
from tournaments.services.cash.payments import pay, pay_back
from tournaments.services.cash.prizes import UnreadableKey, change_prizes, give_prizes, parse_key, take_thing
from tournaments.services.events.lifecycle import change_event
from tournaments.services.history.sheet_chain import Author
from tournaments.services.publishing.publications import freeze_event, publish_list
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.decisions import adjust_points
from tournaments.wording.prizes import key_text, prize_line

pytestmark = pytest.mark.django_db


def plain(response):
    return " ".join(re.sub(r"<[^>]+>", " ", text_of(response)).replace("\xa0", " ").split())


def again(event):
    return Event.objects.get(pk=event.pk)


@pytest.mark.parametrize(
    ("ties", "told"), [("share", "are equal at the last prize and share it."), ("lot", "the lot gives it to")]
)
def test_the_page_and_a_program_name_who_is_equal_at_the_last_prize(ties, told):
    event = a_played_event()
    event = change_prizes(event=event, typed="1-2: 5.00", ties=ties, pot=["fee"])
    ranks = list(event.standings_rows.order_by("rank").values_list("rank", flat=True))
    assert ranks[:4] == [1, 2, 2, 2], "three are equal behind the first, and one prize is left"
    [sentence] = prize_plan(event).ties
    assert sentence.startswith("Standings: ") and told in sentence
    assert sentence in plain(ada().get(url_of(event)))
    assert Program().get(f"events/{event.slug}/prizes/")["ties"] == [sentence]


def test_prizes_wait_for_the_planned_rounds():
    event = a_played_event()
    change_event(event=event, options={}, planned_rounds=3)
    with pytest.raises(NotPossible, match="1 of 3 planned rounds has been played") as refused:
        give_prizes(event=event, by=by_ada())
    assert refused.value.code == "rounds_unplayed"
    page = ada().post(url_of(event, "give/"))
    assert "Play round 2, or count one round only" in plain(page)
    change_event(event=again(event), options={}, planned_rounds=1)
    assert give_prizes(event=event, by=by_ada())


def by_ada():
    return Author(AuthorKind.MEMBER, a_user("ada").pk)


def url_of(event, more=""):
    return f"/events/{event.slug}/organise/prizes/{more}"


def parsed(typed):
    return parse_key(typed, ties="share", pot=["fee"])


@pytest.fixture(scope="module", autouse=True)
def paid(lasting):
    """Keep an event that all players paid: Ben won; Ada, Cleo and Emil share second place."""
    event = a_won_event(name="Paid", slug="paid")
    for entrant in event.entrants.all():
        pay(event=event, kind=PaymentKind.FEE, cents=1000, entrant=entrant)


def a_won_event(**changes):
    """Return an event that Ben won."""
    round = a_round(an_event(**changes))
    write_deal(round.tables.get())
    end_round(round)
    compute_event_standings(event_id=round.event_id)
    return round.event


def a_played_event(key="1: 50 %\n2: 50 %"):
    """Return the event that all players paid, with this key."""
    event = Event.objects.get(slug="paid")
    return change_prizes(event=event, typed=key, ties="share", pot=["fee"])


def prizes_of(event):
    return {win.name: win.cents for win in prize_plan(event).wins}


@pytest.mark.parametrize(
    ("line", "prize"),
    [
        ("1: 40 %", Prize((1,), share=400)),
        ("1: 12,5%", Prize((1,), share=125)),
        ("1-4, 8, 12: 5.00", Prize((1, 2, 3, 4, 8, 12), cents=500)),
        ("1-4、8，12: 5.00", Prize((1, 2, 3, 4, 8, 12), cents=500)),
        ("2–3: a ham: large", Prize((2, 3), thing="a ham: large")),
    ],
)
def test_a_line_of_the_key_is_read_as_clubs_write_it(line, prize):
    assert read_prizes(parsed(line)).prizes == (prize,)


def test_a_prize_of_the_season_is_only_named():
    assert read_prizes(parsed("series: the cup")).series == ("the cup",)


def test_a_prize_of_the_season_is_named_in_the_readers_language_and_read_in_any():
    stored = parsed("series: the cup")
    with override("de"):
        typed = key_text(read_prizes(stored))
        assert typed == "Serie: the cup" and parsed(typed) == stored
    assert parsed(typed) == stored


def test_a_key_that_is_shown_can_be_typed_again():
    key = parsed("1: 12.5 %\n1-4, 8: 5\n12: Ham\nseries: Cup")
    assert key_text(read_prizes(key)) == "1: 12.5 %\n1-4, 8: 5.00\xa0€\n12: Ham\nseries: Cup"
    assert parsed(key_text(read_prizes(key))) == key


@pytest.mark.parametrize("line", ["40 %", ": 5", "1:", "first: 5", "0: 5", "3-1: 5", "1, 1: 5", "1-1000: 5"])
def test_a_line_that_is_no_prize_is_named(line):
    with pytest.raises(UnreadableKey, match="is not a prize") as refused:
        parsed(f"2: 5\n{line}")
    assert len(refused.value.details["problems"]) == 1


@pytest.mark.parametrize("places", ["1", "series", "Serie", "prize table: Wine;"])
def test_a_prize_that_is_longer_than_any_payment_can_note_is_refused_and_not_cut(places):
    separator = "" if places.endswith(";") else ":"
    with pytest.raises(UnreadableKey, match=r"at most 120 characters; “ham ham.*…” has 127") as refused:
        parsed(f"2: 5\n{places}{separator} {'ham ' * 31}ham")
    assert len(refused.value.details["problems"]) == 1
    assert parsed(f"{places}{separator} {'ham ' * 29}ham")


@pytest.mark.parametrize(("typed", "found"), [("1: 60 %\n2: 60 %", "120 %"), ("1-3: 33.4 %", "100.2 %")])
def test_more_than_all_of_the_pot_is_refused(typed, found):
    with pytest.raises(UnreadableKey, match=found):
        parsed(typed)


def test_the_plan_shares_the_pot_by_the_standings():
    event = a_played_event()
    assert prize_plan(event).pot == 4000
    assert prizes_of(event)["Ben"] == 2000
    assert sorted(prizes_of(event).values()) == [666, 667, 667, 2000]
    assert prize_plan(event).left == 0


def test_lost_deal_money_is_in_the_pot_only_where_the_key_says_so():
    event = a_played_event()
    pay(event=event, kind=PaymentKind.LOST_DEALS, cents=300, entrant=event.entrants.first())
    assert prize_plan(event).pot == 4000
    changed = change_prizes(event=event, typed="1: 100 %", ties="lot", pot=["fee", "lost_deals"])
    assert prize_plan(changed).pot == 4300


def test_prizes_are_given_once_and_leave_the_box():
    event = a_played_event()
    assert len(give_prizes(event=event)) == 4
    assert give_prizes(event=event) == [] and prize_plan(event).is_given
    assert balance_of(event) == 0


def test_prizes_are_given_only_when_all_rounds_are_closed():
    event = a_round(an_event(prizes={"prizes": [{"places": [1], "cents": 500}]})).event
    with pytest.raises(NotPossible) as refused:
        give_prizes(event=event)
    assert refused.value.code == "round_open"


def test_an_overpaid_entrant_is_named_and_nothing_is_given():
    event = a_played_event("1: 5.00")
    give_prizes(event=event)
    changed = change_prizes(event=event, typed="1: 4.00", ties="share", pot=["fee"])
    with pytest.raises(NotPossible, match="Ben received more than is due now"):
        give_prizes(event=changed)
    pay_back(payment=Payment.objects.get(kind=PaymentKind.PRIZE))
    assert [payment.cents for payment in give_prizes(event=changed)] == [-400]


def test_no_prize_is_given_before_a_deal_was_played():
    event = a_round(an_event(prizes={"prizes": [{"places": [1], "cents": 500}]})).event
    compute_event_standings(event_id=event.pk)
    assert prizes_of(event) == {}
    assert "No deals are recorded yet" in text_of(ada().get(url_of(event)))


@pytest.mark.parametrize(
    ("key", "is_paid", "why"),
    [
        ("1: 50 %\n2: 30 %", False, "The pot is empty: shares of it give nothing yet."),
        ("30: Ham", True, "Nobody in the standings has won one of these prizes."),
    ],
)
def test_a_prize_list_that_gives_nothing_yet_is_shown_with_the_reason(key, is_paid, why):
    event = Event.objects.get(slug="paid") if is_paid else a_won_event()
    event = change_prizes(event=event, typed=key, ties="share", pot=["fee"])
    page = text_of(ada().get(url_of(event)))
    assert why in page and "No prizes set yet" not in page
    assert page.count(prize_line(read_prizes(event.prizes).prizes[0])) == 1


def test_a_changed_key_is_an_entry_and_the_same_key_is_none():
    event = a_played_event("1: 5.00")
    change_prizes(event=event, typed="1: 5", ties="share", pot=["fee"])
    entries = event.entries.filter(kind=EventChangeKind.SETTINGS)
    assert [entry.facts["changed"] for entry in entries] == [["prizes"]]


def test_the_page_edits_the_key_shows_the_plan_and_gives_it_out():
    event = a_played_event("1: 5.00")
    sent = {**typed_prizes("1: 6.00\n2: Ham"), "ties": "lot", "pot": ["fee"]}
    assert ada().post(url_of(event), sent).status_code == 302
    page = text_of(ada().get(url_of(event)))
    assert "6.00" in page and "Ham" in page
    assert ada().post(url_of(event, "give/")).status_code == 302
    assert "All prizes are given out." in text_of(ada().get(url_of(event)))


def test_a_key_that_cannot_be_read_stays_typed():
    event = a_played_event()
    refused = ada().post(url_of(event), {**typed_prizes("first: all"), "ties": "lot", "pot": ["fee"]})
    assert refused.status_code == 422
    assert "“first: all” is not a prize" in text_of(refused) and typed_rows(refused, 1) == [("first", "all")]


def test_giving_out_too_early_is_refused_on_the_page():
    event = a_round(an_event(prizes={"prizes": [{"places": [1], "cents": 500}]})).event
    refused = ada().post(url_of(event, "give/"))
    assert refused.status_code == 409 and "not closed yet" in text_of(refused)


# Given prizes


def test_a_prize_that_was_given_is_shown_with_whom_when_and_by_whom():
    event = a_played_event("1: 5.00\n1: Ham")
    ada().post(url_of(event, "give/"))
    page = plain(ada().get(url_of(event)))
    assert "Given out Name Prize When Ben Ham " in page and "Ben 5.00 € " in page and ", ada" in page
    assert "All prizes are given out." in page and "Prizes by the current standings" not in page


def test_a_thing_is_given_once_and_undone_at_the_cash_desk():
    event = a_played_event("1: Ham")
    assert [payment.note for payment in give_prizes(event=event)] == ["Ham"]
    assert give_prizes(event=event) == [] and prize_plan(event).is_given
    pay_back(payment=Payment.objects.get(note="Ham"))
    assert [win.missing_things for win in prize_plan(event).wins] == [["Ham"]]


def test_differences_since_prizes_were_given_are_shown_beside_them():
    event = a_played_event("1: 5.00")
    give_prizes(event=event)
    ada().post(url_of(event), {**typed_prizes("1: Ham"), "ties": "share", "pot": ["fee"]})
    page = plain(ada().get(url_of(event)))
    assert "differ from those given out" in page and "1 Ben Ham 5.00 €" in page
    assert "undo that payment at the cash desk first" in page and "Give out prizes" not in page
    with pytest.raises(NotPossible, match="Ben received more than is due now"):
        give_prizes(event=event)


def test_a_thing_given_to_another_entrant_is_too_much():
    event = a_played_event("1: Ham")
    give_prizes(event=event)
    changed = change_prizes(event=event, typed="2: Ham", ties="lot", pot=["fee"])
    with pytest.raises(NotPossible, match="Ben received more than is due now"):
        give_prizes(event=changed)


def test_prizes_are_not_given_by_another_plan_than_the_one_on_the_page():
    event = a_played_event("1: 5.00")
    mark = prize_plan(event).mark
    change_prizes(event=event, typed="1: 6.00", ties="share", pot=["fee"])
    refused = ada().post(url_of(event, "give/"), {"plan": mark})
    assert refused.status_code == 409 and "differ from those you saw" in text_of(refused)
    assert ada().post(url_of(event, "give/"), {"plan": prize_plan(again(event)).mark}).status_code == 302


def test_a_second_tap_gives_nothing_twice_and_is_no_error():
    event = a_played_event("1: 5.00")
    mark = {"plan": prize_plan(event).mark}
    for _ in range(2):
        assert ada().post(url_of(event, "give/"), mark).status_code == 302
    assert Payment.objects.filter(kind=PaymentKind.PRIZE).count() == 1


def test_a_concurrently_changed_key_is_shown_first():
    event = a_played_event("1: 5.00")
    revision = again(event).revision
    change_prizes(event=event, typed="1: 6.00", ties="share", pot=["fee"], by=by_ada())
    sent = {**typed_prizes("1: 7.00"), "ties": "share", "pot": ["fee"], "revision": revision}
    refused = ada().post(url_of(event), sent)
    assert refused.status_code == 409 and "ada was faster" in text_of(refused)
    assert typed_rows(refused, 1) == [("1", "7.00")] and again(event).prizes["prizes"][0]["cents"] == 600
    assert ada().post(url_of(event), sent | {"revision": again(event).revision}).status_code == 302


def test_the_page_takes_as_many_queries_for_many_prizes_as_for_one():
    counts = []
    for key in ("1: 5.00", "1: 5.00\n2-4: 2.00\n1-4: Ham"):
        event = a_played_event(key)
        give_prizes(event=event)
        visitor = ada()
        visitor.get(url_of(event))
        counts.append(queries_of(visitor, url_of(event)))
    assert counts[0] == counts[1]


# The public page of the key


KEY = "1: 40 %\n2-4, 8: 12.5 %\n12: a <ham>\n13: 5.00\nseries: Cup"


def event_page(event, language="en"):
    return plain(stranger().get(f"/events/{event.slug}/", headers={"Accept-Language": language}))


def a_promised_event(**changes):
    return change_prizes(event=an_event(**changes), typed=KEY, ties="share", pot=["fee"])


@pytest.mark.parametrize(
    "words",
    [
        "Place 1: 40 % of the pot",
        "Places 2-4, 8: 12.5 % of the pot each",
        "Place 12: a &lt;ham&gt;",
        "Place 13: 5.00 €",
        "Sources of the pot: fees",
        "Prizes of the season: Cup",
    ],
)
def test_everybody_can_read_the_key_before_play(words):
    assert words in event_page(a_promised_event())


def test_the_key_stays_to_be_read_when_the_evening_is_over():
    event = change_prizes(event=a_played_event(), typed=KEY, ties="share", pot=["fee"])
    assert "Place 1: 40 % of the pot" in event_page(event)


def test_without_prizes_there_is_no_heading_for_them():
    assert "Prizes" not in event_page(an_event())


def test_without_a_share_nobody_need_know_what_is_in_the_pot():
    event = change_prizes(event=an_event(), typed="1: a ham", ties="share", pot=["fee"])
    assert "a ham" in event_page(event) and "Sources of the pot" not in event_page(event)


def test_everybody_reads_who_won_what_once_it_was_given():
    event = change_prizes(event=a_played_event(), typed="1: 50 %\n1: Ham", ties="share", pot=["fee"])
    assert "Winners" not in event_page(event)
    payments = give_prizes(event=event)
    assert "Winners # Player Prize 1 Ben 20.00 €, Ham Why these prizes Ben" in event_page(event)
    assert "Standings, place 1: 20.00 € = 50 % of the pot of 40.00 €." in event_page(event)
    pay_back(payment=payments[0], by=by_ada())
    assert "1 Ben Ham Prizes" in event_page(event)


def test_a_player_who_lost_the_place_by_a_correction_is_no_winner_any_more():
    event = change_prizes(event=a_played_event(), typed="1: 20.00\n1: Ham", ties="share", pot=["fee"])
    give_prizes(event=event)
    ben = event.entrants.get(player__name="Ben")
    adjust_points(entrant=ben, points=-9, reason="late", by=by_ada())
    compute_event_standings(event_id=event.pk)
    assert [win.name for win in prize_plan(again(event)).wins if win.is_too_much] == ["Ben"]
    assert "Winners" not in event_page(event)


@pytest.mark.parametrize("is_choice", [False, True], ids=["given", "chosen"])
def test_prizes_go_by_a_correction_of_which_no_standings_were_computed_yet(is_choice):
    key = "prize table: Ham" if is_choice else "1: 20.00"
    event = change_prizes(event=a_played_event(), typed=key, ties="lot", pot=["fee"])
    adjust_points(entrant=event.entrants.get(player__name="Ben"), points=-9, reason="late", by=by_ada())
    if is_choice:
        with pytest.raises(NotPossible, match="Start number 2 has no turn"):
            take_thing(event=event, number=2, thing="Ham")
    else:
        assert [each.entrant.player.name for each in give_prizes(event=event)] != ["Ben"]


def test_a_player_who_is_not_placed_any_more_is_no_winner():
    event = change_prizes(event=a_played_event(), typed="1: 20.00", ties="share", pot=["fee"])
    give_prizes(event=event)
    event.standings_rows.filter(entrant__player__name="Ben").update(is_placed=False)
    assert "Winners" not in event_page(event)


def test_winners_are_judged_by_the_final_list_that_everybody_sees():
    event = change_prizes(event=a_played_event(), typed="1: 20.00", ties="share", pot=["fee"])
    give_prizes(event=event)
    publish_list(event=event, stage=Stage.FINAL, by=by_ada())
    event.standings_rows.filter(entrant__player__name="Ben").update(rank=4)
    assert "Winners # Player Prize 1 Ben 20.00 €" in event_page(event)


def test_winners_are_as_secret_as_the_standings():
    event = change_prizes(event=a_played_event(), typed="1: 50 %", ties="share", pot=["fee"])
    publish_list(event=event, stage=Stage.PROVISIONAL, by=by_ada())
    freeze_event(event=again(event), is_frozen=True, by=by_ada())
    give_prizes(event=again(event))
    assert "Ben" in event_page(event) and "Winners" not in event_page(event)


def test_the_key_of_an_unpublished_event_is_not_for_strangers():
    event = a_promised_event(is_published=False)
    assert stranger().get(f"/events/{event.slug}/").status_code == 404


def test_a_key_takes_no_query_more():
    bare, promised = an_event(name="Bare"), a_promised_event(name="Promised")
    urls = [f"/events/{each.slug}/" for each in (bare, promised)]
    assert queries_of(stranger(), urls[0]) == queries_of(stranger(), urls[1])


def test_half_a_percent_is_written_as_the_language_has_it_and_read_again():
    with override("de"):
        assert "12,5 %" in key_text(read_prizes(parsed(KEY))) and parsed(
            key_text(read_prizes(parsed(KEY)))
        ) == parsed(KEY)


def test_money_for_the_pot_that_is_not_booked_is_named_beside_the_prizes():
    event = a_played_event()
    assert "would raise the pot" not in text_of(ada().get(url_of(event)))
    change_event(event=event, options={}, fee_cents=1200)
    page = plain(ada().get(url_of(event)))
    assert "8.00 € are due and not booked yet; they would raise the pot." in page
    assert prize_plan(again(event)).owed == 800


def test_money_that_is_not_for_the_pot_is_not_named_there():
    event = change_prizes(event=a_played_event(), typed="1: 50 %", ties="share", pot=["lost_deals"])
    change_event(event=event, options={}, fee_cents=1200)
    assert prize_plan(again(event)).owed == 0


# Given and due, compared at the sign-off


def a_given_event(key):
    event = change_prizes(event=a_played_event(), typed=key, ties="share", pot=["fee"])
    give_prizes(event=event)
    return event


def test_prizes_given_as_they_are_due_differ_in_nothing():
    assert prize_differences(a_played_event("1: 20.00")) == []
    assert prize_differences(a_given_event("1: 20.00\n1: Ham")) == []


def test_the_checklist_of_the_sign_off_names_a_prize_that_is_due_to_another_player_now():
    event = a_given_event("1: 20.00")
    row = event.standings_rows.get(entrant__player__name="Ben")
    event.standings_rows.filter(entrant__player__name="Ada").update(rank=1)
    event.standings_rows.filter(pk=row.pk).update(rank=2)
    differences = prize_differences(event)
    assert differences[0] == "Prize 1 was given to Ben, now due to Ada."
    assert differences[1] == "Ben was given 20.00\xa0€ as a prize, now due: nothing."
    page = ada().get(f"/events/{event.slug}/organise/sign-off-checklist/")
    assert "now due to Ada" in text_of(page) and url_of(event) in text_of(page)


# The key as rows


def rows(*pairs, **more):
    typed = typed_prizes("\n".join(map(": ".join, pairs)))
    return {**typed, "ties": "share", "pot": ["fee"], **more}


def typed_rows(answer, number):
    return [tuple(each) for each in answer.context["rows"][:number]]


def test_rows_are_saved_as_the_lines_they_stand_for_and_shown_again():
    event = a_played_event()
    sent = rows(("1", "40 %"), ("2-4, 8", "5,00"), ("", ""), ("12", "a ham: large"), save="rows")
    assert ada().post(url_of(event), sent).status_code == 302
    assert again(event).prizes == parsed("1: 40 %\n2-4, 8: 5.00\n12: a ham: large")
    shown = typed_rows(ada().get(url_of(event)), 3)
    assert shown == [("1", "40 %"), ("2-4, 8", "5.00\xa0€"), ("12", "a ham: large")]


def test_a_row_that_is_no_prize_is_named_and_nothing_typed_is_lost():
    event = a_played_event()
    for more in ({"save": "rows"}, {"preview": "yes"}):
        answer = ada().post(url_of(event), rows(("first", "5"), ("2", "ham"), **more))
        assert "is not a prize" in plain(answer)
        assert typed_rows(answer, 2) == [("first", "5"), ("2", "ham")]
    assert again(event).prizes == event.prizes


def test_a_preview_shows_who_would_win_what_and_stores_nothing():
    event = a_played_event()
    answer = ada().post(url_of(event), rows(("1", "100 %"), preview="yes"))
    assert answer.status_code == 200 and answer.context["plan"].wins[0].cents == 4000
    assert "not saved" in plain(answer) and "Give out prizes" not in plain(answer)
    assert again(event).prizes == event.prizes


@pytest.mark.parametrize("players", [1, 2, 3, 7, 27, 200])
def test_a_ready_made_key_gives_out_the_whole_pot_and_falls_from_place_to_place(players):
    three, third, things, _table = ready_keys(players)
    for key in (three, third):
        lines = "\n".join(f"{each.places}: {each.prize}" for each in key.rows)
        shares = [each.share for each in read_prizes(parsed(lines)).prizes]
        assert sum(shares) == 1000 and shares == sorted(shares, reverse=True) and min(shares) > 0
    assert len(third.rows) == max(1, min(players // 3, 44))
    assert [tuple(each) for each in things.rows] == [("1", ""), ("2", ""), ("3", "")]


def test_a_ready_made_key_fills_the_rows_and_shows_what_it_would_give():
    event = a_played_event()
    answer = ada().post(url_of(event), rows(("9", "x"), ready="three"))
    assert typed_rows(answer, 3) == [("1", "50 %"), ("2", "30 %"), ("3", "20 %")]
    assert answer.context["plan"].wins[0].cents == 2000
    assert again(event).prizes == event.prizes
