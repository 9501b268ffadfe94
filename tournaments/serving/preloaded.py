"""Modules that every process behind the front needs, loaded once and shared by forked processes."""

import gc

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

gc.disable()  # imports make many objects and hardly any garbage: looking for it takes a quarter of their time
application = get_wsgi_application()
pages = get_resolver().url_patterns  # import every view now, not during the first request
gc.collect()
gc.enable()
gc.freeze()  # the garbage collector would write to shared pages, and so copy them
