"""The Celery app: for workers and beat with REDIS_URL; without, the web process applies its tasks."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("stichtag")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
