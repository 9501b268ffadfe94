"""The competitions of an event with names, as pages and files show them: sections of rows."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from scoring.competitions.requests import TEAM
from scoring.standings.competition_rules import tie_breaks_of
from scoring.standings.standings import Method
from tournaments.models import Entrant, Event, TeamMember
from tournaments.selectors.competitions.before import rows_among, team_lines, team_row
from tournaments.selectors.competitions.rankings import CATEGORY, cards_of, rankings_of
from tournaments.selectors.competitions.teams import TeamSeen, teams_of
from tournaments.selectors.rounds.progress import NameOf
from tournaments.selectors.standings.ranking_rules import method_of
from tournaments.wording.competition_reasons import (
    rank_among_all,
    reasons_of,
    sum_words,
    tie_break_label,
)
from tournaments.wording.competitions import TEAMS, first_value, ranking_values, rule_words, title_of

Names = Mapping[int, str]


def listed_rankings(event: Event, *, only_cards: bool = False) -> list[dict[str, Any]]:
    """Return the competitions as a published list keeps them: without names of persons and teams."""
    return [
        {"key": each.card.key, "name": each.card.name, "rule": dict(each.card.rule), "rows": list(each.rows)}
        for each in rankings_of(event, cards_of(event) if only_cards else None)
    ]


def sections_now(event: Event, names: Names, name_of: NameOf) -> list[dict[str, Any]]:
    """Return the competitions as they stand now."""
    return sections_listed(event, listed_rankings(event), names, name_of)


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
    make = row_of_team if is_of_teams else row_of_person
    rows = [make(row, teams, names) for row in listed["rows"]]
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


def row_of_person(row: Mapping[str, Any], teams: Mapping[int, TeamSeen], names: Names) -> dict[str, Any]:
    """Return a person's row."""
    return {**row_facts(row), "name": names.get(row["number"], ""), "members": []}


def row_of_team(row: Mapping[str, Any], teams: Mapping[int, TeamSeen], names: Names) -> dict[str, Any]:
    """Return a team's row with its members; those without a list are named, too."""
    seen = teams.get(row["number"])
    members = [{"number": number, "name": names.get(number, "")} for number in row["members"]]
    return {**row_facts(row), "name": seen.name if seen else f"{row['number']}", "members": members}


def row_facts(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of any row; `lists` are those that were played, or credited."""
    return {
        "rank": row["rank"],
        "number": row["number"],
        "total": row["value"],
        "values": row["values"],
        "tie_breaks": row["tie_breaks"],
        "lists": row["lists"],
        "factor": None,
    }


# Events of earlier versions


def sections_before(
    event: Event,
    rows: Sequence[Mapping[str, Any]],
    entrants: Sequence[Entrant],
    names: Names,
    name_of: NameOf,
) -> list[dict[str, Any]]:
    """Return teams and categories by the rules of earlier versions, from the standings shown, then the cards.

    Those are new, and counted as everywhere.
    """
    label, unit = first_value(method_of(event), {})
    usual = {"label": label, "unit": unit, "words": "", "is_before": True}
    teams = {each.team.number: each for each in teams_of(event, name_of)}
    ranks = {row["number"]: row["rank"] for row in rows}
    sections: list[dict[str, Any]] = []
    if lines := team_lines(event, rows, list(teams.values()), entrants):
        ranked = [team_in_words(team_row(line, teams, names), unit) for line in lines]
        sections.append(
            {**usual, "key": TEAMS, "title": title_of(TEAMS, ""), "is_of_teams": True, "rows": ranked}
        )
    for key in sorted({key for each in entrants for key in each.player.categories}):
        own = {each.number for each in entrants if key in each.player.categories}
        ranked = [person_in_words(row, ranks[row["number"]]) for row in rows_among(rows, own)]
        title = f"{CATEGORY}{key}"
        sections.append({**usual, "key": title, "title": key, "is_of_teams": False, "rows": ranked})
    return sections + [section(event, each, teams, names) for each in listed_rankings(event, only_cards=True)]


def team_in_words(row: dict[str, Any], unit: str) -> dict[str, Any]:
    """Return a team of an event of an earlier version with its sum in words."""
    unranked = gettext("too few members have played") if row["rank"] is None else ""
    return {**row, "unranked": unranked, "why": [unranked or sum_words(row, unit)]}


def person_in_words(row: dict[str, Any], rank: int | None) -> dict[str, Any]:
    """Return a row of a category of an event of an earlier version with its rank among all in words."""
    unranked = row["unranked"]["words"] if row["unranked"] else ""
    why = [unranked or rank_among_all(rank)]
    return {**row, "members": [], "factor": None, "unranked": unranked, "why": why}


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
