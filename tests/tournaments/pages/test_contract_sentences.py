"""Every code of the contracts of Skat, Doppelkopf, Schafkopf and Jass is told in three languages.

The golden cases break every rule once; every broken rule has a sentence. Codes of a replay are for programs
alone.
"""

import json
import re
from functools import cache
from typing import Any

import pytest
from django.utils import translation

from rules import get_game
from rules.auction import CallRefused, fold_calls
from rules.game import Violation, field_names
from rules.reading import Refused, dealer_problems
from rules.requests import read_list, read_table
from scoring.sheet.serialising import violation_json
from scoring.sheet.sheet import IllegalDeal, read_deal
from tests.golden import GOLDEN
from tournaments.wording.sheet_json import reader_language

SKAT = """
bad_field wrong_dealer contract_unknown kontra_not_enabled kontra_out_of_range passed_deal_has_declarer
passed_deal_is_not_played kontra_on_unplayed_deal declarer_required declarer_out_of_range
declarer_sits_out announcement_unknown result_unknown level_unknown null_has_no_matadors
null_has_no_points null_has_no_levels matadors_required matadors_out_of_range announced_without_hand
points_out_of_range points_impossible bid_required bid_out_of_range null_below_bid result_required
level_contradicts_points won_below_announcement level_required points_contradict_result won_below_bid
"""
SKAT_CALLS = """
bad_field call_after_end out_of_turn call_unknown hold_not_available hearer_cannot_bid bid_out_of_range
forehand_alone_bids_18 bid_not_higher auction_incomplete
"""
DOPPELKOPF = """
bad_field wrong_dealer list_complete contract_unknown throwing_not_enabled thrown_deal_is_not_played
declarer_required declarer_out_of_range declarer_sits_out partner_required partner_in_solo
partner_out_of_range partner_is_declarer partner_sits_out forced_solo_due card_points_required
card_points_out_of_range card_points_impossible all_tricks_impossible re_said_unknown kontra_said_unknown
charlie_unknown fox_not_enabled doppelkopf_not_enabled charlie_not_enabled specials_in_solo
fox_out_of_range doppelkopf_out_of_range specials_exceed_card_points
"""
SCHAFKOPF = """
bad_field wrong_dealer contract_unknown contract_not_enabled stoss_not_enabled stoss_out_of_range
passed_deal_has_declarer passed_deal_is_not_played kreuz_has_no_declarer declarer_required
declarer_out_of_range declarer_sits_out partner_required partner_in_solo partner_out_of_range
partner_is_declarer partner_sits_out called_only_in_ruf called_unknown trump_required trump_unknown
trump_only_in_solo announcement_unknown announcement_not_possible forced_not_enabled forced_only_in_ruf
stoss_in_ramsch result_unknown level_unknown no_laufende_here laufende_out_of_range no_card_points_here
card_points_out_of_range card_points_impossible virgins_not_possible virgin_out_of_range virgin_sits_out
virgin_repeated virgin_is_declarer virgins_too_many result_required level_contradicts_points
points_contradict_result
"""
SCHAFKOPF_CALLS = """
bad_field call_after_end out_of_turn hold_not_available call_unknown contract_unknown contract_not_enabled
option_unknown option_repeated announcement_not_possible bid_not_higher auction_incomplete
"""
JASS = """
bad_field wrong_dealer contract_required contract_unknown contract_not_enabled declarer_out_of_range
declarer_not_entitled pushed_contradicts_declarer sides_mismatch points_negative points_sum_not_157
points_impossible match_impossible stoeck_not_enabled stoeck_invalid stoeck_without_trump weis_not_enabled
weis_invalid weis_of_both_sides
"""
JASS_SET_UP = "seats_must_be_four dealer_out_of_range switch_unknown switch_invalid"
SET_UP = "seats_out_of_range dealer_out_of_range switch_unknown switch_invalid"
CASES = [
    *(("skat", "score", code) for code in (*SKAT.split(), *SET_UP.split())),
    *(("skat", "auction", code) for code in SKAT_CALLS.split()),
    *(("schafkopf", "score", code) for code in (*SCHAFKOPF.split(), *SET_UP.split())),
    *(("schafkopf", "auction", code) for code in SCHAFKOPF_CALLS.split()),
    *(("jass", "score", code) for code in (*JASS.split(), *JASS_SET_UP.split())),
    *(("doppelkopf", "score", code) for code in (*DOPPELKOPF.split(), *SET_UP.split(), "list_too_short")),
]
BESIDE_NOTHING = {"list_complete", "list_too_short", "auction_incomplete", "call_after_end"}
LETTERS_OF_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


@cache
def broken_rules(key: str, kind: str) -> dict[str, Violation]:
    """Return by code the first violation that the golden cases of a game show."""
    found: dict[str, Violation] = {}
    for line in (GOLDEN / f"{key}.{kind}.jsonl").read_text(encoding="utf-8").splitlines():
        request = json.loads(line)["in"]
        for violation in violations_of_cards(request) if kind == "score" else violations_of_calls(request):
            found.setdefault(violation.code, violation)
    return found


def violations_of_cards(request: Any) -> list[Violation]:
    """Return all violations of the first refused record of a sheet, or of its table."""
    try:
        game, state = read_table(request, dealer_name="first_dealer")
        for raw in read_list(request, "deals"):
            record = read_deal(game, raw)
            if found := [*dealer_problems(state, record), *game.violations(state, record)]:
                return found
            state, _ = game.settle(state, record)
    except (Refused, IllegalDeal) as refused:
        return refused.violations
    return []


def violations_of_calls(request: Any) -> list[Violation]:
    """Return all violations of the first refused call of an auction, or of its table."""
    try:
        game, state = read_table(request, dealer_name="dealer")
        fold_calls(game.auction, state, read_list(request, "calls"))
    except (Refused, CallRefused) as refused:
        return refused.violations
    return []


@pytest.mark.parametrize(("key", "kind", "code"), CASES)
def test_a_code_is_a_sentence_beside_its_field_in_three_languages(key, kind, code):
    violation = broken_rules(key, kind)[code]
    sentences = {}
    for language in ("en", "de", "ja"):
        with translation.override(language):
            refusal = violation_json(reader_language(), violation)
        assert refusal["code"] == code
        sentences[language] = refusal["message"]
        assert "{" not in sentences[language] and "%(" not in sentences[language], sentences
    assert len(set(sentences.values())) == 3, sentences
    assert LETTERS_OF_JAPANESE.search(sentences["ja"]), sentences
    if kind == "score" and code not in (*BESIDE_NOTHING, *SET_UP.split(), *JASS_SET_UP.split()):
        assert violation.field in field_names(get_game(key).Record), violation
