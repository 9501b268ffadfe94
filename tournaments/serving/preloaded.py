"""What every process behind the front needs: all pages and translations; forked processes share them."""

import gc

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver
from django.utils import translation

gc.disable()  # imports make many objects and hardly any garbage: looking for it takes a quarter of their time
application = get_wsgi_application()
pages = get_resolver().url_patterns  # import every view now, not during the first request
for language, _ in settings.LANGUAGES:
    with translation.override(language):
        translation.gettext("")
gc.enable()
