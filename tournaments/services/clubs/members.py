"""Club members: accounts and their permanent roles in a club."""

from django.db import transaction
from django.utils.translation import gettext

from scoring.refusals import NotPossible
from tournaments.models import Club, Member, Role, User


@transaction.atomic
def add_member(*, club: Club, username: str, role: str) -> Member:
    """Add an account to the club with a role.

    Raises NotPossible: `account_unknown`, `member_twice`, `role_unknown`.
    """
    refuse_role(role)
    user = User.objects.filter(username__iexact=username.strip()).first()
    if user is None:
        message = gettext(
            "There is no account “%(name)s”. Ask for the user name shown at the top of the pages."
        )
        raise NotPossible("account_unknown", message % {"name": username.strip()})
    member, is_new = Member.objects.get_or_create(club=club, user=user, defaults={"role": role})
    if not is_new:
        message = gettext("%(name)s is already a member. Change the role in the list instead.")
        raise NotPossible("member_twice", message % {"name": user.username})
    return member


@transaction.atomic
def change_role(*, member: Member, role: str) -> Member:
    """Change a member's role. Raises NotPossible: `role_unknown`, `last_owner`."""
    refuse_role(role)
    if role != Role.OWNER:
        refuse_last_owner(member)
    member.role = role
    member.save(update_fields=["role"])
    return member


@transaction.atomic
def remove_member(*, member: Member) -> None:
    """Remove a member from the club; the account stays. Raises NotPossible (`last_owner`)."""
    refuse_last_owner(member)
    member.delete()


def refuse_role(role: str) -> None:
    """Raises NotPossible (`role_unknown`) for a role that does not exist."""
    if role not in Role.values:
        raise NotPossible("role_unknown", gettext("Choose one of the roles in the list."))


def refuse_last_owner(member: Member) -> None:
    """Raises NotPossible (`last_owner`): every club keeps at least one owner who can manage it."""
    owners = Member.objects.select_for_update().filter(club=member.club, role=Role.OWNER)
    if [owner.pk for owner in owners] == [member.pk]:
        message = gettext("%(name)s is the only owner. Make another member an owner first.")
        raise NotPossible("last_owner", message % {"name": member.user.username})
