"""The clock of a server is set back by hours: what waits for a moment does not wait for it until then.

What a jump does at tables is in `sheets/test_clocks.py`, to the clock of a round in
`rounds/test_clock_set_right.py`, to limits in `clubs/test_throttling.py`, to draws in `draw/test_drawing.py`
and to backups in `installation/test_automatic_backups.py`.
"""

import pytest
from django.utils import timezone

from tests.builders import a_club, a_round, an_event
from tests.tournaments.clocks import stopped_clock
from tournaments.models import ArchiveImport, Event, MarkedPhoto, Webhook
from tournaments.selectors.installation.chosen_archives import archives_ahead
from tournaments.services.installation.chosen_archives import choose_archive
from tournaments.services.installation.event_removal import remove_abandoned
from tournaments.services.paper.photos import claim_next
from tournaments.services.webhooks.lifecycle import create_webhook, send_test
from tournaments.services.webhooks.sending import next_due, put_off, webhooks_due
from tournaments.storage.claims import claim

pytestmark = pytest.mark.django_db
HOURS = 3 * 3600


@pytest.fixture
def forward():
    with stopped_clock() as forward:
        yield forward


def a_photo(event, number):
    round = event.rounds.first() or a_round(event)
    return MarkedPhoto.objects.create(
        round=round, name=f"{event.slug} {number}", digest=f"{event.pk}-{number}", at=timezone.now()
    )


def test_clubs_take_turns_with_their_photos_when_the_clock_was_set_back(forward):
    ours, theirs = an_event(slug="ours"), an_event(slug="theirs", club=a_club("dov", "Elsewhere"))
    for number in range(3):
        a_photo(ours, number)
    assert claim_next().name == "ours 0"
    forward(-HOURS)
    for number in range(3):
        a_photo(theirs, number)
    MarkedPhoto.objects.filter(name="ours 0").update(reading={})
    turns = [claim_next().round.event.slug for _ in range(4)]
    assert turns in (["theirs", "ours"] * 2, ["ours", "theirs"] * 2)


def test_a_message_is_sent_though_it_was_made_while_the_clock_was_ahead(forward):
    webhook = create_webhook(club=a_club(), url="https://example.org/", types=["round.closed"])[0]
    forward(HOURS)
    message = send_test(webhook=webhook)
    forward(-HOURS)
    assert webhooks_due() == [webhook.pk] and next_due(webhook.pk) == message


def test_a_webhook_that_rested_while_the_clock_was_ahead_rests_no_longer(forward):
    webhook = create_webhook(club=a_club(), url="https://example.org/", types=["round.closed"])[0]
    message = send_test(webhook=webhook)
    forward(HOURS)
    message.attempt_count = 1
    put_off(message)
    assert webhooks_due() == []
    forward(-HOURS)
    assert Webhook.objects.get().busy_until is not None and webhooks_due() == [webhook.pk]


def test_an_import_that_was_killed_while_the_clock_was_ahead_is_removed(forward):
    event = an_event()
    forward(HOURS)
    Event.objects.update(moving_at=timezone.now())
    assert remove_abandoned() == 0
    forward(-HOURS)
    assert remove_abandoned() == 1 and not Event._base_manager.filter(pk=event.pk).exists()


def test_an_archive_of_a_worker_that_died_while_the_clock_was_ahead_is_taken_over(forward):
    club = a_club()
    forward(HOURS)
    chosen = choose_archive(club=club, by=club.members.get().user, name="evening.zip", content=b"")
    row = ArchiveImport.objects.filter(pk=chosen.pk)
    assert claim(row) and not claim(row) and archives_ahead(chosen) is None
    forward(-HOURS)
    assert archives_ahead(chosen) == 0 and claim(row)
