"""An impossible fact is refused with one sentence: by services, in the admin, and by the database."""

import pytest
from django.core.exceptions import ValidationError
from django.db.models import CheckConstraint
from django.test import Client

from rules.reading import Refused
from scoring.not_possible import NotPossible
from tests.builders import a_club, a_round, a_user, an_event
from tournaments.models import Adjustment, Event, Player, Series, TableLink
from tournaments.services.events.lifecycle import change_event
from tournaments.services.series.lifecycle import list_player

pytestmark = pytest.mark.django_db

WRONG_FACTS = [
    ({"planned_rounds": 0}, "An event has 1 to 99 rounds; leave the number empty while it is open."),
    ({"round_minutes": 1441}, "A round has 1 to 1440 minutes; leave the number empty where none are set."),
    ({"places": 10_000}, "An event has 1 to 9999 places; leave the number empty where there is no limit."),
    ({"fee_cents": 10_000_001}, "A fee is 0 to 100,000 euros."),
    ({"language": "fr"}, "The wall and papers are in one of the languages on offer."),
    ({"confirms": "twice"}, "Results are confirmed never, deal by deal or sheet by sheet."),
    ({"missing_deals": "doubled"}, "Missing deals are left out or count as zero."),
    ({"leaver_rule": ""}, "A player who leaves early is not ranked, gets the lowest result or keeps theirs."),
]
WRONG_AGREEMENTS = [
    ({"deals_per_table": {"4": 0}}, "Deals per table are a number from 1 to 1000"),
    ({"prizes": {"prizes": "all"}}, "Prizes are a list of places"),
    ({"lost_deal_money": {"steps": 5}}, "Lost-deal money is a list of steps"),
    ({"policy": {"by": "age"}}, "Standings are ranked by"),
    ({"options": {"min_bid": "two"}}, "The option “Lowest bid” cannot be two."),
]


@pytest.mark.parametrize(("wrong", "sentence"), WRONG_FACTS)
def test_a_fact_out_of_range_is_refused_for_a_new_event_and_for_an_old_one(wrong, sentence):
    event, stored = an_event(), Event.objects.values()
    before = list(stored.all())
    for act in (lambda: an_event(club=event.club, **wrong), lambda: change(event, wrong)):
        with pytest.raises(NotPossible) as refused:
            act()
        assert (refused.value.code, refused.value.message) == ("fact_invalid", sentence)
    assert list(stored.all()) == before


@pytest.mark.parametrize(("wrong", "sentence"), WRONG_AGREEMENTS)
def test_an_agreement_that_does_not_read_is_refused_for_a_new_event_and_for_an_old_one(wrong, sentence):
    event, stored = an_event(), Event.objects.values()
    before = list(stored.all())
    for act in (lambda: an_event(club=event.club, **wrong), lambda: change(event, wrong)):
        with pytest.raises(Refused) as refused:
            act()
        assert str(refused.value.violations[0]).startswith(sentence)
    assert list(stored.all()) == before


def change(event, wrong):
    return change_event(event=Event.objects.get(pk=event.pk), **{"options": {}, **wrong})


@pytest.mark.parametrize("model", [Event, Adjustment, Series, Player, TableLink])
def test_every_guard_says_a_sentence_of_its_own(model):
    guards = [each for each in model._meta.constraints if isinstance(each, CheckConstraint)]
    sentences = [str(each.get_violation_error_message()) for each in guards]
    assert sentences and len(set(sentences)) == len(sentences)
    assert all(each.endswith(".") and "Constraint" not in each for each in sentences)


# The admin


@pytest.fixture
def admin():
    user = a_user("root")
    user.is_staff = user.is_superuser = True
    user.save()
    client = Client()
    client.force_login(user)
    return client


def sent_to_admin(admin, **changes):
    """Return the form errors for Ben as stored, with these changes."""
    player = Player.objects.get(name="Ben")
    data = {"club": player.club_id, "name": "Ben", "shown_as": "full", "categories": "[]"} | changes
    answer = admin.post(f"/admin/tournaments/player/{player.pk}/change/", data)
    return [] if answer.status_code == 302 else list(answer.context["errors"])


def test_the_admin_takes_categories_as_the_page_of_the_club_does(admin):
    a_round()
    assert sent_to_admin(admin, categories='["women ", "women"]') == []
    assert Player.objects.get(name="Ben").categories == ["women"]


@pytest.mark.parametrize("raw", ['{"women": 1}', '["x", 7]', '"women"', '["' + "x" * 31 + '"]'])
def test_the_admin_refuses_categories_that_do_not_read_in_the_sentence_of_the_service(admin, raw):
    a_round()
    (errors,) = sent_to_admin(admin, categories=raw)
    sentence = "A category has at most 30 characters" if "xx" in raw else "Categories must be a list of words"
    assert errors[0].startswith(sentence)
    assert Player.objects.get(name="Ben").categories == []


def test_a_category_that_is_too_long_is_refused_by_the_service_too():
    a_round()
    with pytest.raises(NotPossible, match="A category has at most 30 characters"):
        list_player(player=Player.objects.get(name="Ben"), categories=["x" * 31], is_guest=False)


def test_the_sentence_of_a_broken_guard_is_that_of_the_admin():
    player = Player(club=a_club(), name="Ben", shown_as="upside")
    with pytest.raises(ValidationError) as refused:
        player.validate_constraints()
    assert refused.value.messages == [
        "A player is shown by the full name, by a short one or by the start number."
    ]
