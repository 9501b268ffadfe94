"""Club members: accounts and their roles in a club, most of them for good."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import Club, ClubChangeKind, Invitation, Member, Role, User
from tournaments.services.history.club_history import append_club_entry, raise_club_revision


@transaction.atomic
def add_member(*, club: Club, username: str, role: str) -> Member:
    """Add an account to the club with a role for good; it replaces a role for one evening.

    Raises NotPossible: `account_unknown`, `member_twice`, `role_unknown`.
    """
    refuse_role(role)
    user = User.objects.filter(username__iexact=username.strip()).first()
    if user is None:
        message = gettext(
            "There is no account “%(name)s”. Ask for the user name shown at the top of the pages."
        )
        raise NotPossible("account_unknown", message % {"name": username.strip()})
    if club.members.filter(user=user, ends_at=None).exists():
        message = gettext("%(name)s is already a member. Change the role in the list instead.")
        raise NotPossible("member_twice", message % {"name": user.username})
    return give_role(club=club, user=user, role=role, ends_at=None)


def give_role(*, club: Club, user: User, role: str, ends_at: datetime | None) -> Member:
    """Give an account a role in the club until `ends_at`, or for good."""
    values = {"role": role, "ends_at": ends_at}
    return Member.objects.update_or_create(club=club, user=user, defaults=values)[0]


@transaction.atomic
def change_role(*, member: Member, role: str) -> Member:
    """Change a member's role; an owner is one for good. Raises NotPossible: `role_unknown`, `last_owner`."""
    refuse_role(role)
    if role == Role.OWNER:
        member.ends_at = None
    else:
        refuse_last_owner(member)
        revoke_invitations_of(member)
    member.role = role
    member.save(update_fields=["role", "ends_at"])
    return member


@transaction.atomic
def remove_member(*, member: Member) -> None:
    """Remove a member from the club; the account stays. Raises NotPossible (`last_owner`)."""
    refuse_last_owner(member)
    revoke_invitations_of(member)
    member.delete()


def revoke_invitations_of(member: Member) -> None:
    """Revoke the open invitations of a member who is no longer an owner."""
    made = Invitation.objects.filter(club=member.club, made_by=member.user)
    made.filter(used_at=None, revoked_at=None).update(revoked_at=timezone.now())


@transaction.atomic
def rename_club(*, club: Club, name: str, by: User) -> Club:
    """Rename a club; its address stays, so that links work. Raises NotPossible (`name_missing`)."""
    club, name = Club.objects.select_for_update().get(pk=club.pk), " ".join(name.split())
    if not name:
        raise NotPossible("name_missing", gettext("A club has a name."))
    if name != club.name:
        append_club_entry(club, ClubChangeKind.RENAMED, by=by, before=club.name, after=name)
        club.name = name
        club.save(update_fields=["name"])
        raise_club_revision(club.pk)
    return club


def refuse_role(role: str) -> None:
    """Raise NotPossible (`role_unknown`) for a role that does not exist."""
    if role not in Role.values:
        raise NotPossible("role_unknown", gettext("Choose one of the roles in the list."))


def refuse_last_owner(member: Member) -> None:
    """Raise NotPossible (`last_owner`): every club keeps at least one owner who can manage it."""
    owners = Member.objects.select_for_update().filter(club=member.club, role=Role.OWNER)
    if [owner.pk for owner in owners] == [member.pk]:
        message = gettext("%(name)s is the only owner. Make another member an owner first.")
        raise NotPossible("last_owner", message % {"name": member.user.username})
