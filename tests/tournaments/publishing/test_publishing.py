"""Published lists: their content, refusals, the public view, and their immutability."""

import hashlib
from dataclasses import replace
from html import unescape

import pytest
from django.test import Client
from django.utils.timezone import now

import rules
from rules import get_game
from scoring.not_possible import NotPossible
from tests.builders import a_record, a_request, a_round, an_event, end_round, write_deal
from tests.tournaments.visitors import ada, queries_of, stranger, text_of
from tournaments.models import (
    AuthorKind,
    Cause,
    Event,
    EventChangeKind,
    PendingDeal,
    Publication,
    Settlement,
    Stage,
)
from tournaments.selectors.publishing.publications import list_digest, list_rows, short_hash
from tournaments.selectors.publishing.publishing_obstacles import obstacles_to
from tournaments.services.clubs.anonymising import anonymise_player
from tournaments.services.history.audit import audit
from tournaments.services.history.sheet_chain import Author
from tournaments.services.publishing.publications import freeze_event, publish_list
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.sheets.deals import record_deal
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.decisions import adjust_points, undo_decision
from tournaments.services.standings.verification import differences

pytestmark = pytest.mark.django_db
ADA = Author(AuthorKind.MEMBER, 1)
SECRET = 777_777  # too long to occur in a hash or id by chance


def played(event=None, rounds=1, **deal):
    """Return an event with this many closed rounds, one deal at one table each."""
    event = event or an_event(deals_per_table={"4": 1})
    for _ in range(rounds):
        round = a_round(event)
        write_deal(round.tables.get(), **deal)
        close_round(round=round)
    event.refresh_from_db()
    return event


AGREEMENTS = {
    "policy": ({}, {"by": "game"}, {"by": "average"}, {"by": "game", "best": 2}),
    "deals_per_table": ({"4": 1}, {"4": 2}, {"3": 1, "4": 1}),
}


@pytest.mark.parametrize("agreed", AGREEMENTS)
def test_equal_lines_under_other_agreements_have_another_digest(agreed, evening):
    digests = set()
    for value in AGREEMENTS[agreed]:
        setattr(evening, agreed, value)
        digests.add(list_digest(evening, 1, Stage.FINAL, list_rows(evening)))
    assert len(digests) == len(AGREEMENTS[agreed])


@pytest.fixture(scope="module")
def evening(lasting):
    return played()


@pytest.fixture
def event(evening):
    """Return one closed round with one deal."""
    return Event.objects.get(pk=evening.pk)


def publish(event, stage=Stage.FINAL, **more):
    published = publish_list(event=event, stage=stage, by=ADA, **more)
    event.refresh_from_db()
    return published


def correct(event):
    """Correct a result of round 1."""
    deal = event.rounds.get(number=1).tables.get().deals.get()
    deal.part.tallies = {**deal.part.tallies, "total": [0, 9, 0, -9]}
    deal.part.save()
    event.markers.create()


def shown(event, client: Client | None = None):
    return (client or stranger()).get(f"/events/{event.slug}/").context["standings"]


def refusal(event, stage=Stage.FINAL, **more):
    with pytest.raises(NotPossible) as refused:
        publish(event, stage, **more)
    assert not event.publications.exclude(stage=Stage.FINAL).exists() or stage == Stage.FINAL
    return refused.value


# Content of a list


def test_a_list_holds_ranks_and_values_and_no_name():
    rows = publish(played()).rows
    assert rows["lines"][0] == {
        "rank": 1,
        "number": 2,
        "values": [2],
        "rounds": [[1, 2]],
        "tie_breaks": [],
    }
    assert "Ben" not in str(rows)


def test_standings_that_still_wait_are_computed_first(event):
    assert event.markers.exists()
    assert publish(event).rows["deals"] == 1


def test_the_hash_covers_event_number_and_stage(event):
    one = publish(event)
    again = {list_digest(event, 1, "final", one.rows), list_digest(event, 2, "final", one.rows)}
    assert one.digest in again and len(again) == 2
    assert list_digest(event, 1, "provisional", one.rows) != one.digest


def test_a_short_hash_is_read_out_in_groups():
    assert short_hash("0f5c45aa91b2ffff") == "0f5c 45aa 91b2"


def test_publishing_stands_in_the_history_with_its_digest(event):
    published = publish(event)
    entry = event.entries.get(kind=EventChangeKind.PUBLISHED)
    assert entry.facts == {"list": 1, "stage": "final", "digest": published.digest}


# Refusals


def test_an_open_round_has_no_final_list_but_a_provisional_one():
    event = an_event()
    write_deal(a_round(event).tables.get())
    assert refusal(event).message == "Round 1 is not closed yet; close it first."
    assert publish(event, Stage.PROVISIONAL).stage == "provisional"


@pytest.mark.parametrize("stage", [Stage.PROVISIONAL, Stage.FINAL])
def test_open_conflicts_are_named_by_table(stage):
    event = an_event()
    table = a_round(event).tables.get()
    write_deal(table)
    body = {"number": 1, "record": a_record(bid=3, tricks=3)}
    record_deal(table=table, request=a_request(body), **body)
    refused = refusal(event, stage)
    assert refused.code == "conflicts_open"
    assert "Table 1 of round 1 has two versions of a deal" in refused.message


@pytest.mark.parametrize("settlement", list(Settlement))
@pytest.mark.parametrize("cause", list(Cause))
def test_a_version_keeps_lists_back_until_it_is_settled(event, cause, settlement):
    PendingDeal.objects.create(
        table=event.rounds.get().tables.get(),
        cause=cause,
        number=1,
        record=a_record(),
        author_kind=AuthorKind.LINK,
        at=now(),
        settlement=settlement,
    )
    waiting = ["late_deals" if cause == Cause.LATE else "conflicts_open"]
    found = [each.code for each in obstacles_to(event, Stage.FINAL)]
    assert found == (waiting if settlement == Settlement.OPEN else [])


def test_a_late_deal_waits_for_the_director_before_anything_is_published(event):
    table = event.rounds.get().tables.get()
    body = {"number": 2, "record": a_record()}
    record_deal(table=table, request=a_request(body), **body)
    assert refusal(event).code == "late_deals"


def test_sheets_that_nobody_signed_are_named_where_the_event_asks_for_it():
    event = an_event(deals_per_table={"4": 1}, confirms="sheets")
    round = a_round(event)
    write_deal(round.tables.get())
    close_round(round=round, even_if_incomplete=True)
    assert refusal(event).code == "unconfirmed"


def test_sheets_are_confirmed_before_a_list_once_their_round_is_closed():
    event = an_event(confirms="sheets")
    round = a_round(event)
    write_deal(round.tables.get())
    assert obstacles_to(event, Stage.PROVISIONAL) == []
    close_round(round=round, even_if_incomplete=True)
    assert [each.code for each in obstacles_to(event, Stage.PROVISIONAL)] == ["unconfirmed"]


def test_an_event_without_a_deal_has_no_list():
    event = an_event()
    end_round(a_round(event))
    assert refusal(event).message == "No deal is recorded yet."


def test_the_same_list_is_not_published_twice(event):
    publish(event)
    assert refusal(event, reason="again").code == "nothing_new"


def test_a_final_list_is_replaced_by_a_final_one_with_a_reason_only(event):
    publish(event)
    correct(event)
    assert refusal(event).code == "reason_missing"
    assert refusal(event, Stage.PROVISIONAL).code == "final_already"
    assert publish(event, reason="A sheet was typed wrong").number == 2


# The public view


def test_the_last_final_list_stands_for_the_standings_whatever_the_sheets_say(event):
    publish(event)
    correct(event)
    standings = shown(event)
    assert (standings["state"], standings["rows"][0]["total"]) == ("final", 2)
    assert standings["list"]["number"] == 1


def test_the_director_is_told_that_the_sheets_have_changed_since(event):
    publish(event)
    url = f"/events/{event.slug}/organise/publish/"
    assert "publish again" not in text_of(ada().get(url))
    correct(event)
    compute(event)
    assert "publish again" in text_of(ada().get(url))


LINES_CORRECTED = [(2, 9), (1, 0), (3, 0), (4, -9)]  # number and points


def compute(event):
    compute_event_standings(event_id=event.pk)


def test_a_replaced_list_stays_and_says_what_took_its_place_and_why(event):
    first = publish(event)
    correct(event)
    publish(event, reason="A sheet was typed wrong")
    page = text_of(stranger().get(f"/lists/{first.public_id}/"))
    assert "List 1 was replaced by list 2." in page and "A sheet was typed wrong" in page


def test_a_replaced_list_is_called_so_wherever_it_is_named(event):
    first = publish(event)
    assert "replaced by" not in text_of(stranger().get(f"/events/{event.slug}/"))
    correct(event)
    publish(event, reason="A sheet was typed wrong")
    urls = (f"/lists/{first.public_id}/", f"/events/{event.slug}/", f"/events/{event.slug}/organise/publish/")
    assert [text_of(ada().get(url)).count("replaced by list 2") for url in urls] == [2, 1, 1]
    assert ">final<" not in text_of(stranger().get(urls[0]))


def test_a_reason_that_is_too_long_is_refused_and_stays_as_typed(event):
    publish(event, Stage.FINAL)
    typed = "x" * 501
    refused = ada().post(f"/events/{event.slug}/organise/publish/", {"stage": "final", "reason": typed})
    assert refused.status_code == 409 and typed in text_of(refused)
    assert "A reason has at most 500 characters, not 501; shorten it." in text_of(refused)


def adjust(event, number, points, reason):
    return adjust_points(entrant=event.entrants.get(number=number), points=points, reason=reason, by=ADA)


def list_page(published, visitor=None):
    return text_of((visitor or stranger()).get(f"/lists/{published.public_id}/"))


def test_a_list_gives_the_reasons_of_its_time(event):
    kept, taken_back = adjust(event, 1, -3, "was late"), adjust(event, 2, 4, "helped")
    published = publish(event)
    undo_decision(decision=taken_back, by=ADA)
    adjust(event, 3, 5, "much later")
    page = list_page(published)
    assert "was late" in page and "helped" in page and "much later" not in page
    undo_decision(decision=kept, by=ADA)
    assert list_page(published).count('class="noted"') == 2
    newer = list_page(publish(event, reason="decided anew"))
    assert "much later" in newer and "was late" not in newer and "helped" not in newer


def test_a_provisional_list_changes_nothing_until_the_standings_are_frozen(event):
    publish(event, Stage.PROVISIONAL)
    correct(event)
    compute(event)
    assert (shown(event)["state"], shown(event)["rows"][0]["total"]) == ("provisional", 9)
    freeze_event(event=event, is_frozen=True, by=ADA)
    assert (shown(event)["state"], shown(event)["rows"][0]["total"]) == ("frozen", 2)


# Years later


def test_a_hash_from_paper_leads_to_its_list():
    published = publish(played())
    typed = short_hash(published.digest).upper()
    answer = stranger().get("/lists/", {"hash": typed})
    assert answer["Location"] == f"/lists/{published.public_id}/"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("0000 0000 0000", "No published list has this hash"),
        ("certainly", "digits and the letters a to f"),
    ],
)
def test_a_hash_of_no_list_is_answered_in_words(typed, words):
    publish(played())
    assert words in text_of(stranger().get("/lists/", {"hash": typed}))


def test_a_list_that_was_changed_in_the_database_is_found_out(event):
    published = publish(event)
    rows = {**published.rows, "deals": 7}
    Publication.objects.filter(pk=published.pk).update(rows=rows)
    assert "this list was changed" in text_of(stranger().get(f"/lists/{published.public_id}/"))
    assert differences(event) == ["published list 1 is not what was published: its digest differs."]


def test_a_list_that_vanished_is_missed(event):
    publish(event).delete()
    assert differences(event) == ["published list 1 of the history is missing."]


def test_the_text_of_the_hash_can_be_hashed_by_anybody():
    published = publish(played())
    text = stranger().get(f"/lists/{published.public_id}/?format=json").content
    assert hashlib.sha256(text).hexdigest() == published.digest


@pytest.fixture
def years_later():
    """Return a list of an event whose winner's name was removed; the game and its points have new labels."""
    event = played()
    published = publish(event)
    anonymise_player(player=event.entrants.get(number=2).player, by=ADA)
    game = get_game("fipsen-prisdorf")
    labels = [replace(ranking, label="Points of old") for ranking in game.ranks_by]
    with pytest.MonkeyPatch.context() as patch:
        renamed = replace(game, name="Old Fipsen", ranks_by=tuple(labels))
        patch.setattr(rules, "GAMES", tuple(renamed if each is game else each for each in rules.GAMES))
        yield published


def test_a_printed_hash_verifies_years_later(years_later):
    published = years_later
    typed = stranger().get("/lists/", {"hash": short_hash(published.digest)})
    page = text_of(stranger().get(typed["Location"]))
    assert "Yes: rank, number and values" in page and "Number 2" in page and "Ben" not in page
    assert "Points of old" in page
    text = stranger().get(f"{typed['Location']}?format=json").content
    assert hashlib.sha256(text).hexdigest() == published.digest
    assert differences(published.event) == [] == audit(published.event)[1]


# The director's page


def test_the_page_lists_everything_that_is_missing_with_its_link():
    event = an_event()
    a_round(event)
    page = text_of(ada().get(f"/events/{event.slug}/organise/publish/"))
    assert "No deal is recorded yet." in page and "Round 1 is not closed yet" in page
    assert f"/events/{event.slug}/organise/rounds/1/" in page


def test_the_director_publishes_by_a_button_and_is_refused_in_words(event):
    url = f"/events/{event.slug}/organise/publish/"
    assert ada().post(url, {"stage": "final"}).status_code == 302
    assert event.publications.get().stage == "final"
    refused = ada().post(url, {"stage": "final", "reason": "kept as typed"})
    assert refused.status_code == 409 and "kept as typed" in text_of(refused)


def test_the_page_shows_standings_that_wait_without_storing_them_and_publishes_what_was_seen(event):
    compute(event)
    correct(event)
    before, visitor = list(event.standings_rows.values()), ada()
    url = f"/events/{event.slug}/organise/publish/"
    shown = visitor.get(url).context
    assert [(row["number"], row["total"]) for row in shown["standings"]["rows"]] == LINES_CORRECTED
    assert event.markers.exists() and list(event.standings_rows.values()) == before
    compute(event)  # by its task, meanwhile: the list stays the one that was seen
    assert visitor.post(url, {"stage": "final", "seen": shown["seen"]}).status_code == 302
    assert [(line["number"], line["values"][0]) for line in list_rows(event)["lines"]] == LINES_CORRECTED


@pytest.mark.parametrize("page", ["publish/", "sign-off/"])
def test_a_list_that_was_corrected_after_the_page_was_opened_is_not_published(event, page):
    visitor, url = ada(), f"/events/{event.slug}/organise/"
    checklist = "sign-off-checklist/" if page == "sign-off/" else page
    mark = visitor.get(url + checklist).context["seen"]
    correct(event)
    refused = visitor.post(url + page, {"stage": "final", "publish": "yes", "seen": mark})
    assert refused.status_code == 409 and "The standings have changed" in text_of(refused)
    assert not event.publications.exists() and event.markers.exists()
    again = {"stage": "final", "publish": "yes", "seen": refused.context["seen"]}
    assert visitor.post(url + page, again).status_code == 302


@pytest.mark.parametrize("stage", ["provisional", "final"])
def test_the_page_refuses_open_conflicts_with_the_sentence_and_the_way_to_settle_them(stage):
    event = an_event()
    table = a_round(event).tables.get()
    write_deal(table)
    body = {"number": 1, "record": a_record(bid=3, tricks=3)}
    record_deal(table=table, request=a_request(body), **body)
    refused = ada().post(f"/events/{event.slug}/organise/publish/", {"stage": stage})
    page = text_of(refused)
    assert refused.status_code == 409 and not event.publications.exists() and 'role="alert"' in page
    assert "Table 1 of round 1 has two versions of a deal; choose one of them first." in page
    assert f'href="/events/{event.slug}/organise/rounds/1/"' in page


@pytest.mark.parametrize("url", ["/events/{slug}/", "/lists/{list}/", "/events/{slug}/organise/publish/"])
def test_a_list_takes_as_many_queries_for_many_lines_as_for_few(url):
    few, many = played(), an_event(name="Large", deals_per_table={"4": 1})
    round = a_round(many, tables=4)
    for table in round.tables.all():
        write_deal(table)
    close_round(round=round)
    counts = []
    for event in (few, many):
        address = url.format(slug=event.slug, list=publish(event).public_id)
        counts.append(queries_of(ada() if "organise" in url else stranger(), address))
    assert counts[0] == counts[1]


def test_the_line_for_the_clubs_own_site_can_be_copied():
    event = an_event(name='Fips "2"')
    page = text_of(ada().get(f"/events/{event.slug}/organise/publish/"))
    line = unescape(page.partition("<textarea")[2].partition(">")[2].partition("</textarea>")[0])
    assert line.startswith(f'<iframe src="http://testserver/events/{event.slug}/embed/" title="Fips &quot;2')
