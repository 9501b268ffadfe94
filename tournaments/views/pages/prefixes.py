"""URL prefixes of one event."""

EVENT = "events/<any_slug:slug>/"
ORGANISE = EVENT + "organise/"
DRAW = ORGANISE + "draws/<whole:number>/"
ROUND = ORGANISE + "rounds/<whole:number>/"
TABLE = ORGANISE + "tables/<uuid:public_id>/"
