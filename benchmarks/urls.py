"""The product's addresses and one more: a view that only inserts a row."""

import json

from django.http import HttpRequest, JsonResponse
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt

from benchmarks.models import PlainDeal


@csrf_exempt
def insert_row(request: HttpRequest) -> JsonResponse:
    """Store a deal with the minimum of any Django view: read JSON, insert, answer."""
    body = json.loads(request.body)
    row = PlainDeal.objects.create(
        table_id=body["table"], part_id=body["part"], number=body["number"], record=body["record"]
    )
    return JsonResponse({"number": row.number, "revision": row.revision}, status=201)


urlpatterns = [path("api/v1/table/plain/", insert_row), path("", include("config.urls"))]
