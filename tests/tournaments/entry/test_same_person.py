"""Wherever a person can be entered, a name like a known one asks: the same person, or another?"""

import pytest

from scoring.not_possible import NotPossible
from tests.builders import an_event
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import Player
from tournaments.services.entry.entrants import add_late, enter_players, rename_player, share_number
from tournaments.services.entry.persons import NEW
from tournaments.services.entry.registration import register
from tournaments.services.entry.teams import store_team

pytestmark = pytest.mark.django_db
TWINS = [
    "Jurgen Meier",
    "Juergen Meier",
    "JÜRGEN MEIER",
    "J. Meier",
    "Jürgen M.",
    "Meier, Jurgen",
    "Dr. Jürgen Meier",
]


def an_event_of_juergen(**facts):
    event = an_event()
    return event, Player.objects.create(club=event.club, name="Jürgen Meier", **facts)


def url_of(event, more):
    return f"/events/{event.slug}/organise/{more}"


def entered(event):
    return list(event.entrants.order_by("number").values_list("player__name", flat=True))


@pytest.mark.parametrize("typed", TWINS)
def test_a_name_like_a_known_one_asks_who_it_is(typed):
    event, juergen = an_event_of_juergen()
    with pytest.raises(NotPossible, match="The club knows Jürgen Meier") as refused:
        enter_players(event=event, names=[typed])
    assert refused.value.code == "player_doubtful" and entered(event) == []
    assert refused.value.details["doubts"][0]["players"][0]["id"] == juergen.pk


def test_the_answer_is_the_known_player_or_a_new_one():
    event, juergen = an_event_of_juergen()
    enter_players(event=event, names=["Jurgen Meier"], choices={"Jurgen Meier": str(juergen.pk)})
    enter_players(event=event, names=["J. Meier"], choices={"J. Meier": NEW})
    assert entered(event) == ["Jürgen Meier", "J. Meier"]


def test_an_answer_names_a_player_whom_the_name_may_mean():
    event, _ = an_event_of_juergen()
    other = Player.objects.create(club=event.club, name="Karl Ost")
    with pytest.raises(NotPossible) as refused:
        enter_players(event=event, names=["Jurgen Meier"], choices={"Jurgen Meier": str(other.pk)})
    assert refused.value.code == "player_not_alike"


def test_two_spellings_typed_at_once_ask():
    event = an_event()
    with pytest.raises(NotPossible, match="ANNA OST and Anna Ost: the same person, or two") as refused:
        enter_players(event=event, names=["Anna Ost", "ANNA OST"])
    assert [each["name"] for each in refused.value.details["doubts"]] == ["ANNA OST"]


def test_of_two_namesakes_of_the_club_somebody_says_which_one():
    event, juergen = an_event_of_juergen(member_number="12")
    other = Player.objects.create(club=event.club, name="Jürgen Meier", member_number="99")
    with pytest.raises(NotPossible, match=r"Jürgen Meier \(No. 12\), Jürgen Meier \(No. 99\)"):
        enter_players(event=event, names=["Jürgen Meier"])
    for player in (other, juergen):
        enter_players(event=event, names=["Jürgen Meier"], choices={"Jürgen Meier": str(player.pk)})
    assert [each.player for each in event.entrants.order_by("number")] == [other, juergen]


@pytest.mark.parametrize("page", ["players/add/", "check-in/add/"])
def test_a_page_asks_and_takes_the_answer_for_the_name_it_asked_about(page):
    event, juergen = an_event_of_juergen()
    director, url = ada(), url_of(event, page)
    asked = director.post(url, {"name": "Jurgen Meier"})
    assert asked.status_code == 422 and "another person" in text_of(asked)
    assert f'value="{juergen.pk}"' in text_of(asked) and 'name="asked" value="Jurgen Meier"' in text_of(asked)
    answer = {"asked": "Jurgen Meier", "who": str(juergen.pk)}
    assert director.post(url, {"name": "J. Meier", **answer}).status_code == 422
    assert director.post(url, {"name": "Jurgen Meier", **answer}).status_code == 302
    assert entered(event) == ["Jürgen Meier"]


def test_a_second_player_under_a_start_number_is_asked_about():
    event, juergen = an_event_of_juergen()
    (karl,) = enter_players(event=event, names=["Karl Ost"])
    url, director = url_of(event, f"players/{karl.pk}/share/"), ada()
    asked = director.post(url, {"name": "Jurgen Meier"})
    assert asked.status_code == 422 and "The club knows Jürgen Meier" in text_of(asked)
    director.post(url, {"name": "Jurgen Meier", "asked": "Jurgen Meier", "who": str(juergen.pk)})
    karl.refresh_from_db()
    assert karl.partner == juergen


@pytest.mark.parametrize("enter", [enter_players, store_team, add_late])
def test_one_name_twice_is_refused_though_it_is_said_who_it_is(enter):
    event, juergen = an_event_of_juergen(member_number="12")
    Player.objects.create(club=event.club, name="Jürgen Meier", member_number="99")
    with pytest.raises(NotPossible, match="entered twice: Jürgen Meier") as refused:
        enter(event=event, names=2 * ["Jürgen Meier"], choices={"Jürgen Meier": str(juergen.pk)})
    assert refused.value.code == "player_twice" and entered(event) == []


def test_a_new_name_like_another_persons_asks_and_takes_each_answer():
    event, juergen = an_event_of_juergen()
    (karl,) = enter_players(event=event, names=["Karl Ost"])
    url, director = url_of(event, f"players/{karl.pk}/"), ada()
    asked = director.post(url, {"name": "Jurgen Meier", "team": "Holm"})
    assert asked.status_code == 422 and "Is Jurgen Meier the same person" in text_of(asked)
    answer = {"name": "Jurgen Meier", "asked": "Jurgen Meier", "team": "Holm"}
    same = director.post(url, {**answer, "who": str(juergen.pk)})
    assert same["Location"] == f"/clubs/{event.club.slug}/players/{juergen.pk}/merge/?other={karl.player_id}"
    assert entered(event) == ["Karl Ost"]
    assert director.post(url, {**answer, "who": "new"}).status_code == 302
    assert entered(event) == ["Jurgen Meier"]
    assert director.post(url, {"name": "J. Meier"}).status_code == 302, "it was like that name before"


@pytest.mark.parametrize("typed", [*TWINS, "Karla Lang <juergen@example.org>"])
def test_a_program_is_asked_about_a_new_name_and_says_that_it_is_another_person(typed):
    event, juergen = an_event_of_juergen(email="juergen@example.org")
    (karl,) = enter_players(event=event, names=["Karl Ost"])
    with pytest.raises(NotPossible) as refused:
        rename_player(entrant=karl, name=typed)
    assert refused.value.code == "player_doubtful"
    assert refused.value.details["doubts"][0]["players"][0]["id"] == juergen.pk
    assert rename_player(entrant=karl, name=typed, is_new=True).pk == karl.player_id


def test_a_pasted_list_is_shown_where_a_name_is_like_a_known_one():
    event, _ = an_event_of_juergen()
    page = ada().post(url_of(event, "players/paste/"), {"names": "1. Karl Ost\n2. J. Meier"}, follow=True)
    assert "The club knows Jürgen Meier" in text_of(page) and entered(event) == []


def test_numbers_bullets_and_telephone_numbers_are_no_part_of_a_name():
    event = an_event()
    lines = "1. Karl\n2) Erna\n- Gisela\n• Otto Ost 0171 1234567\nHeinz Helm (04121/12345)"
    ada().post(url_of(event, "players/paste/"), {"names": lines})
    assert entered(event) == ["Karl", "Erna", "Gisela", "Otto Ost", "Heinz Helm"]


@pytest.mark.parametrize("typed", ["0171 1234567", "karl@example.org"])
def test_an_address_of_a_person_is_no_name(typed):
    (karl,) = enter_players(event=an_event(), names=["Karl Ost"])
    for act in (
        lambda: enter_players(event=karl.event, names=[typed]),
        lambda: rename_player(entrant=karl, name=typed),
        lambda: share_number(entrant=karl, name=typed),
    ):
        with pytest.raises(NotPossible, match="is no name") as refused:
            act()
        assert refused.value.code == "name_missing"


@pytest.mark.parametrize("typed", ["Karla Lang <Juergen@example.org>", "juergen@example.org, Karla Lang"])
def test_a_known_address_beside_another_surname_asks(typed):
    event, juergen = an_event_of_juergen(email="juergen@Example.org")
    (karl,) = enter_players(event=event, names=["Karl Ost"])
    for act in (
        lambda **answer: enter_players(event=event, names=[typed], **answer),
        lambda **answer: share_number(entrant=karl, name=typed, **answer),
        lambda **answer: add_late(event=event, names=[typed], **answer),
        lambda **answer: store_team(event=event, names=[typed, "Erna Kiel"], **answer),
    ):
        with pytest.raises(NotPossible, match="Is Karla Lang the same person") as refused:
            act()
        assert refused.value.details["doubts"][0]["players"][0]["id"] == juergen.pk
    enter_players(event=event, names=[typed], choices={typed: str(juergen.pk)})
    share_number(entrant=karl, name=typed, choice=NEW)
    assert karl.partner.name == "Karla Lang" and entered(event) == ["Karl Ost", "Jürgen Meier"]


def test_two_surnames_with_one_address_typed_at_once_ask():
    names = ["Karla Lang <k@example.org>", "Karla Kurz <K@example.org>", "Otto Lang <k@example.org>"]
    with pytest.raises(NotPossible, match="Karla Kurz and Karla Lang: the same person, or two") as refused:
        enter_players(event=an_event(), names=names)
    assert [each["name"] for each in refused.value.details["doubts"]] == ["Karla Kurz"]


def test_characters_that_nobody_sees_make_no_second_player():
    event, _ = an_event_of_juergen()
    enter_players(event=event, names=["\u202eJürgen\u200b Meier\u202c"])
    assert entered(event) == ["Jürgen Meier"] and Player.objects.count() == 1
    with pytest.raises(NotPossible) as refused:
        enter_players(event=event, names=["Jürgen\u00ad Meier"])
    assert refused.value.code == "player_twice"


# Registration by strangers


def registered(event, **sent):
    return stranger().post(f"/events/{event.slug}/register/", sent)


def test_registering_tells_a_stranger_nothing_about_others():
    event, _ = an_event_of_juergen()
    event.is_registration_open = True
    event.save()
    register(event=event, name="Erna Ost", partner="Otto Ost")
    for name in ("Erna Ost", "erna ost", "Otto Ost", "Jurgen Meier", "Jürgen Meier", "Nobody Known"):
        answer = registered(event, name=name)
        assert (answer.status_code, answer.content) == (302, b""), name
    assert registered(event, name="Anna", partner="Erna Ost").status_code == 302
    assert event.entrants.count() == 8
    assert event.entrants.filter(player__name="Jürgen Meier").count() == 1


def test_the_director_sees_who_may_be_registered_twice():
    event, juergen = an_event_of_juergen()
    event.is_registration_open = True
    event.save()
    for name in ("Erna Ost", "ERNA OST", "Jurgen Meier", "Karl Kiel"):
        registered(event, name=name)
    page = text_of(ada().get(url_of(event, "players/")))
    assert "Jurgen Meier (3) registered; the club knows Jürgen Meier." in page
    assert (
        "ERNA OST (2) registered; the club knows Erna Ost." in page and "Karl Kiel (4) registered" not in page
    )
    new = event.entrants.get(number=3).player
    assert f"/clubs/{event.club.slug}/players/{juergen.pk}/merge/?other={new.pk}" in page


@pytest.mark.parametrize("mates", ["", "Otto Ost\nKarla Lang <Juergen@example.org>"])
def test_the_director_sees_who_registered_with_the_address_of_another(mates):
    event, _ = an_event_of_juergen(email="juergen@Example.org")
    if mates:
        event.competitions.create(number=1, name="Pairs", rule={"unit": "team"})
    event.is_registration_open = True
    event.save()
    name = "Erna Ost <erna@example.org>" if mates else "Karla Lang, juergen@example.org"
    assert registered(event, name=name, mates=mates).status_code == 302
    if not mates:
        registered(event, name="Karl Kiel", partner="Erna Ost <erna@example.org>")
    page = text_of(ada().get(url_of(event, "players/")))
    assert page.count("registered; the club knows Jürgen Meier.") == 1
    assert "Karla Lang (" in page.split(" registered; the club knows")[0]
    assert not Player.objects.filter(email__startswith="erna").exists()


def test_a_browser_that_registers_one_name_twice_is_shown_its_registration():
    event = an_event(is_registration_open=True)
    visitor = stranger()
    first, second = (
        visitor.post(f"/events/{event.slug}/register/", {"name": name}) for name in ("Erna Ost", "Erna  Ost")
    )
    assert first["Location"] == second["Location"] and event.entrants.count() == 1
