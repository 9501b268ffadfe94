"""The versions of one deal, and the way back to an earlier one."""

import secrets
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from scoring.not_possible import NotPossible
from scoring.sheet.sheet import IllegalDeal
from tournaments.models import Deal, RoundStatus, Table
from tournaments.selectors.rounds.past_rounds import past_round
from tournaments.selectors.tables.deal_versions import get_deal, history_of_deal
from tournaments.services.tables.deal_versions import EarlierVersion, return_to_version
from tournaments.views.pages.decisions import Decision, decide, table_words
from tournaments.views.pages.descriptions import event_facts, locked_facts
from tournaments.views.pages.permissions import (
    REFUSED,
    MemberRequest,
    by_member,
    or_404,
    referee_required,
    table_of,
)
from tournaments.views.pages.typed_numbers import whole
from tournaments.wording.refusals import as_refusal

of_table = table_of(referee_required)


@require_safe
@of_table
def deal_versions(request: MemberRequest, table: Table, deal_id: int) -> HttpResponse:
    """Show every version of a deal."""
    return show_versions(request, table, or_404(get_deal(table, deal_id)))


def show_versions(
    request: MemberRequest, table: Table, deal: Deal, refusal: NotPossible | None = None
) -> HttpResponse:
    """Render the page with a refusal, if any."""
    event = table.round.event
    context = {
        "event": event_facts(event),
        "round": {"number": table.round.number},
        "table": table,
        "history": history_of_deal(table, deal),
        "refusal": refusal,
        **locked_facts(event),
        "past": past_round(table.round),
        "may_return": table.round.status != RoundStatus.DRAFT,
        "page_url": reverse("deal_versions", args=[event.slug, table.public_id, deal.pk]),
    }
    return render(request, "tables/deal_versions.html", context, status=REFUSED if refusal else 200)


@require_POST
@of_table
def back_to_version(request: MemberRequest, table: Table, deal_id: int) -> HttpResponse:
    """Return a deal to an earlier version; the consequences are shown first."""
    deal = or_404(get_deal(table, deal_id))
    try:
        version = typed_version(request, deal)
        key = f"back-{deal.pk}-{secrets.token_hex(8)}"
        typed: dict[str, Any] = {"version": version, "reason": request.POST.get("reason", ""), "key": key}
        act = partial(return_to_version, table=table, **typed, by=by_member(request))
        shown = decide(request, table.round.event, act, return_in_words(table, deal, version))
    except (NotPossible, IllegalDeal) as refusal:
        return show_versions(request, table, deal, as_refusal(refusal))
    return shown or redirect("deal_versions", table.round.event.slug, table.public_id, deal.pk)


def typed_version(request: MemberRequest, deal: Deal) -> EarlierVersion:
    """Return the version that the form names. Raises NotPossible (`not_whole`)."""
    what = gettext("Version")
    entry, seen = (whole(request.POST.get(name, ""), what) for name in ("entry", "seen"))
    return EarlierVersion(deal, entry, seen)


def return_in_words(table: Table, deal: Deal, version: EarlierVersion) -> Decision:
    """Return the way back in words: the row as it is now and as it was."""
    lines = {each.entry.number: each for each in history_of_deal(table, deal).versions if each.version}
    now = next((each.version.line for each in lines.values() if each.is_now and each.version), "–")
    then = lines.get(version.entry)
    what = [f"{now} → {then.version.line}"] if then and then.version else []
    return Decision(
        title=gettext("Back to this version"),
        facts=[table_words(table), *what],
        button=gettext("Back to this version"),
        back_url=reverse("deal_versions", args=[table.round.event.slug, table.public_id, deal.pk]),
        round=table.round,
    )
