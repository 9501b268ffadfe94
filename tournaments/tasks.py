"""Celery's doors. Each may run twice, late, or beside itself: they derive, they never add."""

from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

from tournaments.selectors.health import SEEN_SECONDS, WORKER_SEEN
from tournaments.services import keeping, searching, standings

SOON = 60  # seconds after which nobody needs a nudge any more: beat has swept long since


@shared_task
def compute_standings(event_id: int) -> None:
    """Safe to repeat and to reorder: computes from what is stored now, if anything asks for it."""
    standings.compute_event_standings(event_id=event_id)


@shared_task
def sweep_standings() -> None:
    """Applies `compute_standings` wherever a marker waits; finds what a lost nudge left."""
    for event_id in standings.events_with_markers():
        compute_standings.apply(args=[event_id], throw=True)


def send_sweep() -> None:
    """Have a worker sweep; raises what the broker raises."""
    sweep_standings.apply_async(expires=SOON, retry=False)


@shared_task
def carry_out_draw(draw_id: int) -> None:
    """Safe to repeat: a draw that is not being searched any more is left alone; the seed decides the rest."""
    searching.carry_out_draw(draw_id=draw_id)


@shared_task
def sweep_draws() -> None:
    """Applies `carry_out_draw` to whatever waits; finds what a killed worker left behind."""
    for draw_id in searching.draws_to_make():
        carry_out_draw.apply(args=[draw_id], throw=True)


def send_draws() -> None:
    """Have a worker make the draws; raises what the broker raises."""
    sweep_draws.apply_async(expires=SOON, retry=False)


@shared_task
def sweep_backups() -> None:
    """Safe to repeat and to run beside itself: a backup that is not due, or is being made, is left alone."""
    keeping.back_up_if_due()


@shared_task
def be_seen() -> None:
    """Safe to repeat: says that beat sends tasks and a worker carries them out (`/readyz`)."""
    cache.set(WORKER_SEEN, timezone.now(), SEEN_SECONDS)
