"""Files of a series: CSV and PDF."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from tournaments.models import Series
from tournaments.publications.pdf.papers import make_series_pdf
from tournaments.publications.spreadsheets import as_csv, series_lists_table
from tournaments.selectors.clubs.permissions import is_member
from tournaments.selectors.series.series_standings import get_public_series, series_json, series_table
from tournaments.serving.caching import same_for_all
from tournaments.views.pages.etags import tag_of
from tournaments.views.pages.permissions import or_404
from tournaments.views.publishing.exports import CSV, OPEN_TO_ALL
from tournaments.views.publishing.pdf import pdf

Make = Callable[[Series, dict[str, Any]], HttpResponse]


def series_file(make: Make) -> Callable[..., HttpResponse]:
    """Serve the file `make(series, table)` to all who may see the series; 304 while unchanged.

    `?category=` selects one list, `?lang=` a language.
    """

    @require_safe
    @same_for_all
    @wraps(make)
    def run(request: HttpRequest, slug: str) -> HttpResponse:
        series: Series = or_404(get_public_series(request.user, slug))
        with translation.override(language_of(request)):
            table = table_shown(request, series)
            etag = tag_of([request.path, series_json(series, table)])
            response = get_conditional_response(request, etag=etag) or make(series, table)
        response.headers["ETag"] = etag
        return response

    return run


def language_of(request: HttpRequest) -> str:
    """Return the requested language, else the reader's."""
    language = request.GET.get("lang", "")
    return language if language in dict(settings.LANGUAGES) else translation.get_language() or "en"


def table_shown(request: HttpRequest, series: Series) -> dict[str, Any]:
    """Return the series table as this visitor may see it, overall or of a category."""
    member, category = is_member(request.user, series.club), request.GET.get("category", "")
    return series_table(series, with_unpublished=member, category=category.replace("\0", ""))


@series_file
def series_csv(series: Series, table: dict[str, Any]) -> HttpResponse:
    """Return the overall list and the categories' lists as CSV."""
    response = HttpResponse(
        as_csv(series_lists_table(table), translation.get_language()), content_type=CSV, headers=OPEN_TO_ALL
    )
    stem = series.slug if series.slug.isascii() else f"series-{series.pk}"
    response["Content-Disposition"] = f'attachment; filename="{stem}.csv"'
    return response


@series_file
def series_pdf(series: Series, table: dict[str, Any]) -> HttpResponse:
    """Return the same lists as a PDF."""
    return pdf(make_series_pdf(series, table), "series")
