"""The competitions of an event with names, as pages and files show them: sections of rows."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext

from scoring.competitions.lists import shared_ranks
from scoring.competitions.ranking import Row
from scoring.competitions.requests import TEAM
from scoring.sheet.tallies import Value, exact, json_value, read_value
from scoring.standings.competition_rules import tie_breaks_of
from scoring.standings.standings import Method
from scoring.standings.teams import compute_teams
from tournaments.models import Entrant, Event, TeamMember
from tournaments.selectors.competitions.rankings import CATEGORY, cards_of, rankings_of
from tournaments.selectors.competitions.teams import TeamSeen, teams_of
from tournaments.selectors.rounds.progress import NameOf
from tournaments.selectors.standings.ranking_rules import method_of, more_wins
from tournaments.wording.competitions import (
    TEAMS,
    first_value,
    rank_among_all,
    ranking_values,
    reasons_of,
    rule_words,
    sum_words,
    tie_break_label,
    title_of,
)

Names = Mapping[int, str]


def listed_rankings(event: Event, *, only_stored: bool = False) -> list[dict[str, Any]]:
    """Return the competitions as a published list keeps them: without names of persons and teams."""
    return [
        {"key": each.card.key, "name": each.card.name, "rule": dict(each.card.rule), "rows": list(each.rows)}
        for each in rankings_of(event, cards_of(event) if only_stored else None)
    ]


def sections_listed(
    event: Event, listed: Iterable[Mapping[str, Any]], names: Names, name_of: NameOf
) -> list[dict[str, Any]]:
    """Return the competitions of a published list, with the names of today."""
    listed = list(listed)
    teams = {each.team.number: each for each in teams_of(event, name_of)} if listed else {}
    return [section(event, each, teams, names) for each in listed]


def section(
    event: Event, listed: Mapping[str, Any], teams: Mapping[int, TeamSeen], names: Names
) -> dict[str, Any]:
    """Return one competition."""
    method, rule = method_of(event), listed["rule"]
    label, unit = first_value(method, rule)
    is_of_teams = rule.get("unit") == TEAM
    rows = [row_shown(row, is_of_teams, teams, names) for row in listed["rows"]]
    reasons = reasons_of(listed["rows"], method, rule, names, [row["name"] for row in rows])
    return {
        "key": listed["key"],
        "title": title_of(listed["key"], listed["name"]),
        "words": rule_words(method, rule),
        "is_of_teams": is_of_teams,
        "is_before": False,
        "label": label,
        "unit": unit,
        **heads_of(method, rule),
        "rows": [
            {**row, "why": why, "unranked": why[-1] if row["rank"] is None else ""}
            for row, why in zip(rows, reasons, strict=True)
        ],
    }


def heads_of(method: Method, rule: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a competition ranks by and its tie-breaks that are one number, as standings have them."""
    values = ranking_values(method, rule)
    keys = [key for key in tie_breaks_of(rule, method.policy) if key != "members"]
    ties = [(key, *tie_break_label(key, method, values[0][1])) for key in keys]
    return {
        "ranked_by": [head(str(at), label, unit) for at, (label, unit) in enumerate(values)],
        "ties_broken_by": [head(key, label, unit) for key, label, unit in ties],
    }


def head(name: str, label: str, unit: str) -> dict[str, Any]:
    """Return a value as the heads of standings have it."""
    return {"name": name, "label": label, "unit": unit}


def as_standings(section: Mapping[str, Any], standings: Mapping[str, Any]) -> dict[str, Any]:
    """Return a competition in the form of the event's standings, for files and the wall."""
    heads = section.get("ranked_by") or standings["ranked_by"][:1]
    ties = section.get("ties_broken_by", [])
    rounds = sorted({each["round"] for row in section["rows"] for each in row.get("lists", ())})
    return {
        **standings,
        "title": section["title"],
        "ranked_by": heads,
        "ties_broken_by": ties,
        "ranked_in_words": section["words"],
        "rounds": rounds,
        "rows": [standings_row(row, heads, ties, rounds) for row in section["rows"]],
    }


def standings_row(
    row: Mapping[str, Any], heads: Sequence[Any], ties: Sequence[Any], rounds: Sequence[int]
) -> dict[str, Any]:
    """Return a row of a competition as one of standings; a team without a name has those of its members."""
    by_round = {each["round"]: each["value"] for each in row.get("lists", ())}
    values = row["values"] if isinstance(row.get("values"), list) else [row["total"]]
    return {
        "rank": row["rank"],
        "is_placed": row["rank"] is not None,
        "unranked": {"words": row["unranked"]} if row["unranked"] else None,
        "number": row["number"],
        "name": row["name"],
        "total": row["total"],
        "values": {each["name"]: value for each, value in zip(heads, values, strict=False)},
        "rounds": [by_round.get(number) for number in rounds],
        "tie_breaks": {each["name"]: row["tie_breaks"].get(each["name"]) for each in ties},
        "moved": 0,
    }


def row_shown(
    row: Mapping[str, Any], is_of_teams: bool, teams: Mapping[int, TeamSeen], names: Names
) -> dict[str, Any]:
    """Return a row with names; of a team those without a list are named, too.

    `lists` are those that were played, or credited.
    """
    number, members = row["number"], row["members"] if is_of_teams else ()
    called = teams[number].name if is_of_teams and number in teams else f"{number}"
    return {
        "rank": row["rank"],
        "number": number,
        "total": row["value"],
        **{name: row[name] for name in ("values", "tie_breaks", "lists")},
        "factor": None,
        "name": called if is_of_teams else names.get(number, ""),
        "members": [{"number": each, "name": names.get(each, "")} for each in members],
    }


def competitions_state(slug: str) -> list[Any]:
    """Return a value that changes whenever a team, a category or a competition does; three queries."""
    entrants = Entrant.objects.filter(event__slug=slug).order_by("number")
    members = TeamMember.objects.filter(team__event__slug=slug).order_by("team__number", "position")
    cards = Event.objects.filter(slug=slug).values_list("competitions__number", "competitions__name",
                                                        "competitions__rule")  # fmt: skip
    return [
        *entrants.values_list("number", "is_present", "player__categories"),
        *members.values_list("team__number", "team__name", "entrant__number", "is_substitute"),
        *cards.order_by("competitions__number"),
    ]


# Events of earlier versions: from the standings of the whole event


def sections_before(
    event: Event,
    rows: Sequence[Mapping[str, Any]],
    entrants: Sequence[Entrant],
    names: Names,
    name_of: NameOf,
) -> list[dict[str, Any]]:
    """Return teams and categories by the rules of earlier versions, from the standings shown.

    Then come the stored cards, which are new, and counted as everywhere.
    """
    label, unit = first_value(method_of(event), {})
    usual = {"label": label, "unit": unit, "words": "", "is_before": True}
    teams = {each.team.number: each for each in teams_of(event, name_of)}
    sections: list[dict[str, Any]] = []
    if len(teams) > 1:
        ranked = teams_before(event, rows, teams, entrants, names, unit)
        if ranked:
            title = title_of(TEAMS, "")
            sections.append({**usual, "key": TEAMS, "title": title, "is_of_teams": True, "rows": ranked})
    for key in sorted({key for each in entrants for key in each.player.categories}):
        own = {each.number for each in entrants if key in each.player.categories}
        ranked = [*category_before(row for row in rows if row["number"] in own)]
        title = f"{CATEGORY}{key}"
        sections.append({**usual, "key": title, "title": key, "is_of_teams": False, "rows": ranked})
    return sections + [
        section(event, each, teams, names) for each in listed_rankings(event, only_stored=True)
    ]


def teams_before(
    event: Event,
    rows: Iterable[Mapping[str, Any]],
    teams: Mapping[int, TeamSeen],
    entrants: Iterable[Entrant],
    names: Names,
    unit: str,
) -> list[dict[str, Any]]:
    """Return the teams by the sum of their members' totals, scaled once if one of them is missing.

    A member who is not ranked or never came is missing.
    """
    values = totals_of(rows, {each.number for each in entrants if each.is_present})
    size, is_high = max(len(each.members) for each in teams.values()), more_wins(event)
    team_by_number = {number: team for team, each in teams.items() for number in each.numbers}
    members = {
        team: [each for each in own.numbers if team_by_number[each] == team] for team, own in teams.items()
    }
    best_first = sorted(values, key=lambda each: (-values[each] if is_high else values[each], each))
    shown_by_number = {
        each: {"number": each, "name": names[each], "value": json_value(values[each])} for each in best_first
    }
    shown = []
    for ranked in compute_teams(values, members, size, high_is_better=is_high):
        brought = [each for number, each in shown_by_number.items() if number in ranked.lists[0].counted]
        shown.append(team_before(ranked, teams[ranked.number].name, brought, size, unit))
    return shown


def team_before(
    ranked: Row, name: str, members: Sequence[Mapping[str, Any]], size: int, unit: str
) -> dict[str, Any]:
    """Return the row of a team of up to `size` members: the sum of those whose totals count, and why."""
    factor = exact(Fraction(size, len(members))) if ranked.is_placed else 1
    unranked = "" if ranked.is_placed else gettext("too few members have played")
    row: dict[str, Any] = {
        "rank": ranked.rank if ranked.is_placed else None,
        "number": ranked.number,
        "name": name,
        "total": json_value(ranked.values[0]),
        "factor": json_value(factor) if factor != 1 else None,
        "members": list(members),
        "unranked": unranked,
    }
    return {**row, "why": [unranked or sum_words(row, unit)]}


def totals_of(rows: Iterable[Mapping[str, Any]], present: Container[int]) -> dict[int, Value]:
    """Return the totals of those who are placed, and have come or played, by start number."""
    return {
        row["number"]: read_value(row["total"]) or 0
        for row in rows
        if row["is_placed"] and (row["number"] in present or any(each is not None for each in row["rounds"]))
    }


def category_before(own: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the rows of a category, ranked among themselves; those not ranked stay without a rank."""
    rows = list(own)
    ranks = shared_ranks(row["rank"] for row in rows if row["rank"] is not None)
    for row in rows:
        unranked = row["unranked"]["words"] if row["unranked"] else ""
        why = [unranked or rank_among_all(row["rank"])]
        rank = None if row["rank"] is None else next(ranks)
        yield {**row, "rank": rank, "members": [], "factor": None, "unranked": unranked, "why": why}
