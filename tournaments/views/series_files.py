"""A series for spreadsheets and on paper."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from tournaments.exporting import as_csv, series_lists_table
from tournaments.models import Series
from tournaments.printing.papers import series_paper
from tournaments.selectors.access import is_member
from tournaments.selectors.series import get_public_series, series_json, series_table
from tournaments.snapshots import same_for_all
from tournaments.views.doors import found
from tournaments.views.exports import CSV, OPEN_TO_ALL
from tournaments.views.papers import pdf
from tournaments.views.public import tag_of

Make = Callable[[Series, dict[str, Any]], HttpResponse]


def series_file(make: Make) -> Callable[..., HttpResponse]:
    """`make(series, table)`: a file for whoever may look at the series, sent anew when it changed.

    `?category=` asks for one list, `?lang=` for a language.
    """

    @require_safe
    @same_for_all
    @wraps(make)
    def run(request: HttpRequest, slug: str) -> HttpResponse:
        shown: Series = found(get_public_series(request.user, slug))
        with translation.override(language_of(request)):
            table = table_shown(request, shown)
            etag = tag_of([request.path, series_json(shown, table)])
            response = get_conditional_response(request, etag=etag) or make(shown, table)
        response.headers["ETag"] = etag
        return response

    return run


def language_of(request: HttpRequest) -> str:
    """The language that is asked for, else the reader's."""
    wanted = request.GET.get("lang", "")
    return wanted if wanted in dict(settings.LANGUAGES) else translation.get_language() or "en"


def table_shown(request: HttpRequest, series: Series) -> dict[str, Any]:
    """The table as this visitor may see it, everybody's or a category's."""
    member, category = is_member(request.user, series.club), request.GET.get("category", "")
    return series_table(series, with_unpublished=member, category=category.replace("\0", ""))


@series_file
def series_csv(series: Series, table: dict[str, Any]) -> HttpResponse:
    """Everybody's list and the categories'."""
    response = HttpResponse(as_csv(series_lists_table(table)), content_type=CSV, headers=OPEN_TO_ALL)
    stem = series.slug if series.slug.isascii() else f"series-{series.pk}"
    response["Content-Disposition"] = f'attachment; filename="{stem}.csv"'
    return response


@series_file
def series_pdf(series: Series, table: dict[str, Any]) -> HttpResponse:
    """The same on paper."""
    return pdf(series_paper(series, table), "series")
