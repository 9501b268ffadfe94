"""Competitions beside the event's own ranking, with their rule and their money; who has entered."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext

from rules.reading import Refused
from scoring.competitions.awards import OWN_FEE, POT, WHOLE
from scoring.competitions.requests import TEAM
from scoring.not_possible import NotPossible
from scoring.standings.agreements import read_fee_classes, read_prizes
from scoring.standings.competition_rules import refuse_wrong_categories
from tournaments.models import Competition, CompetitionEntry, Entrant, Event, FeeClass
from tournaments.models.lengths import longest
from tournaments.selectors.cash.fee_classes import classes_in
from tournaments.selectors.competitions.rankings import competitions_of, entered_in, rule_of
from tournaments.selectors.competitions.teams import size_for, size_in, sizes_of, teams_of
from tournaments.services.competitions.teams import (
    ids_of,
    note_change,
    refuse_name_and_size,
    refuse_twice,
    refuse_two_teams,
)
from tournaments.services.history.event_chain import SYSTEM
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.services.sheets.write_guard import lock_unclosed, refuse_cancelled, refuse_closed
from tournaments.wording.lists import in_a_list, labelled
from tournaments.wording.prizes import kind_text
from tournaments.wording.refusals import translated

MOST = 30  # competitions of an event


@transaction.atomic
def add_competition(
    *, event: Event, entrants: Sequence[Entrant] | None = None, by: Author = SYSTEM, **facts: Any
) -> Competition:
    """Add a competition with the next number, and who takes part, if given. Raises as `refuse_unsound` and
    `set_entries`, and NotPossible (`event_closed`); stores nothing then.
    """
    event = lock_unclosed(event)
    last = event.competitions.aggregate(last=Max("number"))["last"] or 0
    if event.competitions.count() >= MOST:
        raise NotPossible("too_many", gettext("An event has at most %(most)s competitions.") % {"most": MOST})
    competition = Competition(event=event, number=last + 1, **facts)
    refuse_unsound(competition)
    competition.save()
    if ranks_teams(competition.rule) and size_in(competition.rule) is None:
        refuse_two_teams(event)
    note_change(event, "competitions", "add_competition", by, competition=competition.number)
    if entrants is not None:
        set_entries(competition=competition, entrants=entrants, by=by)
    return competition


@transaction.atomic
def change_competition(
    *,
    competition: Competition,
    entrants: Sequence[Entrant] | None = None,
    by: Author = SYSTEM,
    **facts: Any,
) -> Competition:
    """Change a competition, and who takes part, if given. Raises as `refuse_unsound`, `refuse_other_sizes`,
    `refuse_gone`, `refuse_two_teams` and `set_entries`, and NotPossible (`event_closed`) for another ranking;
    stores nothing then.
    """
    event, before, classes = lock_event(competition.event), competition.rule, {*competition.fee_classes}
    changed = [name for name, value in facts.items() if getattr(competition, name) != value]
    if "rule" in changed:
        refuse_closed(event)
    for name, value in facts.items():
        setattr(competition, name, value)
    refuse_unsound(competition)
    refuse_other_sizes(competition, before)
    competition.save(update_fields=list(facts))
    refuse_gone(event, classes - {*classes_in(event)})
    if size_in(before) != size_in(competition.rule) or ranks_teams(before) != ranks_teams(competition.rule):
        refuse_two_teams(event)
    note_change(
        event, "competitions", "change_competition", by, competition=competition.number, fields=changed
    )
    if entrants is not None:
        set_entries(competition=competition, entrants=entrants, by=by)
    return competition


@transaction.atomic
def remove_competition(*, competition: Competition, by: Author = SYSTEM) -> None:
    """Remove a competition. Raises NotPossible: `event_closed`; `has_entries` while somebody is entered for
    its fee, `fee_class_gone` while somebody pays as a class that it alone has, and as `refuse_two_teams` for
    teams that are together without it.
    """
    event = lock_unclosed(competition.event)
    if competition.fee_cents and competition.entries.exists():
        message = gettext("%(name)s has entries for its fee; remove them first.")
        raise NotPossible("has_entries", message % {"name": competition.name})
    competition.delete()
    refuse_gone(event, {*competition.fee_classes} - {*classes_in(event)})
    if ranks_teams(competition.rule):
        refuse_two_teams(event)
    note_change(event, "competitions", "remove_competition", by, competition=competition.number)


@transaction.atomic
def set_entries(*, competition: Competition, entrants: Sequence[Entrant], by: Author = SYSTEM) -> None:
    """Let exactly these persons take part in a competition with a fee of its own.

    Raises NotPossible: `event_closed`; `member_twice` for who is named twice; `event_cancelled` for somebody
    new in an event that does not take place.
    """
    event = lock_unclosed(competition.event)
    refuse_twice(entrants, gettext("%(name)s is named twice for this fee."))
    if {each.pk for each in entrants} - entered_in(competition):
        refuse_cancelled(event)
    competition.entries.all().delete()
    CompetitionEntry.objects.bulk_create(
        CompetitionEntry(competition=competition, entrant=each) for each in entrants
    )
    facts = {"competition": competition.number, "entrants": ids_of(entrants)}
    note_change(event, "competitions", "set_entries", by, **facts)


def refuse_unsound(competition: Competition) -> None:
    """Raise Refused for an unreadable rule, prizes or fees, NotPossible for the rest.

    `name_missing`, `rounds_unknown` for a round that is not planned, `shares_wrong`, `shares_above`,
    `fact_invalid`.
    """
    competition.name = " ".join(competition.name.split())
    if not competition.name or len(competition.name) > longest(Competition, "name"):
        message = gettext("A competition has a name of at most %(most)s characters.")
        raise NotPossible("name_missing", message % {"most": longest(Competition, "name")})
    refuse_unreadable(competition)
    refuse_wrong_categories(competition.rule)
    planned = competition.event.planned_rounds
    rounds = (competition.rule.get("lists") or {}).get("rounds") or [1]
    if planned is not None and max(rounds) > planned:
        message = gettext("%(event)s plans %(planned)s rounds; round %(found)s will not be played.")
        values = {"event": competition.event.name, "planned": planned, "found": max(rounds)}
        raise NotPossible("rounds_unknown", message % values)
    try:
        competition.validate_constraints(exclude={"event"})
    except ValidationError as error:
        raise NotPossible("fact_invalid", " ".join(error.messages)) from error


def refuse_unreadable(competition: Competition) -> None:
    """Raise Refused for an unreadable rule, prizes or fees, NotPossible as `refuse_shares`."""
    rule_of(competition.event, competition.rule, str(competition.number))
    read_prizes({"prizes": competition.prizes})
    read_fee_classes(competition.fee_classes)
    refuse_shares(competition)


def refuse_contradicted(event: Event) -> None:
    """Raise NotPossible (`competition_invalid`) for a competition whose rule the event contradicts."""
    for each in competitions_of(event):
        try:
            rule_of(event, each.rule, str(each.number))
        except Refused as refusal:
            problems = " ".join(map(translated, refusal.violations))
            raise NotPossible(refusal.code, labelled(each.name, problems)) from refusal


def refuse_impossible(event: Event) -> None:
    """Raise NotPossible or Refused for teams, competitions or fees of an archived event that cannot be."""
    for each in competitions_of(event):
        refuse_unreadable(each)
    for team in event.teams.filter(members=None):
        refuse_name_and_size(team.name, [])
    refuse_two_teams(event)
    refuse_gone(event, {*FeeClass.values} - {FeeClass.MEMBER, *classes_in(event)})


def ranks_teams(rule: Mapping[str, Any]) -> bool:
    """Return whether the rule of a competition ranks teams."""
    return rule.get("unit") == TEAM


def refuse_other_sizes(competition: Competition, before: Mapping[str, Any]) -> None:
    """Raise NotPossible (`size_wrong`) where a changed size of full teams leaves teams short, or out.

    Of a competition that ranked teams of every size only those who would be short are wrong.
    """
    old, new = size_in(before), size_in(competition.rule)
    if not (ranks_teams(before) and ranks_teams(competition.rule) and new and new != old):
        return
    sizes = sizes_of(competition.event)
    later = [new, *(size for size in sizes if size != old)]
    counts = {each.team.number: len(each.members) for each in teams_of(competition.event)}
    own = {number: count for number, count in counts.items() if not old or size_for(count, sizes) == old}
    wrong = [
        gettext("team %(number)s has %(found)s") % {"number": number, "found": count}
        for number, count in own.items()
        if (count < new and size_for(count, later) == new) or (old and count > new)
    ]
    if wrong:
        message = gettext(
            "%(name)s would rank teams of %(size)s members, but %(teams)s; change or dissolve these first."
        )
        values = {"name": competition.name, "size": new, "teams": in_a_list(wrong)}
        raise NotPossible("size_wrong", message % values)


def refuse_shares(competition: Competition) -> None:
    """Raise NotPossible for shares that are none (`shares_wrong`), or above the whole (`shares_above`)."""
    shares = competition.shares
    known = {*POT, OWN_FEE}
    is_readable = isinstance(shares, Mapping) and set(shares) <= known
    if not is_readable or not all(type(each) is int and 0 <= each <= WHOLE for each in shares.values()):
        message = gettext("A share of a source is 0 to %(whole)s thousandths of fees, lost-deal money or the "
                          "competition's own fee.")  # fmt: skip
        raise NotPossible("shares_wrong", message % {"whole": WHOLE})
    refuse_above(competition.event, [competition])


def refuse_above(event: Event, changed: Sequence[Competition] = ()) -> None:
    """Raise NotPossible (`shares_above`) where all pots together get more than the whole of a source."""
    key, numbers = read_prizes(event.prizes), {each.number for each in changed}
    used = Counter(key.sources) if key.prizes else Counter[str]()
    used["lost_deals"] += key.best_of_lists
    for each in [*event.competitions.exclude(number__in=numbers), *changed]:
        used.update({kind: each.shares.get(kind, 0) for kind in POT})
    for kind in POT:
        if used[kind] > WHOLE:
            message = gettext(
                "All pots together would get %(found)s %% of the %(source)s. Give the main prizes a smaller "
                "part first."
            )
            raise NotPossible("shares_above", message % {"found": used[kind] / 10, "source": kind_text(kind)})


def refuse_gone(event: Event, gone: Collection[str]) -> None:
    """Raise NotPossible (`fee_class_gone`) if somebody pays as one of these classes, which go."""
    for entrant in event.entrants.filter(fee_class__in=gone).select_related("player").order_by("number")[:1]:
        message = gettext("%(name)s pays as “%(fee)s”, which would have no fee. Change that first.")
        values = {"name": entrant.player.name, "fee": entrant.get_fee_class_display()}
        raise NotPossible("fee_class_gone", message % values)
