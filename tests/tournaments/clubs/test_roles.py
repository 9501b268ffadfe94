"""Permissions: members with roles, helpers with a link, all others."""

from itertools import product

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import resolve

from tests.builders import a_club, a_round, a_user, an_event
from tests.sweeps import sweep
from tests.tournaments.visitors import ada, stranger, text_of, undraw
from tournaments.models import Event, HelperLink, Member, Role
from tournaments.selectors.clubs.permissions import (
    RIGHTS,
    Actor,
    get_helper_link,
    get_helper_link_at,
    get_public_event,
    rights_at,
)
from tournaments.services.clubs.joining import helper_token, invite_helper, revoke_helper
from tournaments.services.events.lifecycle import close_event
from tournaments.services.rounds.lifecycle import close_round
from tournaments.views.pages.permissions import COOKIES_LOOKED_AT, HELPER_COOKIE, helper_of

pytestmark = pytest.mark.django_db

OWNER, DIRECTOR, REFEREE, SCORER, CASHIER, NOBODY = "owner", "director", "referee", "scorer", "cashier", ""
ALL = {OWNER, DIRECTOR, REFEREE, SCORER, CASHIER}
DIRECTS = {OWNER, DIRECTOR}
MATRIX = {
    "organise/": ALL,
    "organise/rounds/1/": ALL,
    "organise/rounds/2/": DIRECTS,
    "organise/rounds/1/cards/": DIRECTS | {REFEREE, SCORER},
    "organise/rounds/1/sheets/": DIRECTS | {REFEREE, SCORER},
    "organise/tables/{table}/type/": DIRECTS | {REFEREE, SCORER},
    "organise/paper/": DIRECTS | {REFEREE, SCORER},
    "organise/check-in/": DIRECTS | {CASHIER},
    "organise/check-in/live/": DIRECTS | {CASHIER},
    "organise/start-cards/": DIRECTS | {CASHIER},
    "organise/cash/": DIRECTS | {CASHIER},
    "organise/cash/sheet/": DIRECTS | {CASHIER},
    "organise/prizes/": DIRECTS,
    "organise/helpers/": DIRECTS,
    "organise/players/": DIRECTS,
    "organise/players/{entrant}/": DIRECTS,
    "organise/settings/": DIRECTS,
    "organise/copy/": DIRECTS,
    "organise/draw/": DIRECTS,
}


@pytest.fixture(scope="module")
def made(lasting):
    event = a_round().event
    a_round(event, is_open=False)
    return event


@pytest.fixture
def evening(made):
    """Return an event: round 1 is played, round 2 a draft."""
    return Event.objects.get(pk=made.pk)


def places(event):
    return {"table": event.rounds.get(number=1).tables.get().public_id, "entrant": event.entrants.first().pk}


def member(event, role):
    """Return an account of the club with only this role."""
    user = a_user(f"the {role or 'visitor'}")
    if role:
        Member.objects.create(club=event.club, user=user, role=role)
    client = stranger()
    client.force_login(user)
    return client


def helper(event, role):
    """Return a browser that used a link."""
    client = stranger()
    client.get(f"/h/{helper_token(invite_helper(event=event, role=role))}")
    return client


def statuses(client, event):
    urls = {more: f"/events/{event.slug}/{more.format(**places(event))}" for more in MATRIX}
    return {more: client.get(url).status_code for more, url in urls.items()}


def wanted(role):
    return {more: 200 if role in allowed else 404 for more, allowed in MATRIX.items()}


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("role", [OWNER, DIRECTOR, REFEREE, SCORER, CASHIER, NOBODY])
def test_a_member_opens_what_their_role_allows_and_nothing_else(role, evening):
    assert statuses(member(evening, role), evening) == wanted(role)


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("role", [REFEREE, SCORER, CASHIER])
def test_a_helper_opens_what_their_role_allows_without_an_account(role, evening):
    assert statuses(helper(evening, role), evening) == wanted(role)


@pytest.mark.parametrize("role", [REFEREE, SCORER, CASHIER])
def test_a_helper_is_offered_only_links_that_open(role, evening, monkeypatch):
    client, links = helper(evening, role), set()
    for more in ("", "rounds/1/", *(["check-in/", "cash/"] if role == CASHIER else [])):
        page = text_of(client.get(f"/events/{evening.slug}/organise/{more}"))
        links |= {part.split('"')[0] for part in page.split("<a ")[1:] for part in part.split('href="')[1:2]}
    undraw(monkeypatch)
    dead = [url for url in links if "/organise/" in url and client.get(url).status_code != 200]
    assert dead == []


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("more", ["draw-again/", "open/", "close/", "discard/"])
@pytest.mark.parametrize("role", [REFEREE, SCORER, CASHIER])
def test_a_helper_moves_no_round(role, more, evening):
    assert helper(evening, role).post(f"/events/{evening.slug}/organise/rounds/1/{more}").status_code == 404


def test_a_cashiers_tap_is_in_the_history_under_the_helpers_link():
    event = an_event()
    client = helper(event, Role.CASHIER)
    client.post(f"/events/{event.slug}/organise/check-in/add/", {"name": "Late"})
    entry = event.entries.order_by("-number").first()
    assert (entry.author_kind, entry.author_id) == ("helper", HelperLink.objects.get().pk)


def test_a_member_is_in_the_history_under_their_account_although_they_opened_a_link():
    event = an_event()
    director = helper(event, Role.CASHIER)
    director.force_login(a_user())
    director.post(f"/events/{event.slug}/organise/check-in/add/", {"name": "Late"})
    entry = event.entries.order_by("-number").first()
    assert (entry.author_kind, entry.author_id) == ("member", a_user().pk)


@pytest.mark.usefixtures("undrawn")
def test_no_cache_keeps_a_page_of_an_organiser(evening):
    director = member(evening, OWNER)
    urls = [f"/events/{evening.slug}/{more.format(**places(evening))}" for more in MATRIX]
    kept = [url for url in urls if "no-store" not in director.get(url).get("Cache-Control", "")]
    assert kept == []


@pytest.mark.parametrize("more", ["check-in/add/", "rounds/1/open/", "settings/"])
def test_a_form_without_a_login_is_not_sent_again_after_it(more, evening):
    answer = stranger().post(f"/events/{evening.slug}/organise/{more}", {"name": "Late"})
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=/")


@pytest.mark.usefixtures("undrawn")
def test_a_helper_of_another_event_is_nobody_here():
    ours, theirs = an_event(), an_event(name="Other")
    client = helper(theirs, Role.CASHIER)
    assert client.get(f"/events/{ours.slug}/organise/check-in/").status_code == 403
    assert client.get(f"/events/{theirs.slug}/organise/check-in/").status_code == 200


@pytest.mark.parametrize("extra", [0, 49, 20_000])
def test_a_helper_is_found_among_other_cookies_by_one_question(extra):
    event, other = an_event(), an_event(name="Other")
    token = helper_token(invite_helper(event=event, role=Role.CASHIER))
    theirs = helper_token(invite_helper(event=other, role=Role.CASHIER))
    cookies = {"helper_theirs": theirs, "helper_ours": token}
    cookies |= {f"helper_{number}": f"junk{number}" for number in range(extra)}
    request = request_with(cookies, event)
    with CaptureQueriesContext(connection) as asked:
        assert helper_of(request).event == event
    assert len(asked) == 1


def test_cookies_beyond_what_a_browser_gathers_are_not_looked_at():
    event = an_event()
    token = helper_token(invite_helper(event=event, role=Role.CASHIER))
    junk = {f"helper_{number}": f"junk{number}" for number in range(COOKIES_LOOKED_AT)}
    assert helper_of(request_with({**junk, "helper_ours": token}, event)) is None


def request_with(cookies, event):
    """Return a request for a page of the event by a browser with these cookies."""
    request = RequestFactory().get("/")
    request.COOKIES, request.resolver_match = cookies, resolve(f"/events/{event.slug}/organise/")
    return request


def test_a_revoked_helper_is_out_from_the_next_click_on():
    event = an_event()
    client = helper(event, Role.CASHIER)
    revoke_helper(link=HelperLink.objects.get())
    answer = client.get(f"/events/{event.slug}/organise/check-in/")
    assert answer.status_code == 403 and "This code no longer works" in text_of(answer)
    assert f'href="/accounts/login/?next=/events/{event.slug}/organise/check-in/"' in text_of(answer)
    ended = stranger().get(f"/h/{helper_token(HelperLink.objects.get())}")
    assert ended.status_code == 404 and "Ask the director for a new one." in ended.content.decode()


def test_the_cookie_of_a_helper_is_out_of_reach_of_scripts():
    event = an_event()
    link = invite_helper(event=event, role=Role.SCORER)
    answer = stranger().get(f"/h/{helper_token(link)}")
    cookie = answer.cookies[f"helper_{event.public_id}"]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    assert answer["Location"] == f"/events/{event.slug}/organise/"
    assert answer["Referrer-Policy"] == "no-referrer"


def test_a_director_hands_out_a_role_and_revokes_it_in_one_click():
    event = an_event()
    url = f"/events/{event.slug}/organise/helpers/"
    assert ada().post(url, {"role": "cashier", "name": "Ben"}).status_code == 302
    link = HelperLink.objects.get()
    page = text_of(ada().get(url))
    assert helper_token(link) in page and "<svg" in page and "Ben" in page
    ada().post(f"{url}{link.pk}/revoke/")
    assert helper_token(link) not in text_of(ada().get(url))
    assert ada().post(f"{url}{link.pk}/revoke/").status_code == 404


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("role", ["owner", "director", "king"])
def test_a_link_hands_out_no_more_than_a_helpers_role(role):
    event = an_event()
    assert ada().post(f"/events/{event.slug}/organise/helpers/", {"role": role}).status_code == 422


# The members of a club


def members_url(club, more=""):
    return f"/clubs/{club.slug}/members/{more}"


def roles(club):
    return dict(club.members.values_list("user__username", "role"))


def test_an_owner_adds_an_account_by_its_name():
    club = a_club()
    a_user("ben")
    assert ada().post(members_url(club), {"username": "BEN", "role": "scorer"}).status_code == 302
    assert roles(club) == {"ada": "owner", "ben": "scorer"}


@pytest.mark.parametrize(
    ("name", "sentence"), [("nobody", "There is no account"), ("ada", "already a member")]
)
def test_an_account_that_is_unknown_or_in_already_is_refused(name, sentence):
    refused = ada().post(members_url(a_club()), {"username": name, "role": "scorer"})
    assert refused.status_code == 422 and sentence in text_of(refused)


def test_a_role_is_changed_and_a_member_removed():
    club = a_club()
    ben = Member.objects.create(club=club, user=a_user("ben"), role="scorer")
    ada().post(members_url(club, f"{ben.pk}/"), {"role": "owner"})
    assert roles(club)["ben"] == "owner"
    ada().post(members_url(club, f"{ben.pk}/"), {"remove": "yes"})
    assert roles(club) == {"ada": "owner"}


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("sent", [{"role": "scorer"}, {"remove": "yes"}, {"role": "king"}])
def test_a_club_keeps_an_owner_and_roles_that_exist(sent):
    club = a_club()
    refused = ada().post(members_url(club, f"{club.members.get().pk}/"), sent)
    assert refused.status_code == 409 and roles(club) == {"ada": "owner"}


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("role", [DIRECTOR, REFEREE, SCORER, CASHIER, NOBODY])
def test_only_owners_manage_members(role):
    event = an_event()
    client = member(event, role)
    own = members_url(event.club, f"{event.club.members.first().pk}/")
    assert client.get(members_url(event.club)).status_code == 404
    assert client.post(own, {"remove": "yes"}).status_code == 404
    assert roles(event.club)["ada"] == "owner"


# A helper's view of an unpublished event


PUBLIC = ("", "live/", "wall/", "seats/", "charts/", "standings.csv", "tables/{table}/")


def looks(client, event):
    urls = [f"/events/{event.slug}/{more.format(**places(event))}" for more in PUBLIC]
    return {client.get(url).status_code for url in urls}


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("role", [REFEREE, SCORER, CASHIER])
def test_a_helper_sees_the_pages_of_their_unpublished_event(role):
    event = a_round(an_event(is_published=False)).event
    assert looks(helper(event, role), event) == {200}
    assert looks(stranger(), event) == {404}


@pytest.mark.usefixtures("undrawn")
def test_a_helper_of_another_event_sees_nothing_unpublished():
    event = a_round(an_event(is_published=False)).event
    assert looks(helper(an_event(name="Other"), Role.SCORER), event) == {404}


def test_a_helpers_link_opens_its_own_event_only():
    event, other = an_event(is_published=False), an_event(name="Other", is_published=False)
    actor = Actor(AnonymousUser(), invite_helper(event=event, role=Role.SCORER))
    assert get_public_event(actor, event.slug) == event
    assert get_public_event(actor, other.slug) is None


@pytest.mark.usefixtures("undrawn")
def test_a_revoked_helper_sees_nothing_unpublished():
    event = a_round(an_event(is_published=False)).event
    client = helper(event, Role.SCORER)
    revoke_helper(link=HelperLink.objects.get())
    assert looks(client, event) == {404}


@pytest.mark.usefixtures("undrawn")
def test_the_sheets_of_a_draft_are_not_for_helpers(evening):
    draft = evening.rounds.get(number=2).tables.get()
    url = f"/events/{evening.slug}/tables/{draft.public_id}/"
    assert helper(evening, Role.REFEREE).get(url).status_code == 404
    assert ada().get(url).status_code == 200


@pytest.mark.parametrize("role", [REFEREE, SCORER, CASHIER])
def test_a_helper_has_the_rights_of_their_role_at_their_own_event_only(role):
    club = a_club()
    event, tomorrow = (an_event(club=club, name=name) for name in ("Today", "Tomorrow"))
    actor = Actor(AnonymousUser(), invite_helper(event=event, role=Role(role)))
    assert (rights_at(actor, event), rights_at(actor, tomorrow)) == (RIGHTS[role], frozenset())


# The end of a helper's link


def end_event(link):
    close_event(event=link.event, is_closed=True)


def change_key(link):
    HelperLink.objects.filter(pk=link.pk).update(key_fingerprint="another")


ENDS = {
    "the event is closed": end_event,
    "revoked": lambda link: revoke_helper(link=link),
    "another key": change_key,
}
EACH_END = list(zip(ENDS, (REFEREE, SCORER, CASHIER), strict=True))


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("case", sweep(product(ENDS, (REFEREE, SCORER, CASHIER)), EACH_END), ids=", ".join)
def test_a_helpers_link_that_ended_opens_nothing_anywhere(case):
    end, role = case
    event = a_round(an_event(is_published=False)).event
    close_round(round=event.rounds.get(), even_if_incomplete=True)
    link = invite_helper(event=event, role=Role(role))
    token, before = helper_token(link), helper(event, role)
    assert looks(before, event) == {200}
    ENDS[end](link)
    HelperLink.objects.exclude(pk=link.pk).delete()
    before.cookies[f"{HELPER_COOKIE}{event.public_id}"] = token
    assert get_helper_link(token) is get_helper_link_at(event.slug, [token]) is None
    assert stranger().get(f"/h/{token}").status_code == 404
    assert looks(before, event) == {404}
    assert set(statuses(before, event).values()) == {403}
