"""Who a typed name means: one of the club's people, a new person, or somebody to ask about."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import Club, Player
from tournaments.selectors.clubs.register import people_of
from tournaments.wording.lists import in_a_list, in_brackets
from tournaments.wording.look_alikes import LookAlikes
from tournaments.wording.person_names import parts_of

NEW = "new"  # the answer that a name means another person than those with similar names
MOST_NAMED = 5  # people whom a name may mean


class Doubt(NamedTuple):
    """A name that may mean several people: those of the club, else a name typed before it."""

    name: str
    people: Sequence[Player]
    typed: str = ""


class Typed(NamedTuple):
    """A name that was typed, and the e-mail address beside it, which may be a known player's."""

    name: str
    email: str = ""


def persons_meant(club: Club, names: Sequence[Typed], choices: Mapping[str, str]) -> dict[str, Player]:
    """Return the club's player whom each name means; the other names are new people.

    `choices` has NEW or the ID of a player by name. Raises NotPossible: `player_doubtful`, with `doubts` for
    every name that may mean somebody else, and those people; `player_not_alike` for the ID of nobody with
    such a name.
    """
    people = people_of(club)
    meant: dict[str, Player] = {}
    doubts: list[Doubt] = []
    typed: LookAlikes[str] = LookAlikes()
    by_email: dict[str, str] = {}
    for name, email in names:
        choice, namesakes = choices.get(name, ""), people.called(name)
        others = people.like(name) or people.by_email.get(email, ())
        before = next(typed.like(name), "") or other_surname(by_email.get(email, ""), name)
        if choice not in ("", NEW):
            meant[name] = chosen_player(name, choice, (*namesakes, *others))
        elif choice != NEW and len(namesakes) == 1:
            meant[name] = namesakes[0]
        elif choice != NEW and (namesakes or others or before):
            doubts.append(Doubt(name, (namesakes or others)[:MOST_NAMED], before))
        typed.add(name, name)
        if email:
            by_email.setdefault(email, name)
    refuse_doubtful(doubts)
    return meant


def chosen_player(name: str, choice: str, players: Iterable[Player]) -> Player:
    """Return the player whose ID was chosen for a name. Raises NotPossible (`player_not_alike`)."""
    for each in players:
        if str(each.pk) == choice:
            return each
    message = gettext("Nobody of the club with the ID %(player)s has a name like %(name)s.")
    raise NotPossible("player_not_alike", message % {"player": choice[:20], "name": name})


def refuse_like_another(player: Player, typed: Typed) -> None:
    """Raise NotPossible (`player_doubtful`) if a new name may mean somebody whom the old did not."""
    people = people_of(player.club)
    known = {each.pk for each in (player, *people.called(player.name), *people.like(player.name))}
    alike = people.like(typed.name) or people.by_email.get(typed.email, ())
    others = [each for each in alike if each.pk not in known]
    refuse_doubtful([Doubt(typed.name, others[:MOST_NAMED])] if others else [])


def other_surname(name: str, beside: str) -> str:
    """Return a name with another surname than the one beside it, else ""; a family may share an address."""
    return name if name and parts_of(name).surname != parts_of(beside).surname else ""


def refuse_doubtful(doubts: Sequence[Doubt]) -> None:
    """Raise NotPossible (`player_doubtful`) with every doubt, if there is one."""
    if doubts:
        facts = [
            {
                "name": each.name,
                "players": [
                    {"id": one.pk, "name": one.name, "label": person_text(one)} for one in each.people
                ],
            }
            for each in doubts
        ]
        message = " ".join(map(doubt_text, doubts))
        raise NotPossible("player_doubtful", message, doubts=facts)


def doubt_text(doubt: Doubt) -> str:
    """Return the question behind a doubt."""
    known = in_a_list(map(person_text, doubt.people))
    if doubt.people and doubt.people[0].name == doubt.name:
        return gettext("The club has several players of this name: %(known)s. Say who it is.") % {
            "known": known
        }
    if doubt.people:
        message = gettext("The club knows %(known)s. Is %(name)s the same person, or another?")
        return message % {"known": known, "name": doubt.name}
    message = gettext("%(name)s and %(other)s: the same person, or two?")
    return message % {"name": doubt.name, "other": doubt.typed}


def person_text(player: Player) -> str:
    """Return a name with what tells namesakes apart: number and club."""
    number = gettext("No. %(number)s") % {"number": player.member_number} if player.member_number else ""
    facts = in_a_list(filter(None, (number, player.home_club)))
    return player.name + in_brackets(facts) if facts else player.name
