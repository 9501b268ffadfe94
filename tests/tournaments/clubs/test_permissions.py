"""Who may see and keep what, asked of the selectors: helpers of another event, owners of every club."""

import pytest
from django.contrib.auth.models import AnonymousUser

from scoring.not_possible import NotPossible
from tests.builders import a_club, a_user, an_event
from tournaments.models import Role
from tournaments.selectors.clubs.permissions import Actor, get_public_event, may_back_up
from tournaments.services.clubs.joining import invite_helper
from tournaments.services.clubs.tokens import MOST_DAYS, create_token

pytestmark = pytest.mark.django_db


def test_a_helper_sees_the_unpublished_event_at_which_they_help_and_no_other_of_the_club():
    here = an_event(is_published=False)
    elsewhere = an_event(club=here.club, name="Elsewhere", is_published=False)
    helper = Actor(AnonymousUser(), invite_helper(event=here, role=Role.SCORER))
    assert get_public_event(helper, here.slug) == here
    assert get_public_event(helper, elsewhere.slug) is None


@pytest.mark.parametrize("is_open", [False, True])
def test_an_owner_of_every_club_keeps_all_data_unless_strangers_may_found_clubs(is_open, settings):
    settings.SIGN_UP_IS_OPEN = is_open
    a_club()
    assert may_back_up(a_user()) == (not is_open)


def test_a_token_lasts_from_a_day_to_a_year_and_a_day():
    for days in (1, MOST_DAYS):
        create_token(user=a_user(), name="Scoreboard", scopes=["read"], days=days)
    for days in (0, MOST_DAYS + 1):
        with pytest.raises(NotPossible, match="lasts 1 to 366 days"):
            create_token(user=a_user(), name="Scoreboard", scopes=["read"], days=days)
