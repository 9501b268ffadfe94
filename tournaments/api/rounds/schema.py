"""OpenAPI descriptions of the endpoints of rounds."""

from tournaments.api.http.schema_of_programs import reading, writing
from tournaments.api.rounds import shapes

TAG = "rounds"
ROUND = reading("round", TAG, shapes.OrganisedRound)
OPEN = writing("open_round", TAG, shapes.OpenedRound, body=shapes.Opening, example={"even_if_absent": False})
CLOSE = writing(
    "close_round", TAG, shapes.OrganisedRound, body=shapes.Closing, example={"even_if_incomplete": False}
)
CLOCK = reading("clock", TAG, shapes.RoundClock)
CHANGE_CLOCK = writing(
    "change_clock", TAG, shapes.RoundClock, body=shapes.ClockChange, example={"act": "start", "minutes": 90}
)
