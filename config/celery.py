"""The Celery app: used by workers and beat if REDIS_URL is set; else the web process runs the tasks."""

import os

from celery import Celery
from celery.signals import worker_init
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("stichtag")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def leave_out_pool(**details: object) -> None:
    """Open a connection for each task and thread: Celery closes a pool after every task.

    The pool is that of the whole process, so a thread that is sending a message could not store what became
    of it.
    """
    for database in settings.DATABASES.values():
        database["OPTIONS"].pop("pool", None)
