"""The Celery app: used by workers and beat if REDIS_URL is set; else the web process runs the tasks."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("stichtag")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
