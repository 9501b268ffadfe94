"""The competitions of an event: their cards, and the rows of each.

Teams and the categories of players have a card that nobody stored. Events of earlier versions
rank those two by the rules of then (`tournaments/selectors/competitions/shown.py`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext

from scoring.competitions import requests
from scoring.competitions.json_answers import explained_rows
from scoring.competitions.ranking import ranked
from scoring.competitions.requests import (
    GAME,
    TEAM,
    Leaver,
    Lists,
    Request,
    Selection,
    Team,
    Way,
)
from scoring.sheet.tallies import DEALS_WON, POINTS, PartResult, has_declarer
from scoring.standings.competition_rules import Rule, Who, read_rule
from scoring.standings.policy import read_policy
from scoring.standings.standings import request_of as request_of_results
from tournaments.models import Admission, Competition, Entrant, Event, Player
from tournaments.selectors.competitions.teams import TeamSeen, size_for, size_in, sizes_of, teams_of
from tournaments.selectors.sheets.agreements import game_of, options_of
from tournaments.selectors.standings.ranking_rules import lot_digest, method_of, public_lot_seed
from tournaments.selectors.standings.results import adjustments_of, load_results, ranked_entrants
from tournaments.wording.competitions import TEAMS

CATEGORY = "category:"  # the beginning of the key of a category's card that nobody stored


@dataclass(frozen=True, slots=True)
class Card:
    """A competition as it is shown: key, name (none for that of all teams), rule, what the club stored."""

    key: str
    name: str
    rule: Mapping[str, Any]
    stored: Competition | None = None

    @property
    def unit(self) -> str:
        """Return whether persons or teams are ranked."""
        return str(self.rule.get("unit") or "person")


@dataclass(frozen=True, slots=True)
class Ranking:
    """The rows of a competition as docs/competitions.md says; teams by number, to name them."""

    card: Card
    rows: Sequence[Mapping[str, Any]]
    teams: Mapping[int, TeamSeen] = field(default_factory=dict)

    @property
    def ranks(self) -> dict[int, int]:
        """Return the rank of every placed unit, by its number."""
        return {row["number"]: row["rank"] for row in self.rows if row["rank"] is not None}


def competitions_of(event: Event) -> QuerySet[Competition]:
    """Return the stored competitions of an event, by number."""
    return event.competitions.order_by("number")


def get_competition(event: Event, number: int) -> Competition | None:
    """Return a competition of the event by its number, or None."""
    return event.competitions.filter(number=number).first()


def entered_in(competition: Competition) -> set[int]:
    """Return the IDs of the entrants who take part in a competition with a fee."""
    return {*competition.entries.values_list("entrant_id", flat=True)}


def numbers_entered(competition: Competition) -> list[int]:
    """Return the start numbers of the entrants who take part in a competition with a fee, in order."""
    rows = competition.entries.order_by("entrant__number")
    return list(rows.values_list("entrant__number", flat=True))


def cards_of(event: Event) -> list[Card]:
    """Return the stored competitions of an event, by number; one query."""
    return [Card(str(each.number), each.name, each.rule, each) for each in competitions_of(event)]


def all_cards(
    event: Event, entrants: Sequence[Entrant], teams: Sequence[TeamSeen], cards: Sequence[Card]
) -> list[Card]:
    """Return the stored cards, and those of the teams and categories that none of them is about."""
    every = list(cards)
    if len(teams) > 1 and not any(each.unit == TEAM for each in cards):
        every.append(Card(TEAMS, "", {"unit": TEAM}))
    named = {key for each in cards for key in (each.rule.get("who") or {}).get("categories") or ()}
    categories = {key for each in entrants for key in each.player.categories}
    for key in sorted(categories - named):
        every.append(Card(f"{CATEGORY}{key}", key, {"who": {"categories": [key]}}))
    return every


def rankings_of(event: Event, cards: Sequence[Card] | None = None) -> list[Ranking]:
    """Return these competitions of an event with their rows, computed now; None: all, also those not stored.

    No query where none is asked.
    """
    if cards is not None and not cards:
        return []
    entrants = list(event.entrants.select_related("player").order_by("number"))
    teams = teams_of(event)
    if cards is None:
        cards = all_cards(event, entrants, teams, cards_of(event))
    if not cards:
        return []
    results = load_results(event)
    listed = ranked_entrants(event, results)
    request = request_of(event, results, listed, [each.ranked for each in teams])
    names = {each.team.number: each for each in teams}
    rankings = []
    for card in cards:
        rule = rule_of(event, card.rule, card.key)
        among = {*numbers_in(event, rule.who, card, entrants, teams)}
        there = request.teams if card.unit == TEAM else listed
        asked = replace(rule.competition, who=Selection(numbers=frozenset(among & {*there})))
        rankings.append(Ranking(card, explained_rows(request, asked), names))
    return rankings


def numbers_in(
    event: Event, who: Who, card: Card, entrants: Sequence[Entrant], teams: Sequence[TeamSeen]
) -> Iterator[int]:
    """Yield the numbers of the persons, or of the teams, whom a competition lets in.

    A person who has to pay a fee of its own takes part if they are entered. Of a team every member must fit.
    """
    fit = {each.number for each in entrants if fits(each.player, who, event.date.year)}
    if card.unit == TEAM:
        sizes, own = sizes_of(event) if (size := size_in(card.rule)) else (), size
        yield from (
            each.team.number
            for each in teams
            if fit >= {*each.numbers} and (not own or size_for(len(each.members), sizes) == own)
        )
    elif card.stored and card.stored.fee_cents:
        entered = card.stored.entries.values_list("entrant__number", flat=True)
        yield from sorted(fit & {*entered})
    else:
        yield from sorted(fit)


def fits(player: Player, who: Who, year: int) -> bool:
    """Return whether a player meets every criterion; without a year of birth they have no age."""
    age = None if player.birth_year is None else year - player.birth_year
    is_old_enough = who.least_age is None or (age is not None and age >= who.least_age)
    is_young_enough = who.most_age is None or (age is not None and age <= who.most_age)
    is_guest_right = who.guests == "in" or player.is_guest == (who.guests == "only")
    has_category = not who.categories or not {*who.categories}.isdisjoint(player.categories)
    return is_old_enough and is_young_enough and is_guest_right and has_category


def rule_of(event: Event, raw: object, key: str) -> Rule:
    """Return the rule of a competition. Raises Refused (`competition_invalid`)."""
    game = game_of(event)
    return read_rule(raw, key, game, options_of(event), read_policy(event.policy, game))


# An event as `scoring/competitions/` ranks it


def request_of(
    event: Event, results: Iterable[PartResult], numbers: Iterable[int] = (), teams: Iterable[Team] = ()
) -> Request:
    """Return all that an event's competitions look at; who played is among `numbers` anyway. Two queries."""
    results = list(results)
    there = {*numbers, *(account for result in results for account in result.accounts)}
    gone = event.entrants.filter(admission=Admission.LEFT).order_by("number")
    method = replace(method_of(event), adjustments=adjustments_of(event), is_as_before=False)
    return replace(
        request_of_results(results, there, method),
        teams={team.number: team for team in teams},
        leavers=tuple(
            Leaver(number, after or 0, rule or event.leaver_rule, 0)
            for number, after, rule in gone.values_list("number", "left_after", "leaver_rule")
            if number in there
        ),
        lot=partial(lot_text, public_lot_seed(event)),
    )


def lot_text(seed: str, unit: str, number: int) -> str:
    """Return the text that orders the lot of a person or a team."""
    return lot_digest(f"{seed}T" if unit == TEAM else seed, number)


def ranks_of_lists(event: Event) -> dict[int, dict[int, int]]:
    """Return the ranks in each round that was played, by its number, as the game ranks."""
    results = load_results(event)
    request = request_of(event, results)
    ranks = {}
    for number in sorted({result.round for result in results}):
        one = Lists(rounds=frozenset([number]))
        rows = ranked(request, requests.Competition(Way(GAME), lists=one))
        ranks[number] = {row.number: row.rank for row in rows if row.is_placed}
    return ranks


# The competitions that most clubs hold, ready to be added


OLDEST_JUNIOR, YOUNGEST_SENIOR = 20, 60  # years


def ready_made(event: Event) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the ready-made cards of an event's game: key, name and rule."""
    yield "ladies", gettext("Ladies"), {"who": {"categories": [gettext("Ladies")]}}
    yield "juniors", gettext("Juniors"), {"who": {"most_age": OLDEST_JUNIOR}}
    yield "seniors", gettext("Seniors"), {"who": {"least_age": YOUNGEST_SENIOR}}
    yield "guests", gettext("Guests"), {"who": {"guests": "only"}}
    yield "first", gettext("First list"), {"lists": {"rounds": [1]}, "value": {"by": "game"}}
    yield "teams", gettext("Teams"), {"unit": "team"}
    yield "pairs", gettext("Pairs"), {"unit": "team", "members": {"size": 2}}
    yield "fours", gettext("Teams of 4"), {"unit": "team", "members": {"size": 4}}
    if has_declarer(game_of(event)):
        most = {"by": "tally", "tally": DEALS_WON}
        yield "won", gettext("Most deals won"), {"value": most}
    last = {"by": "tally", "tally": POINTS, "high": False}
    yield "last", gettext("Last place"), {"value": last}
