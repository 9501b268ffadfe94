"""The OpenAPI description of resources: what drf-spectacular cannot see in a shape or a viewset."""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework.permissions import SAFE_METHODS

from tournaments.api.http.dry_runs import Tried
from tournaments.api.http.schema import KEY
from tournaments.api.http.schema_of_programs import DRY, MATCH, MATCHES, NOT_THERE, READS, WRITES
from tournaments.api.http.shapes import ModelShape

STANDARD = (
    "list",
    "retrieve",
    "create",
    "partial_update",
    "destroy",
)  # named where they stand
ONLY_SENT = ("readOnly", "minimum", "maximum", "maxLength", "pattern", "title")  # an answer has no limits


class Description(AutoSchema):
    """Describes a model as it is answered."""

    def _map_serializer(self, serializer: Any, direction: Any, bypass_extensions: bool = False) -> Any:
        """Return a shape; a model is answered with all its fields, without the limits of what is sent."""
        shape = super()._map_serializer(serializer, direction, bypass_extensions)
        if isinstance(serializer, ModelShape):
            shape["required"] = sorted(shape["properties"])
            shape["properties"] = {
                name: {key: part for key, part in each.items() if key not in ONLY_SENT and part != "int64"}
                for name, each in shape["properties"].items()
            }
        return shape


class ResourceDescription(Description):
    """Adds the headers and refusals that all resources share; a body is described where it is read."""

    view: Any

    def get_operation_id(self) -> str:
        """Return the name of an action; that of a standard one is said where it stands."""
        return super().get_operation_id() if self.view.action in STANDARD else str(self.view.action)

    def get_request_serializer(self) -> None:
        """Return no body."""

    def get_paginated_name(self, serializer_name: str) -> str:
        """Return the name of a page of these."""
        return f"{serializer_name.removesuffix('Shape')}Page"

    def get_override_parameters(self) -> list[Any]:
        """Return the headers of a request that writes, and `dry_run` of one without a body."""
        if self.method in SAFE_METHODS:
            return []
        is_tried = self.view.may_try and self.method == "DELETE"
        return [KEY, *([MATCH] if self.is_matched else []), *([DRY] if is_tried else [])]

    @property
    def is_matched(self) -> bool:
        """Return whether the request needs `If-Match`."""
        return self.view.action in self.view.matched

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        """Return the answers and the refusals by status."""
        answers = super()._get_response_bodies(direction)
        shared = {**READS, **NOT_THERE} if self.method in SAFE_METHODS else WRITES
        tried = {200: Tried} if self.view.may_try and self.method not in SAFE_METHODS else {}
        for place, refusal in {**shared, **(MATCHES if self.is_matched else {}), **tried}.items():
            status, *media = place if isinstance(place, tuple) else (place, "application/json")
            description = self._get_response_for_code(refusal, str(status), media, direction)
            answers.setdefault(str(status), description)["content"].update(description["content"])
        return answers


def example(media_type: str = "application/json", /, **value: Any) -> Any:
    """Give a body an example (decorator)."""
    shown = OpenApiExample("example", value, request_only=True, media_type=media_type)
    return extend_schema_serializer(examples=[shown])
