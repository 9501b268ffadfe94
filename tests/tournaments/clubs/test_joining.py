"""A second director in a minute: invitations by link and code, opened, accepted, revoked, expired."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from config.logs import without_tokens
from scoring.not_possible import NotPossible
from tests.builders import a_club, a_user, an_event
from tests.tournaments.pictures import codes_in
from tests.tournaments.visitors import ada, signed_in, stranger, text_of
from tournaments.models import ClubChange, Invitation, Member, User
from tournaments.services.clubs.joining import (
    accept_invitation,
    invitation_token,
    invite_member,
    revoke_invitation,
)
from tournaments.services.clubs.members import change_role

pytestmark = pytest.mark.django_db

PASSWORD = "Hedewig sticht um neun"
SIGN_UP = "/accounts/signup/"


def invite(club, role="director", **more):
    return invite_member(club=club, role=role, by=a_user("ada"), **more)


def path_of(invitation):
    return f"/i/{invitation_token(invitation)}"


def opened(invitation, client=None):
    """Return a browser that opened the link."""
    client = client or stranger()
    assert client.get(path_of(invitation))["Location"] == "/invitation/"
    return client


def sign_up(client, name="berta"):
    form = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    return client.post(SIGN_UP, form)


def roles(club):
    return dict(club.members.order_by("pk").values_list("user__username", "role"))


# Ways in


def test_an_owner_makes_a_code_and_a_second_director_has_an_account_and_the_role():
    club = a_club()
    ada().post(f"/clubs/{club.slug}/invitations/", {"role": "director", "lasts": "good", "name": "Berta"})
    page = text_of(ada().get(f"/clubs/{club.slug}/invitations/"))
    (path,) = re.findall(r"http://testserver(/i/[\w-]+)", page)
    client = stranger()
    assert "You are invited to a role in this club: director." in text_of(client.get(path, follow=True))
    assert sign_up(client).status_code == 302
    assert roles(club) == {"ada": "owner", "berta": "director"}
    assert client.get(f"/clubs/{club.slug}/new-event/").status_code == 200


@pytest.mark.parametrize("lasts", ["good", "evening"])
def test_the_code_of_an_invitation_leads_the_one_who_scans_it_to_the_role(lasts):
    club = a_club()
    url = f"/clubs/{club.slug}/invitations/"
    ada().post(url, {"role": "director", "lasts": lasts, "name": "Berta"})
    page = text_of(ada().get(url))
    [code] = codes_in(page)
    assert code.startswith("http://testserver/i/") and f">{code}<" in page
    client = stranger()
    text = text_of(client.get(code.removeprefix("http://testserver"), follow=True))
    assert ("It ends 36 hours after you accept." in text) == (lasts == "evening")
    sign_up(client)
    assert roles(club)["berta"] == "director"
    assert (club.members.get(user__username="berta").ends_at is None) == (lasts == "good")


@pytest.mark.parametrize(("language", "label"), [("en", "E-mail (optional)"), ("de", "E-Mail (freiwillig)")])
def test_the_address_of_a_new_account_is_said_to_be_optional_once(language, label):
    page = opened(invite(a_club())).get(SIGN_UP, headers={"Accept-Language": language})
    (labels,) = re.findall(r'<label for="id_email"\s*>(.*?)</label>', text_of(page), re.DOTALL)
    assert " ".join(re.sub(r"<[^>]*>", " ", labels).split()) == label


def test_an_account_that_is_logged_in_accepts_with_a_button_and_looking_changes_nothing():
    club, client = a_club(), signed_in(a_user("berta"))
    opened(invite(club, "cashier"), client)
    assert "Accept as berta" in text_of(client.get("/invitation/"))
    assert roles(club) == {"ada": "owner"}
    assert client.post("/invitation/").status_code == 302
    assert roles(club)["berta"] == "cashier"


def test_a_person_who_logs_in_returns_to_the_invitation():
    a_user("berta")
    client = opened(invite(a_club()))
    assert "/accounts/login/?next=/invitation/" in text_of(client.get("/invitation/"))
    login = {"login": "berta", "password": "correct horse battery"}
    assert client.post("/accounts/login/?next=/invitation/", login)["Location"] == "/invitation/"
    assert "Accept as berta" in text_of(client.get("/invitation/"))


def test_without_an_invitation_nobody_signs_up():
    assert "New accounts need an invitation" in text_of(sign_up(stranger()))
    assert not User.objects.filter(username="berta").exists()


# One evening


def test_a_role_for_one_evening_ends_by_itself():
    event = an_event(is_published=False)
    client = opened(invite(event.club, is_for_one_evening=True))
    sign_up(client)
    board, settings = f"/events/{event.slug}/organise/", f"/events/{event.slug}/organise/settings/"
    assert [client.get(url).status_code for url in (board, settings)] == [200, 200]
    Member.objects.filter(user__username="berta").update(ends_at=timezone.now())
    urls = (board, settings, f"/clubs/{event.club.slug}/new-event/", f"/events/{event.slug}/")
    assert [client.get(url).status_code for url in urls] == [404, 404, 404, 404]


def test_nobody_owns_a_club_for_one_evening():
    with pytest.raises(NotPossible, match="for good"):
        invite(a_club(), "owner", is_for_one_evening=True)
    Member.objects.update(role="owner")
    url = f"/clubs/{Member.objects.get().club.slug}/invitations/"
    refused = ada().post(url, {"role": "owner", "lasts": "evening", "name": "Berta"})
    assert refused.status_code == 422 and "Berta" in text_of(refused) and not Invitation.objects.exists()


def test_a_member_made_an_owner_is_one_for_good_and_an_evening_becomes_a_role_for_good():
    club = a_club()
    for name in ("berta", "carl"):
        sign_up(opened(invite(club, is_for_one_evening=True)), name)
    change_role(member=club.members.get(user__username="berta"), role="owner")
    ada().post(f"/clubs/{club.slug}/members/", {"username": "carl", "role": "scorer"})
    assert not club.members.exclude(ends_at=None).exists()
    assert roles(club) == {"ada": "owner", "berta": "owner", "carl": "scorer"}


# Each end has its sentence


def used(invitation):
    sign_up(opened(invitation), "carl")


def revoked(invitation):
    revoke_invitation(invitation=invitation, by=a_user("ada"))


def expired(invitation):
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))


def club_gone(invitation):
    invitation.club.delete()


def another_key(invitation):
    Invitation.objects.update(key_fingerprint="another")


ENDS = [
    (used, "was accepted before; it works once."),
    (revoked, "was revoked by an owner"),
    (expired, "expired: it could be accepted until"),
    (club_gone, "its club no longer exists"),
    (another_key, "its link is incomplete"),
]


@pytest.mark.parametrize(("end", "sentence"), ENDS, ids=[end.__name__ for end, _ in ENDS])
def test_an_invitation_that_ended_says_why_and_gives_nothing(end, sentence):
    invitation = invite(a_club())
    waiting = opened(invitation)
    end(invitation)
    for answer in (stranger().get(path_of(invitation)), waiting.get("/invitation/")):
        assert answer.status_code == 404 and sentence in text_of(answer)
    assert "New accounts need an invitation" in text_of(sign_up(waiting))
    assert not User.objects.filter(username="berta").exists()


def test_an_invitation_that_ends_while_the_password_is_hashed_makes_no_account():
    invitation = invite(a_club())
    client, ends = opened(invitation), []

    def end(execute, sql, *more):
        if sql.startswith('INSERT INTO "tournaments_user"'):
            ends.append(revoked(invitation))
        return execute(sql, *more)

    with connection.execute_wrapper(end):
        assert sign_up(client)["Location"] == "/invitation/"
    assert len(ends) == 1
    assert not User.objects.filter(username="berta").exists()


def test_two_accounts_with_one_link_and_the_second_is_told():
    invitation = invite(a_club())
    accept_invitation(token_digest=invitation.token_digest, user=a_user("berta"))
    with pytest.raises(NotPossible, match="works once"):
        accept_invitation(token_digest=invitation.token_digest, user=a_user("carl"))
    assert roles(invitation.club) == {"ada": "owner", "berta": "director"}


def test_a_member_does_not_use_an_invitation_up():
    club = a_club()
    invitation = invite(club, "scorer")
    client = opened(invitation, ada())
    answer = client.post("/invitation/")
    assert answer.status_code == 409 and "already has a role in" in text_of(answer)
    sign_up(opened(invitation))
    assert roles(club) == {"ada": "owner", "berta": "scorer"}


@pytest.mark.parametrize("again_for_one_evening", [True, False])
def test_a_helper_of_one_evening_accepts_another_invitation(again_for_one_evening):
    club, berta = a_club(), a_user("berta")
    first = invite(club, "scorer", is_for_one_evening=True)
    accept_invitation(token_digest=first.token_digest, user=berta)
    second = invite(club, "referee", is_for_one_evening=again_for_one_evening)
    member = accept_invitation(token_digest=second.token_digest, user=berta)
    assert roles(club) == {"ada": "owner", "berta": "referee"}
    assert (member.ends_at is not None) == again_for_one_evening


def test_opening_it_again_leads_the_one_who_accepted_it_to_the_club():
    invitation = invite(a_club())
    client = opened(invitation)
    sign_up(client)
    assert client.get(path_of(invitation))["Location"] == f"/clubs/{invitation.club.slug}/"


# Owners


def test_an_owner_revokes_in_the_page_and_reads_what_became_of_each():
    club = a_club()
    first, second = invite(club, name="Berta"), invite(club, name="Carl")
    used(first)
    url = f"/clubs/{club.slug}/invitations/{second.pk}/revoke/"
    assert ada().post(url).status_code == 302
    assert ada().post(url).status_code == 409
    page = text_of(ada().get(f"/clubs/{club.slug}/invitations/"))
    assert "accepted by carl" in page and "No open invitations." in page
    assert path_of(first) not in page
    kinds = list(ClubChange.objects.order_by("pk").values_list("kind", "author__username"))
    assert kinds == [("invited", "ada"), ("invited", "ada"), ("joined", "carl"), ("uninvited", "ada")]


def test_the_invitations_of_an_owner_end_with_the_ownership():
    club = a_club()
    berta = Member.objects.create(club=club, user=a_user("berta"), role="owner")
    invitation = invite_member(club=club, role="owner", by=berta.user)
    change_role(member=berta, role="scorer")
    assert "was revoked" in text_of(stranger().get(path_of(invitation)))


# Secrets


def test_no_log_line_and_no_row_has_the_token():
    invitation = invite(a_club())
    token = invitation_token(invitation)
    assert without_tokens(f'GET "/i/{token}" from /i/{token}') == 'GET "/i/-" from /i/-'
    assert token not in str(list(Invitation.objects.values())) + str(list(ClubChange.objects.values()))


def test_an_invitation_with_the_number_of_one_lost_with_a_backup_has_another_token():
    first = invite(a_club())
    assert invitation_token(Invitation(pk=first.pk)) != invitation_token(first)


def test_the_link_leaves_the_address_bar_and_no_referrer():
    answer = stranger().get(path_of(invite(a_club())))
    assert answer["Referrer-Policy"] == "no-referrer" and "no-store" in answer["Cache-Control"]
