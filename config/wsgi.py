"""The way in for web servers, with the thread that has the standings computed after every change."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

# Only now: what sweeps the markers needs the models, and they are loaded by the line above.
from tournaments.live import start_drain  # noqa: E402
from tournaments.tasks import send_sweep, sweep_standings  # noqa: E402

SWEEP_SECONDS = 1.0

if settings.REDIS_URL:
    start_drain(send_sweep)
else:
    start_drain(sweep_standings, every=SWEEP_SECONDS)
