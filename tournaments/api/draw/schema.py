"""OpenAPI descriptions of the endpoints of draws."""

from tournaments.api.draw import shapes
from tournaments.api.http.schema_of_programs import listing, reading, writing

TAG = "draws"
DRAWS = listing("draws", TAG, shapes.DrawShape)
START = writing(
    "start_draw", TAG, shapes.DrawShape, status=202, body=shapes.NewDraw, example={"mode": "all", "rounds": 2}
)
DRAW = reading("draw", TAG, shapes.DrawShape)
DISCARD = writing("discard_draw", TAG, None, status=204)
DISCARD_DRAFT = writing("discard_draft", TAG, None, status=204)
SWAP = writing("swap_places", TAG, shapes.Swapped, body=shapes.Swap, example={"one": 3, "two": 7})
COMMIT_SEED = writing("commit_seed", TAG, shapes.DrawShape, status=201)
STOP = writing("stop_draw", TAG, shapes.DrawShape, status=202)
AGAIN = writing("draw_again", TAG, shapes.DrawShape, status=202)
CONSTRAINTS = listing("constraints", TAG, shapes.ConstraintShape)
ADD_CONSTRAINT = writing(
    "add_constraint", TAG, shapes.ConstraintShape, status=201,
    body=shapes.NewConstraint, example={"kind": "apart", "entrant": 3, "other": 7},
)  # fmt: skip
REMOVE_CONSTRAINT = writing("remove_constraint", TAG, None, status=204)
TEAMS = reading("teams_apart", TAG, shapes.TeamsApart)
KEEP_APART = writing(
    "keep_teams_apart", TAG, shapes.TeamsApart, body=shapes.TeamsApart, example={"are_apart": True}
)
