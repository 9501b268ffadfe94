"""The way in for web servers. On the embedded default it also drains the standings markers itself."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

# Only now: what drains the markers needs the models, and they are loaded by the line above.
from tournaments.live import start_drain  # noqa: E402
from tournaments.tasks import sweep_standings  # noqa: E402

if not settings.REDIS_URL:
    start_drain(sweep_standings)
