"""A program with a personal token, as tests use it."""

import itertools
from typing import Any

from rest_framework.test import APIClient

from tests.builders import a_user
from tournaments.models import TokenScope
from tournaments.services.clubs.tokens import create_token

keys = itertools.count()


class Program:
    """A program of one person; each request has a key of its own unless one is given."""

    def __init__(self, user: str = "ada", scopes: Any = TokenScope.values) -> None:
        self.token, self.secret = create_token(user=a_user(user), name="test", scopes=list(scopes))
        self.client = APIClient(raise_request_exception=False)

    def send(
        self, method: str, path: str, body: Any = None, *, key: str | None = None, **headers: str
    ) -> Any:
        """Return the response."""
        own = {"Authorization": f"Bearer {self.secret}"}
        if method not in ("get", "head"):
            own["Idempotency-Key"] = f"program-{next(keys)}" if key is None else key
        call = getattr(self.client, method)
        return call(
            f"/api/v1/{path}", body, format="json", headers={k: v for k, v in (own | headers).items() if v}
        )

    def get(self, path: str, **headers: str) -> Any:
        """Return the answer of a request that must succeed."""
        response = self.send("get", path, **headers)
        assert response.status_code == 200, (path, response.content)
        return response.json()

    def post(self, path: str, body: Any = None, status: int = 200, **more: Any) -> Any:
        """Return the answer of a request that must have this status."""
        response = self.send("post", path, body or {}, **more)
        assert response.status_code == status, (path, response.content)
        return response.json() if response.content else None

    def change(self, path: str, body: Any, method: str = "patch", status: int = 200, read: str = "") -> Any:
        """Return the answer of a change of the object as it is now; `read` is where it is read."""
        etag = self.send("get", read or path)["ETag"]
        response = self.send(method, path, body, **{"If-Match": etag})
        assert response.status_code == status, (path, response.content)
        return response.json() if response.content else None
