"""The addresses of a resource, with the names of this API: `api_draws`, `api_draw`, `api_stop_draw`."""

from typing import Any

from rest_framework.routers import DynamicRoute, Route, SimpleRouter

NAMES = {"{basename}-list": "api_{basename}s", "{basename}-detail": "api_{basename}"}


class Router(SimpleRouter):
    """A router with the converters of `path()`."""

    routes: list[Route | DynamicRoute] = [
        each._replace(name=NAMES.get(each.name, "api_{url_name}")) for each in SimpleRouter.routes
    ]

    def __init__(self, **more: Any) -> None:
        super().__init__(use_regex_path=False, **more)
