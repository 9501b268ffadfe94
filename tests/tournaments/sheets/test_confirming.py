"""Confirmation: an opponent's PIN on a deal, every seat's on the sheet; a correction clears both."""

from dataclasses import replace

import pytest

from scoring.not_possible import NotPossible
from tests.builders import a_request, a_table, an_event, write_deal
from tests.tournaments.clocks import stopped_clock
from tests.tournaments.phones import TABLE, Phone
from tests.tournaments.visitors import ada, text_of
from tournaments.models import AuthorKind, Confirms, Entrant, Event, SheetChange, StoredResponse, Table
from tournaments.selectors.sheets.confirmations import confirmation_json, signed_by, unconfirmed_tables
from tournaments.services.history.audit import audit
from tournaments.services.history.sheet_chain import Author, Request, body_digest
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.sheets.confirmations import confirm_deal, sign_sheet
from tournaments.services.sheets.deals import strike_deal
from tournaments.services.sheets.pins import (
    FROM_ONE_PHONE,
    FROM_ONE_PLACE,
    PinClient,
    pin_limits,
    pin_of,
    pin_refusal,
    renew_pin,
)
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.verification import differences

pytestmark = pytest.mark.django_db
MINE, NEIGHBOURS = PinClient("192.0.2.1", "mine"), PinClient("192.0.2.2", "neighbour")


@pytest.fixture(scope="module", autouse=True)
def at_hand(lasting):
    """Keep a table without deals."""
    a_table(event=an_event(slug="careful"))


def a_careful_table(confirms=Confirms.DEALS, deals=1):
    """Return it with deals of an event that wants them confirmed."""
    Event.objects.filter(slug="careful").update(confirms=confirms)
    tables = Table.objects.select_related("round__event")
    table = tables.get(round__event__slug="careful")
    for number in range(1, deals + 1):
        write_deal(table, number)
    table.refresh_from_db()
    return table


def entrant_of(table, number):
    return table.round.event.entrants.get(number=number)


def confirm(table, by=3, number=1, pin=None, revision=1, row=None, asker=MINE):
    proof = pin_of(entrant_of(table, by)) if pin is None else pin
    about = {"number": number, "revision": revision, "row": row, "asker": asker}
    by_phone = Author(AuthorKind.LINK, 1, asker.device)
    request = Request(a_request().key, {}, by_phone)
    return confirm_deal(table=table, entrant_number=by, pin=proof, request=request, **about)


def wrong_pin(table, by=3):
    return "0000" if pin_of(entrant_of(table, by)) != "0000" else "1111"


def guess(table, asker, times):
    """Return the codes of the refusals of this many wrong PINs."""
    codes = []
    for _ in range(times):
        with pytest.raises(NotPossible) as refused:
            confirm(table, pin=wrong_pin(table), asker=asker)
        codes.append(refused.value.code)
    return codes


def sign(table, by):
    return sign_sheet(table=table, entrant_number=by, pin=pin_of(entrant_of(table, by)), request=a_request())


def unconfirmed(table):
    deals = list(table.deals.filter(number__isnull=False).order_by("number"))
    return confirmation_json(table, deals)["unconfirmed"]


def test_an_opponent_confirms_a_deal_with_their_pin():
    table = a_careful_table(deals=2)
    assert unconfirmed(table) == [1, 2]
    assert confirm(table).result == "done"
    assert unconfirmed(table) == [2]


def test_the_declarer_does_not_confirm_their_own_deal():
    with pytest.raises(NotPossible, match="an opponent confirms it"):
        confirm(a_careful_table(), by=2)


def test_a_wrong_pin_proves_nothing_and_has_to_wait_after_some():
    table = a_careful_table()
    assert guess(table, MINE, FROM_ONE_PHONE.free) == ["pin_wrong"] * FROM_ONE_PHONE.free
    with pytest.raises(NotPossible, match=r"Too many wrong PINs for number 3\. Wait 1 minute, or"):
        confirm(table)
    assert unconfirmed(table) == [1]


def test_the_right_pin_confirms_after_the_wait():
    table = a_careful_table()
    with stopped_clock() as forward:
        guess(table, MINE, 9)
        forward(60)
        assert confirm(table).result == "done"


def test_a_neighbours_wrong_pins_hold_up_nobody_elses_phone():
    table = a_careful_table()
    guess(table, NEIGHBOURS, 50)
    assert confirm(table, asker=MINE).result == "done"


def test_a_neighbour_behind_the_same_address_holds_up_nobody_elses_phone():
    table = a_careful_table()
    guess(table, NEIGHBOURS, 50)
    assert confirm(table, asker=replace(NEIGHBOURS, device="mine")).result == "done"


def test_a_phone_that_proved_the_pin_before_is_not_held_up_by_many_phones():
    table = a_careful_table(deals=2)
    confirm(table)
    for number in range(60):
        guess(table, PinClient(f"192.0.2.{number}", "x"), 1)
    with pytest.raises(NotPossible, match="Too many wrong PINs"):
        confirm(table, number=2, asker=PinClient("192.0.2.99", "y"))
    assert confirm(table, number=2, asker=MINE).result == "done"


def test_a_phone_that_proved_one_players_pin_is_nobody_elses():
    table = a_careful_table(deals=2)
    confirm(table, by=3)
    for number in range(60):
        with pytest.raises(NotPossible):
            confirm(table, by=4, pin=wrong_pin(table, 4), asker=PinClient(f"192.0.2.{number}", "x"))
    with pytest.raises(NotPossible, match="Too many wrong PINs"):
        confirm(table, by=4, number=2, asker=MINE)
    assert confirm(table, by=3, number=2, asker=MINE).result == "done"


@pytest.mark.parametrize("places", [1, 120], ids=["one place", "many places"])
def test_wrong_pins_stay_few_from_any_number_of_addresses(places):
    table, compared = a_careful_table(), 0
    with stopped_clock() as forward:
        for number in range(120):
            asker = PinClient(f"192.0.2.{number % places}", f"phone {number}")
            compared += guess(table, asker, 1) == ["pin_wrong"]
            forward(30)
    assert compared < 60


def test_a_wrong_pin_counts_through_the_api_and_stores_nothing_else():
    table = a_careful_table()
    body = {"number": 3, "pin": wrong_pin(table)}
    codes = [
        Phone(table)
        .send("post", "deals/1/confirm/", body, match=1, device={"X-Device": "neighbour"})
        .json()["code"]
        for _ in range(7)
    ]
    assert codes == ["pin_wrong"] * 5 + ["pin_rests"] * 2
    right = {"number": 3, "pin": pin_of(entrant_of(table, 3))}
    answer = Phone(table).send("post", "deals/1/confirm/", right, match=1, device={"X-Device": "mine"})
    assert answer.status_code == 200


def test_a_new_pin_ends_the_old_one_and_forgets_wrong_tries():
    table = a_careful_table()
    old = pin_of(entrant_of(table, 3))
    new = pin_of(renew_pin(entrant=entrant_of(table, 3)))
    assert len(old) == len(new) == 4 and old != new
    for _ in range(FROM_ONE_PHONE.free):
        with pytest.raises(NotPossible, match="not the PIN of number 3"):
            confirm(table, pin=old)
    renew_pin(entrant=entrant_of(table, 3))
    assert confirm(table, pin=pin_of(entrant_of(table, 3))).result == "done"


def next_pin(entrant):
    """Return the PIN that the next generation derives, which may be the same."""
    return pin_of(Entrant(pk=entrant.pk, pin_generation=entrant.pin_generation + 1))


def test_a_new_pin_is_never_the_old_one():
    entrant = entrant_of(a_careful_table(), 3)
    while next_pin(entrant) != pin_of(entrant):
        entrant.pin_generation += 1
    entrant.save(update_fields=["pin_generation"])
    old, generation = pin_of(entrant), entrant.pin_generation
    assert pin_of(renew_pin(entrant=entrant)) != old and entrant.pin_generation > generation + 1


def test_the_director_makes_another_pin_and_the_history_says_so():
    entrant = entrant_of(a_careful_table(), 3)
    answer = ada().post(f"/events/{entrant.event.slug}/organise/players/{entrant.pk}/pin/", follow=True)
    assert "Number 3 has a new PIN. Print the start card again." in text_of(answer)
    entry = entrant.event.entries.latest("pk")
    assert (entry.kind, entry.facts) == ("pin_renewed", {"entrant": entrant.pk})
    entrant.refresh_from_db()
    assert f"PIN {pin_of(entrant)}" not in text_of(answer)


def test_a_player_of_another_table_cannot_confirm():
    with pytest.raises(NotPossible, match="Number 9 does not sit"):
        confirm_deal(
            table=a_careful_table(), number=1, entrant_number=9, pin="0", revision=1, request=a_request()
        )


def test_another_deal_than_was_seen_is_not_confirmed():
    table = a_careful_table(deals=2)
    meant = table.deals.get(number=1).pk
    assert confirm(table, row=meant).result == "done"
    with pytest.raises(NotPossible, match="changed in the meantime"):
        confirm(table, number=2, row=meant)


def test_a_correction_clears_the_confirmation():
    table = a_careful_table()
    confirm(table)
    Phone(table).correct(tricks=1)
    assert unconfirmed(table) == [1]
    with pytest.raises(NotPossible, match="changed in the meantime"):
        confirm(table)
    assert confirm(table, revision=2).result == "done"


def test_every_seat_signs_the_sheet_until_something_changes():
    table = a_careful_table(Confirms.SHEETS)
    for number in (1, 2, 3, 4):
        sign(table, number)
    assert signed_by(table) == {1, 2, 3, 4} and unconfirmed_tables(table.round.event, [table.pk]) == {}
    write_deal(table, 2)
    assert signed_by(table) == set() and unconfirmed_tables(table.round.event, [table.pk]) == {table.pk: 4}


def test_an_empty_sheet_is_not_signed():
    with pytest.raises(NotPossible, match="No deals are recorded yet"):
        sign(a_careful_table(Confirms.SHEETS, deals=0), 1)


def test_a_sheet_whose_deals_are_all_struck_out_is_not_signed():
    table = a_careful_table(Confirms.SHEETS, deals=2)
    for number in (2, 1):
        table.refresh_from_db()
        strike_deal(table=table, number=number, sheet_revision=table.revision, request=a_request())
    with pytest.raises(NotPossible) as refused:
        sign(table, 1)
    assert refused.value.code == "sheet_empty"


@pytest.mark.parametrize("confirms", [Confirms.DEALS, Confirms.SHEETS])
def test_closing_the_round_lists_the_unconfirmed_tables(confirms):
    table = a_careful_table(confirms)
    event = table.round.event
    event.deals_per_table = {"4": 1}
    event.save(update_fields=["deals_per_table"])
    with pytest.raises(NotPossible, match="The results of table 1 are not confirmed yet"):
        close_round(round=table.round)
    close_round(round=table.round, even_if_incomplete=True)


def test_confirming_is_history_and_changes_no_number():
    table = a_careful_table()
    confirm(table)
    sign(table, 1)
    compute_event_standings(event_id=table.round.event_id)
    assert [entry.kind for entry in SheetChange.objects.order_by("number")] == [
        "recorded",
        "confirmed",
        "signed",
    ]
    assert audit(table.round.event)[1] == [] and differences(table.round.event) == []


def test_programs_confirm_and_sign():
    table = a_careful_table()
    phone, pin = Phone(table), pin_of(entrant_of(table, 3))
    body = {"number": 3, "pin": pin}
    first = phone.send("post", "deals/1/confirm/", body, match=1, key="one")
    again = phone.send("post", "deals/1/confirm/", body, match=1, key="one")
    assert first.status_code == again.status_code == 200 and first.json() == again.json()
    assert phone.send("post", "sign/", body).json()["signed_by"] == [3]
    assert SheetChange.objects.count() == 3


REFUSED = {
    "a wrong pin": ({"number": 3, "pin": "99999"}, 403, "pin_wrong"),
    "a stranger": ({"number": 9, "pin": "0000"}, 422, "not_at_table"),
    "no pin": ({"number": 3}, 400, "bad_request"),
    "no number": ({"pin": "0000"}, 400, "bad_request"),
}


@pytest.mark.parametrize(("body", "status", "code"), REFUSED.values(), ids=REFUSED)
def test_programs_are_told_what_is_wrong(body, status, code):
    answer = Phone(a_careful_table()).send("post", "deals/1/confirm/", body, match=1)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


ENDPOINTS_WITH_A_PIN = {"confirm": ("deals/1/confirm/", 1), "sign": ("sign/", None)}


@pytest.mark.parametrize(("path", "match"), ENDPOINTS_WITH_A_PIN.values(), ids=ENDPOINTS_WITH_A_PIN)
def test_nothing_stored_tells_a_pin_to_who_tries_all_of_them(path, match):
    table = a_careful_table(Confirms.DEALS if match else Confirms.SHEETS)
    own = pin_of(entrant_of(table, 3))
    answer = Phone(table).send("post", path, {"number": 3, "pin": own}, match=match)
    assert answer.status_code == 200
    stored = StoredResponse.objects.latest("pk")
    whole = {"request": f"POST {TABLE}{path}"}
    guesses = ({**whole, "body": {"number": 3, "pin": f"{pin:04}"}} for pin in range(10_000))
    assert stored.body_digest not in map(body_digest, guesses)
    assert stored.body_digest == body_digest({**whole, "body": {"number": 3}})
    assert own not in str(stored.body)


def test_a_right_pin_frees_the_phone_that_sent_it_and_not_its_whole_network():
    entrant = entrant_of(a_careful_table(), 3)

    def code_of(device, pin):
        limits = pin_limits(entrant, PinClient("192.0.2.1", device), is_proven=False)
        refusal = pin_refusal(entrant, pin, limits)
        return refusal.code if refusal else "right"

    tries = [code_of(f"phone {number}", "x") for number in range(FROM_ONE_PLACE.free - 1)]
    assert {*tries} == {"pin_wrong"} and code_of("mine", pin_of(entrant)) == "right"
    assert [code_of(device, "x") for device in ("another", "a third")] == ["pin_wrong", "pin_rests"]
