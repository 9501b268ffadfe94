"""Refusals as JSON, for requests under /api/."""

from django.http import HttpRequest, HttpResponse, JsonResponse


def is_for_program(request: HttpRequest) -> bool:
    """Return whether a program asked, which expects JSON."""
    return request.path.startswith("/api/")


def refusal(status: int, code: str, message: str, **details: str) -> HttpResponse:
    """Return a refusal as JSON."""
    return JsonResponse({"code": code, "message": message, **details}, status=status)
