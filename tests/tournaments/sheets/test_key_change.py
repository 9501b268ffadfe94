"""Another SECRET_KEY: old links end at once, organisers see valid new ones, and the history records it."""

import importlib
import io
import re

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.test import Client, override_settings

from tests.builders import a_round, a_user, an_event
from tests.tournaments.pictures import codes_in
from tests.tournaments.visitors import ada, queries_of, text_of
from tournaments.models import HelperLink, Role, Round, TableLink
from tournaments.selectors.clubs.permissions import get_helper_link, get_link
from tournaments.services.clubs.joining import helper_token, invite_helper
from tournaments.services.demonstration.club_night import shown_table
from tournaments.services.entry.registration import register, registration_token
from tournaments.services.events.lifecycle import close_event
from tournaments.services.history.audit import audit
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.sheets.pins import pin_of
from tournaments.services.sheets.table_links import revoke_link, token_of
from tournaments.storage.link_keys import key_fingerprint

pytestmark = pytest.mark.django_db

another_key = override_settings(SECRET_KEY="another key, long and random: " + "x9" * 30)


@pytest.fixture(scope="module")
def drawn(lasting):
    return a_round(tables=2)


@pytest.fixture
def round(drawn):
    return Round.objects.select_related("event").get(pk=drawn.pk)


def opens(token):
    return Client().get(f"/t/{token}").status_code == 302


def director():
    """Sign in with the current key."""
    client = Client()
    client.force_login(a_user("ada"), backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def tokens_on(page):
    return re.findall(r"/t/([\w-]{43})", text_of(page))


def organise(round, more=""):
    return f"/events/{round.event.slug}/organise/{more}"


def test_an_old_table_link_ends_at_once(round):
    tokens = [token_of(link) for link in TableLink.objects.all()]
    assert all(map(opens, tokens))
    with another_key:
        assert not any(map(opens, tokens))
        assert not any(map(get_link, tokens))


PAGES = {"round": "rounds/1/", "cards": "rounds/1/cards/"}


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_the_links_an_organiser_sees_then_work(round, page):
    before = {token_of(link) for link in TableLink.objects.all()}
    with another_key:
        shown = set(tokens_on(director().get(organise(round, page))))
        assert len(shown) == 2 and not shown & before
        assert all(map(opens, shown))
        assert not any(map(opens, before))


@pytest.mark.parametrize("page", ["rounds/1/sheets/", "tables/{table}/qr.svg"])
def test_codes_that_are_printed_then_work(round, page):
    with another_key:
        shown = director().get(organise(round, page.format(table=round.tables.first().public_id)))
        codes = codes_in(text_of(shown))
        assert codes and all(opens(address.split("/")[-1]) for address in codes)


def test_links_that_the_demonstration_prints_then_work(round):
    with another_key:
        assert opens(shown_table(round.tables.first())["token"])


def test_the_history_says_that_the_links_were_renewed_and_stays_whole(round):
    with another_key:
        director().get(organise(round, "rounds/1/"))
        entries = round.event.entries.filter(kind="link_renewed")
        assert [entry.facts["table"] for entry in entries] == [1, 2]
        assert audit(round.event)[1] == []


def test_each_link_is_renewed_once_and_not_at_every_look(round):
    with another_key:
        client = director()
        shown = [tokens_on(client.get(organise(round, "rounds/1/"))) for _ in range(3)]
        assert shown[0] == shown[1] == shown[2]
        assert round.event.entries.filter(kind="link_renewed").count() == 2


def test_with_the_old_key_back_what_was_not_shown_meanwhile_works_again(round):
    token = token_of(TableLink.objects.first())
    with another_key:
        assert not opens(token)
    assert opens(token)


def test_a_revoked_link_stays_revoked(round):
    link = round.tables.first().links.get()
    revoke_link(link=link)
    with another_key:
        director().get(organise(round, "rounds/1/"))
        link.refresh_from_db()
        assert link.is_revoked and not opens(token_of(link))


def test_links_of_a_closed_event_are_left_alone(round):
    close_round(round=round, even_if_incomplete=True)
    close_event(event=round.event, is_closed=True)
    with another_key:
        director().get(organise(round, "rounds/1/"))
        assert not round.event.entries.filter(kind="link_renewed").exists()


def test_a_helpers_link_ends_and_the_page_shows_one_that_works(round):
    old = helper_token(invite_helper(event=round.event, role=Role.SCORER))
    with another_key:
        assert get_helper_link(old) is None
        page = text_of(director().get(organise(round, "helpers/")))
        (new,) = re.findall(r"/h/([\w-]{43})", page)
        assert get_helper_link(new) and get_helper_link(old) is None


def test_the_private_address_of_a_registration_and_a_pin_change_with_the_key():
    entrant = register(event=an_event(is_registration_open=True), name="Cleo")
    token, pin = registration_token(entrant), pin_of(entrant)
    with another_key:
        assert Client().get(f"/r/{entrant.pk}/{token}/").status_code == 404
        assert Client().get(f"/r/{entrant.pk}/{registration_token(entrant)}/").status_code == 200
        assert pin_of(entrant) != pin


def test_the_fingerprint_names_the_key_and_is_no_part_of_a_token(round):
    here = key_fingerprint()
    with another_key:
        assert key_fingerprint() != here
    assert len(here) == 16 and here not in token_of(TableLink.objects.first())


def test_showing_links_takes_as_many_queries_for_many_tables():
    few, many = a_round(an_event(name="few"), tables=1), a_round(an_event(name="many"), tables=6)
    client = ada()
    assert queries_of(client, organise(few, "rounds/1/cards/")) == queries_of(
        client, organise(many, "rounds/1/cards/")
    )


# Links older than the record of their key


def test_the_migration_names_the_key_of_links_it_can_verify(round):
    helper = invite_helper(event=round.event, role=Role.SCORER)
    foreign = round.tables.last().links.get()
    TableLink.objects.update(key_fingerprint="")
    HelperLink.objects.update(key_fingerprint="")
    TableLink.objects.filter(pk=foreign.pk).update(token_digest="made with another key")
    migration = importlib.import_module("tournaments.migrations.0007_links_know_their_key")
    migration.name_keys(apps, None)
    named = dict(TableLink.objects.values_list("pk", "key_fingerprint"))
    assert named.pop(foreign.pk) == "" and set(named.values()) == {key_fingerprint()}
    assert HelperLink.objects.get(pk=helper.pk).key_fingerprint == key_fingerprint()


# On request


def rotate(*arguments):
    output = io.StringIO()
    call_command("rotate_links", *arguments, stdout=output)
    return output.getvalue()


def test_rotating_ends_every_link_and_says_how_many_and_what_to_print(round):
    invite_helper(event=round.event, role=Role.SCORER)
    old = [token_of(link) for link in TableLink.objects.all()]
    helper = helper_token(HelperLink.objects.get())
    pins = [pin_of(entrant) for entrant in round.event.entrants.all()]
    output = rotate(round.event.slug)
    assert "2 table links and 1 helper links ended; new ones are made." in output
    assert "Print again: table cards and empty sheets, round 1." in output
    assert not any(map(opens, old)) and get_helper_link(helper) is None
    assert all(opens(token_of(link)) for link in TableLink.objects.all())
    assert [pin_of(entrant) for entrant in round.event.entrants.all()] == pins


def test_rotating_makes_new_pins_on_request(round):
    pins = [pin_of(entrant) for entrant in round.event.entrants.all()]
    assert "start cards, for 8 players have new PINs" in rotate(round.event.slug, "--pins")
    pairs = zip(pins, [pin_of(entrant) for entrant in round.event.entrants.all()], strict=True)
    assert all(old != new for old, new in pairs)


def test_rotating_touches_no_other_event(round):
    other = a_round(an_event(name="Other"))
    token = token_of(other.tables.get().links.get())
    rotate(round.event.slug)
    assert opens(token)


def test_rotating_an_event_that_is_not_there_says_so():
    with pytest.raises(CommandError, match="There is no event “nowhere”"):
        rotate("nowhere")
