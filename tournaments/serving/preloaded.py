"""Modules that every process behind the front needs, loaded once and shared by forked processes."""

import gc

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

application = get_wsgi_application()
pages = get_resolver().url_patterns  # import every view now, not during the first request
gc.collect()
gc.freeze()  # the garbage collector would write to shared pages, and so copy them
