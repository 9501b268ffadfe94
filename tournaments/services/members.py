"""Who may do what in a club, for ever and not for one evening: accounts and their roles."""

from django.db import transaction
from django.utils.translation import gettext

from tournaments.errors import NotPossible
from tournaments.models import Club, Member, Role, User


@transaction.atomic
def add_member(*, club: Club, username: str, role: str) -> Member:
    """Let an account in with a role.

    Raises NotPossible: `account_unknown`, `member_twice`, `role_unknown`.
    """
    refuse_role(role)
    user = User.objects.filter(username__iexact=username.strip()).first()
    if user is None:
        message = gettext(
            "Nobody here signs in as “%(name)s”. Ask for the name as it stands on top of pages."
        )
        raise NotPossible("account_unknown", message % {"name": username.strip()})
    member, is_new = Member.objects.get_or_create(club=club, user=user, defaults={"role": role})
    if not is_new:
        message = gettext("%(name)s is a member already. Change the role in the list instead.")
        raise NotPossible("member_twice", message % {"name": user.username})
    return member


@transaction.atomic
def change_role(*, member: Member, role: str) -> Member:
    """Another role. Raises NotPossible: `role_unknown`, `last_owner`."""
    refuse_role(role)
    if role != Role.OWNER:
        refuse_last_owner(member)
    member.role = role
    member.save(update_fields=["role"])
    return member


@transaction.atomic
def remove_member(*, member: Member) -> None:
    """Out of the club; the account stays. Raises NotPossible (`last_owner`)."""
    refuse_last_owner(member)
    member.delete()


def refuse_role(role: str) -> None:
    """Raises NotPossible (`role_unknown`)."""
    if role not in Role.values:
        raise NotPossible("role_unknown", gettext("Choose one of the roles in the list."))


def refuse_last_owner(member: Member) -> None:
    """Raises NotPossible (`last_owner`): somebody must be able to manage the club."""
    owners = Member.objects.select_for_update().filter(club=member.club, role=Role.OWNER)
    if [owner.pk for owner in owners] == [member.pk]:
        message = gettext("%(name)s is the only owner. Make somebody else an owner first.")
        raise NotPossible("last_owner", message % {"name": member.user.username})
