"""Personal tokens: made once, shown once, found nowhere; what they open, and how they end."""

import io
import json
import logging
import re
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from config.logs import JsonFormatter, LineFormatter
from scoring.not_possible import NotPossible
from tests.builders import a_club, a_user, an_event
from tests.tournaments.visitors import ada, dov, signed_in, text_of
from tournaments.api.http.personal_tokens import TokenPace
from tournaments.models import AccountChangeKind, Member, PersonalToken, Role
from tournaments.selectors.clubs.tokens import open_tokens
from tournaments.services.clubs.accounts import set_password
from tournaments.services.clubs.tokens import MOST_TOKENS, create_token, revoke_token
from tournaments.serving.sign_in import Adapter

pytestmark = pytest.mark.django_db

TOKENS, CLUBS = "/account/tokens/", "/api/v1/clubs/"
SECRET = re.compile(r"sti_[A-Za-z0-9]{40}")


def a_token(*scopes, name="scoreboard", user="ada", **more):
    return create_token(user=a_user(user), name=name, scopes=scopes or ("read",), **more)


def ask(secret, method="get", path=CLUBS, **more):
    client = APIClient(raise_request_exception=False)
    headers = {"Authorization": f"Bearer {secret}"} if secret else {}
    return getattr(client, method)(path, headers={**headers, **more})


# What a token opens


def test_a_token_shows_the_clubs_of_its_person_with_their_roles():
    club = a_club()
    Member.objects.create(club=a_club("dov", "Kartenfreunde"), user=a_user("ada"), role=Role.SCORER)
    answer = ask(a_token()[1])
    assert answer.json() == {
        "results": [
            {"slug": "kartenfreunde", "name": "Kartenfreunde", "role": "scorer"},
            {"slug": club.slug, "name": club.name, "role": "owner"},
        ],
        "next": None,
    }
    assert answer["Cache-Control"] == "private, no-store"


def test_long_lists_come_in_pages_that_follow_each_other():
    for number in range(5):
        a_club(name=f"Club {number}")
    secret, path, slugs = a_token()[1], f"{CLUBS}?limit=2", []
    while path:
        answer = ask(secret, path=path).json()
        slugs += [each["slug"] for each in answer["results"]]
        path = answer["next"]
    assert slugs == [f"club-{number}" for number in range(5)]


@pytest.mark.parametrize(
    ("query", "code"),
    [("limit=0", "bad_request"), ("limit=501", "bad_request"), ("limit=x", "bad_request"),
     ("cursor=x", "cursor_invalid")],
)  # fmt: skip
def test_a_page_that_cannot_be_is_a_problem(query, code):
    answer = ask(a_token()[1], path=f"{CLUBS}?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("get", "clubs/", 200), ("post", "clubs/", 201), ("post", "clubs/?x=1", 400),
     ("get", "clubs/away/", 404), ("put", "clubs/", 405), ("get", "events/", 200)],
)  # fmt: skip
def test_no_cache_keeps_what_a_token_is_answered(method, path, status):
    own = {"Authorization": f"Bearer {a_token('read', 'direct')[1]}"} | (
        {"Idempotency-Key": "1"} if status == 201 else {}
    )
    body = {"name": "Kartenfreunde"} if method == "post" else None
    answer = getattr(APIClient(), method)(f"/api/v1/{path}", body, format="json", headers=own)
    is_public = path == "events/"
    assert answer.status_code == status
    assert answer["Cache-Control"] == ("public, max-age=1" if is_public else "private, no-store")


# What opens nothing


def of_a_person_who_is_gone(token):
    token.user.is_active = False
    token.user.save()


ENDS = {
    "revoked": lambda token: revoke_token(token=token),
    "expired": lambda token: PersonalToken.objects.update(expires_at=timezone.now()),
    "account deactivated": of_a_person_who_is_gone,
    "account deleted": lambda token: token.user.delete(),
    "password set anew": lambda token: set_password(
        user=token.user, password="Hedewig sticht um neun", kind=AccountChangeKind.PASSWORD_SET
    ),
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_a_token_that_ended_is_refused(end):
    token, secret = a_token()
    assert ask(secret).status_code == 200
    end(token)
    refused = ask(secret)
    assert (refused.status_code, refused.json()["code"]) == (401, "token_invalid")
    assert refused["WWW-Authenticate"] == "Bearer" and refused["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("secret", ["sti_x", "x", "sti_" + "a" * 40, "sti_" + "ä" * 9000, "\udcff"])
def test_an_unknown_token_is_refused(secret):
    assert ask(secret.encode("utf-8", "replace").decode("latin-1")).json()["code"] == "token_invalid"


def test_a_token_ends_with_the_key_it_was_made_under_and_comes_back_with_it(settings):
    _, secret = a_token()
    old = settings.SECRET_KEY
    settings.SECRET_KEY = "another key"
    assert ask(secret).status_code == 401 and not open_tokens(a_user("ada"))
    settings.SECRET_KEY = old
    assert ask(secret).status_code == 200


def test_a_password_changed_on_the_page_ends_all_tokens():
    _, secret = a_token()
    Adapter().set_password(a_user("ada"), "quite another 7 password")
    assert ask(secret).status_code == 401


def test_no_token_is_asked_for_and_no_cookie_is_one():
    a_club()
    for answer in (ask(""), signed_in(a_user()).get(CLUBS)):
        told = answer.json()
        assert (answer.status_code, told["code"], answer["WWW-Authenticate"]) == (
            401, "token_missing", "Bearer",
        )  # fmt: skip
        assert told["detail"] == told["message"] and (told["type"], told["title"], told["status"]) == (
            "about:blank", "Unauthorized", 401,
        )  # fmt: skip


def test_a_missing_scope_is_named():
    answer = ask(a_token("write", "direct")[1])
    assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
    assert answer.json()["detail"] == "This token lacks the scope “read”."


def test_a_head_request_needs_the_scope_of_its_get():
    assert ask(a_token("write", "direct")[1], "head").status_code == 403
    assert ask(a_token("read")[1], "head").status_code == 200


def test_a_token_without_the_scope_to_read_sees_what_everybody_sees():
    hidden, shown = an_event(is_published=False), an_event(name="Shown")
    statuses = {
        scope: [
            ask(a_token(scope)[1], path=f"/api/v1/events/{each.slug}/").status_code
            for each in (hidden, shown)
        ]
        for scope in ("read", "write", "direct")
    }
    assert statuses == {"read": [200, 200], "write": [404, 200], "direct": [404, 200]}


def test_a_token_that_sends_too_much_is_told_when_to_come_back(monkeypatch):
    monkeypatch.setattr(TokenPace, "rate", "2/min")
    (_, one), (_, other) = a_token(), a_token()
    answer = [ask(one) for _ in range(3)][-1]
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")
    assert 0 < int(answer["Retry-After"]) <= 60 and ask(other).status_code == 200


def test_the_last_use_is_noted_to_the_minute():
    token, secret = a_token()
    ask(secret)
    token.refresh_from_db()
    first = token.last_used_at
    ask(secret)
    token.refresh_from_db()
    assert first and token.last_used_at == first
    PersonalToken.objects.update(last_used_at=first - timedelta(minutes=2))
    ask(secret)
    token.refresh_from_db()
    assert token.last_used_at > first


# Making one


REFUSED = [
    ({"name": " "}, "name_missing"), ({"name": "x" * 81}, "name_too_long"), ({"scopes": []}, "scope_unknown"),
    ({"scopes": ["read", "all"]}, "scope_unknown"), ({"days": 0}, "days_out_of_range"),
    ({"days": 367}, "days_out_of_range"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "code"), REFUSED)
def test_a_token_that_cannot_be_is_refused(changes, code):
    with pytest.raises(NotPossible) as refused:
        create_token(user=a_user(), **{"name": "scoreboard", "scopes": ["read"], **changes})
    assert refused.value.code == code and not PersonalToken.objects.exists()


def test_an_account_has_only_so_many_tokens_at_once():
    tokens = [a_token()[0] for _ in range(MOST_TOKENS)]
    with pytest.raises(NotPossible) as refused:
        a_token()
    assert refused.value.code == "too_many_tokens"
    revoke_token(token=tokens[0])
    assert a_token()[0].pk


def test_the_page_shows_a_new_token_once_and_revokes_it():
    visitor = ada()
    page = text_of(visitor.post(TOKENS, {"name": "Excel", "scopes": ["read", "write"], "days": "30"}))
    (secret,) = set(SECRET.findall(page))
    assert ask(secret).status_code == 200
    page = text_of(visitor.get(TOKENS))
    assert "Excel" in page and "read, write" in page and secret[:8] in page and not SECRET.search(page)
    token = PersonalToken.objects.get()
    assert dov().post(f"{TOKENS}{token.pk}/revoke/").status_code == 404
    assert "is revoked" in text_of(visitor.post(f"{TOKENS}{token.pk}/revoke/", follow=True))
    assert ask(secret).status_code == 401 and "Ended tokens" in text_of(visitor.get(TOKENS))


@pytest.mark.parametrize("wrong", [{"name": ""}, {"scopes": []}, {"days": "400"}, {"days": "x"}])
def test_a_refused_form_keeps_what_was_typed(wrong):
    refused = ada().post(TOKENS, {"name": "Excel", "scopes": ["write"], "days": "30", **wrong})
    assert refused.status_code == 422 and not PersonalToken.objects.exists()
    assert wrong.get("name") == "" or 'value="Excel"' in text_of(refused)


def test_the_command_prints_a_token(capsys):
    a_club()
    more = ("--name", "cron", "--scopes", "read,direct", "--days", "7", "--format", "json")
    call_command("create_token", "ada", *more)
    output = json.loads(capsys.readouterr().out)
    assert (output["name"], output["scopes"]) == ("cron", ["read", "direct"]) and SECRET.fullmatch(
        output["token"]
    )
    assert ask(output["token"]).status_code == 200
    call_command("create_token", "ada", "--name", "cron", "--scopes", "read")
    assert SECRET.fullmatch(capsys.readouterr().out.strip())


@pytest.mark.parametrize("arguments", [("nobody", "--scopes", "read"), ("ada", "--scopes", "all")])
def test_the_command_refuses_with_a_sentence(arguments):
    a_user()
    with pytest.raises(CommandError, match=r"no account|one or more of these scopes"):
        call_command("create_token", *arguments, "--name", "cron")


# Found nowhere


def test_no_row_of_the_database_holds_a_token():
    _, secret = a_token()
    ask(secret)
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            assert secret not in str(cursor.fetchall()), table


@pytest.mark.parametrize("formatter", [LineFormatter("%(message)s"), JsonFormatter()])
def test_no_line_of_the_log_holds_a_token(formatter):
    _, secret = a_token()
    lines, root = io.StringIO(), logging.getLogger()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(formatter)
    root.addHandler(handler)
    try:
        ask(secret, path=f"/api/v1/clubs/?token={secret}", **{"X-Forwarded-Host": secret})
        ask(secret, path=f"/{secret}/nothing/")
        logging.getLogger("django.request").error("failed: Authorization: Bearer %s", secret)
    finally:
        root.removeHandler(handler)
    assert "sti_-" in lines.getvalue() and secret not in lines.getvalue()
