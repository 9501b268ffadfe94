"""What every process behind the front needs, loaded once: processes that are forked from here share it."""

import gc

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

application = get_wsgi_application()
pages = get_resolver().url_patterns  # every view is imported now, not during the first request
gc.collect()
gc.freeze()  # the collector would write on what is shared, and so copy it
