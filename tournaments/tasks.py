"""Celery tasks. Each may run twice, late, or concurrently: they derive values and never add to them."""

import logging

from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

from tournaments.selectors.installation.health import SEEN_SECONDS, WORKER_SEEN
from tournaments.services.draw import search
from tournaments.services.installation import automatic_backups, chosen_archives, event_removal
from tournaments.services.paper import photos
from tournaments.services.rounds import lifecycle
from tournaments.services.standings import computation
from tournaments.services.webhooks import sending
from tournaments.storage.background import EachOnce

# Seconds after which a task expires, by the clock of the worker: one that is some hours wrong carries it out.
IN_A_DAY = 24 * 60 * 60
LOG = logging.getLogger(__name__)
SENDERS = EachOnce("webhook", sending.send_due, most=8)


@shared_task
def compute_standings(event_id: int) -> None:
    """Compute the standings from the stored facts if requested. Safe to repeat and to reorder."""
    computation.compute_event_standings(event_id=event_id)


@shared_task
def sweep_standings() -> None:
    """Run `compute_standings` for every pending request; recovers lost tasks."""
    for event_id in computation.events_with_requests():
        compute_standings.apply(args=[event_id], throw=True)


def send_sweep() -> None:
    """Have a worker sweep. Raises what the broker raises."""
    sweep_standings.apply_async(expires=IN_A_DAY, retry=False)


@shared_task
def carry_out_draw(draw_id: int) -> None:
    """Carry out a draw. Safe to repeat: a finished draw is left alone, and the seed determines the result."""
    search.carry_out_draw(draw_id=draw_id)


@shared_task
def sweep_draws() -> None:
    """Run `carry_out_draw` for every pending draw; recovers those of a killed worker."""
    for draw_id in search.draws_to_make():
        carry_out_draw.apply(args=[draw_id], throw=True)
        LOG.info("Draw %s was carried out.", draw_id)


def send_draws() -> None:
    """Have a worker make the draws. Raises what the broker raises."""
    sweep_draws.apply_async(expires=IN_A_DAY, retry=False)


@shared_task
def sweep_photos() -> None:
    """Read one photograph and send for the next, so that other work and other clubs have their turn.

    Safe to repeat and concurrent: a photograph is claimed in the database; one that was read is left alone.
    """
    if photos.read_next():
        LOG.info("A photograph was read.")
        send_photos()


def read_photos() -> None:
    """Read all photographs, one after the other, in the embedded default."""
    while photos.read_next():
        pass


def send_photos() -> None:
    """Have a worker read a photograph. Raises what the broker raises."""
    sweep_photos.apply_async(expires=IN_A_DAY, retry=False)


@shared_task
def sweep_archives() -> None:
    """Check or store one archive and send for the next; remove what killed imports and deletions left.

    Safe to repeat and concurrent: an archive is claimed in the database.
    """
    event_removal.remove_abandoned()
    if chosen_archives.carry_on():
        LOG.info("An archive was checked or stored.")
        send_archives()


def work_on_archives() -> None:
    """Check and store all archives, one after the other, in the embedded default."""
    event_removal.remove_abandoned()
    while chosen_archives.carry_on():
        pass


def send_archives() -> None:
    """Have a worker check or store an archive. Raises what the broker raises."""
    sweep_archives.apply_async(expires=IN_A_DAY, retry=False)


@shared_task
def sweep_webhooks() -> None:
    """Start a thread for each webhook with due messages; a receiver that hangs delays no other task.

    Safe to repeat and concurrent: a webhook is claimed in the database. What a killed worker was sending is
    sent again.
    """
    for webhook_id in sending.webhooks_due():
        SENDERS.start(webhook_id=webhook_id)


def send_messages() -> None:
    """Have a worker send the outbox. Raises what the broker raises."""
    sweep_webhooks.apply_async(expires=IN_A_DAY, retry=False)


@shared_task
def sweep_backups() -> None:
    """Make due backups. Safe to repeat and concurrently: one not due, or being made, is left alone."""
    automatic_backups.back_up_if_due()


@shared_task
def sweep_reopened_rounds() -> None:
    """Close rounds that were opened again and forgotten. Safe to repeat: a closed one is left alone."""
    if closed := lifecycle.close_forgotten_rounds(now=timezone.now()):
        LOG.info("Rounds that were open again were closed: %s.", closed)


@shared_task
def be_seen() -> None:
    """Record that beat sends tasks and a worker runs them (`/readyz`). Safe to repeat."""
    cache.set(WORKER_SEEN, timezone.now(), SEEN_SECONDS)
