"""Wiring only: settings, addresses, the web server's and Celery's way in."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
