"""OpenAPI descriptions of the endpoints of adjustments and rulings."""

from tournaments.api.http.schema_of_programs import listing, writing
from tournaments.api.standings import shapes

TAG = "rulings"
ADJUSTMENTS = listing("adjustments", TAG, shapes.AdjustmentShape)
ADJUST = writing(
    "adjust_points", TAG, shapes.AdjustmentShape, status=201, may_try=True,
    body=shapes.NewAdjustment, example={"number": 3, "points": -10, "reason": "Came late"},
)  # fmt: skip
UNDO_ADJUSTMENT = writing("take_back_adjustment", TAG, None, status=204, may_try=True)
RULINGS = listing("rulings", TAG, shapes.StandingRuling)
RULE = writing(
    "rule_on_deal", TAG, shapes.StandingRuling, status=201, may_try=True,
    body=shapes.NewRuling, example={"deal": 7, "points": [0, 0, 0, 0], "reason": "Misdeal"},
)  # fmt: skip
UNDO_RULING = writing("take_back_ruling", TAG, None, status=204, may_try=True)
