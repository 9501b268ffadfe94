"""The project's configuration: settings, URLs, the entry points of the web server and of Celery."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
