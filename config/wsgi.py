"""The way in for web servers, with the threads that compute standings and make draws."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

django_application = get_wsgi_application()

# Only now: what sweeps needs the models, and they are loaded by the line above.
from tournaments.live import DRAWS, STANDINGS, start_drain  # noqa: E402
from tournaments.snapshots import Snapshots  # noqa: E402
from tournaments.tasks import send_draws, send_sweep, sweep_draws, sweep_standings  # noqa: E402

SWEEP_SECONDS = 1.0
application = Snapshots(django_application)

if settings.REDIS_URL:
    start_drain(STANDINGS, send_sweep)
    start_drain(DRAWS, send_draws)
else:
    start_drain(STANDINGS, sweep_standings, every=SWEEP_SECONDS)
    start_drain(DRAWS, sweep_draws, every=SWEEP_SECONDS)
