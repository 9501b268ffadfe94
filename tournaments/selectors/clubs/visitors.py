"""Who the program knows, by what their requests show: a session, a helper's link, a personal token."""

from collections.abc import Sequence

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone

from server.visitors import LINK, SESSION, TOKEN
from tournaments.selectors.clubs.permissions import helper_links
from tournaments.selectors.clubs.tokens import valid_tokens
from tournaments.storage.link_keys import digest_of

Shown = tuple[str, str]  # kind and value


def known_visitors(shown: Sequence[Sequence[str]]) -> list[Shown]:
    """Return those of these pairs of kind and value that somebody got from the program; three queries."""
    values = {kind: [value for each, value in shown if each == kind] for kind in (SESSION, LINK, TOKEN)}
    sessions = Session.objects.filter(session_key__in=values[SESSION], expire_date__gt=timezone.now())
    signed_in = [each.session_key for each in sessions if SESSION_KEY in each.get_decoded()]
    links = {each.token_digest for each in helper_links(values[LINK])} if values[LINK] else set()
    tokens = {each.token_digest for each in valid_tokens(values[TOKEN])} if values[TOKEN] else set()
    return [
        *((SESSION, key) for key in signed_in),
        *((LINK, value) for value in values[LINK] if digest_of(value) in links),
        *((TOKEN, value) for value in values[TOKEN] if digest_of(value) in tokens),
    ]
