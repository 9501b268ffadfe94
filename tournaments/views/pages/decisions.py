"""The page that shows what a decision does before it is taken; its button sends the same form once more."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from tournaments.models import Event, PendingDeal, Round, Settlement, Table
from tournaments.selectors.clubs.permissions import is_member
from tournaments.selectors.rounds.past_rounds import past_round
from tournaments.selectors.tables.consequences import Consequences
from tournaments.services.history.sheet_chain import Request
from tournaments.services.tables.deal_versions import settle_conflict
from tournaments.services.tables.rehearsal import rehearse
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.permissions import MemberRequest, by_member
from tournaments.wording.history import place_words

SURE, EDIT = "sure", "edit"  # the buttons of the page
NOT_SENT_AGAIN = ("csrfmiddlewaretoken", SURE, EDIT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A decision in words, about a round; `may_edit` if the submitted form can be shown again as typed."""

    title: str
    facts: Sequence[str]
    button: str
    back_url: str
    round: Round | None
    may_edit: bool = False


def decide(
    request: MemberRequest, event: Event, act: Callable[[], object], decision: Decision
) -> HttpResponse | None:
    """Take a decision whose consequences were seen, else return the page that shows them. Raises as `act`."""
    if SURE in request.POST:
        act()
        return None
    return show_consequences(request, event, rehearse(event=event, act=act), decision)


def show_consequences(
    request: MemberRequest, event: Event, consequences: Consequences, decision: Decision
) -> HttpResponse:
    """Render a decision and its consequences."""
    fields = ((name, value) for name, values in request.POST.lists() for value in values)
    context = {
        "event": event_facts(event),
        "decision": decision,
        "past": decision.round and past_round(decision.round),
        **consequence_facts(request, event, consequences),
        "sent": [(name, value) for name, value in fields if name not in NOT_SENT_AGAIN],
        "page_url": decision.back_url,
    }
    return render(request, "pages/consequences.html", context)


def consequence_facts(
    request: MemberRequest, event: Event, consequences: Consequences | None
) -> dict[str, object]:
    """Return the context of `_consequences.html`; for a helper the standings may be secret."""
    is_secret = event.is_frozen and not is_member(request.user, event.club)
    return {"consequences": consequences, "is_secret": is_secret}


def decide_version(request: MemberRequest, pending: PendingDeal, back_url: str) -> HttpResponse | None:
    """Settle a pending deal as `decide` does; the stored version is kept at once, as nothing changes."""
    table = pending.table
    choose = Settlement.SENT if request.POST.get("choose") == "take" else Settlement.STORED
    choice = Request(f"desk-{pending.pk}-{secrets.token_hex(8)}", {"choose": choose}, by_member(request))
    act = partial(settle_conflict, table=table, conflict_id=pending.pk, choose=choose, request=choice)
    if choose == Settlement.STORED:
        act()
        return None
    decision = Decision(
        title=gettext("Accept a deal"),
        facts=[table_words(table)],
        button=gettext("Accept"),
        back_url=back_url,
        round=table.round,
    )
    return decide(request, table.round.event, act, decision)


def table_words(table: Table) -> str:
    """Return the place of a table in words."""
    return place_words(table.round.number, table.number)
