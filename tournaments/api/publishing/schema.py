"""OpenAPI descriptions of the endpoints that publish."""

from tournaments.api.http.schema_of_programs import listing, writing
from tournaments.api.publishing import shapes

TAG = "publishing"
LISTS = listing("lists", TAG, shapes.PublishedList)
PUBLISH = writing(
    "publish_list",
    TAG,
    shapes.PublishedList,
    status=201,
    body=shapes.NewList,
    example={"stage": "provisional"},
)
FREEZE = writing("freeze", TAG, shapes.Frozen, body=shapes.Freeze, example={"is_frozen": True})
SIGN_OFF = writing("sign_off", TAG, shapes.SignedOff, body=shapes.SignOff, example={"is_signed_off": True})
