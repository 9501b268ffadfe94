"""OpenAPI descriptions of the endpoints of sheets typed from paper, and of photographs."""

from tournaments.api.http.schema_of_programs import reading, writing
from tournaments.api.paper import shapes

SHEETS = writing(
    "import_sheets",
    "sheets",
    shapes.PaperAnswer,
    may_be_outdated=True,
    body={"multipart/form-data": shapes.PaperSent},
    example={"seating": "seating.csv", "sheets": "sheets.csv", "totals": "totals.csv", "dry_run": "true"},
)
PHOTOS = writing(
    "read_photos",
    "sheets",
    shapes.PhotosRead,
    body={"multipart/form-data": shapes.PhotosSent},
    example={"photos": ["page1.jpg", "page2.jpg"], "dry_run": True},
)
ROUND_PHOTOS = reading("round_photos", "sheets", shapes.KeptPhotos)
KEEP_PHOTOS = writing(
    "keep_photos",
    "sheets",
    shapes.PhotosKept,
    status=202,
    body={"multipart/form-data": shapes.KeptSent},
    example={"photos": ["page1.jpg", "page2.jpg"]},
)
DELETE_PHOTO = writing("delete_photo", "sheets", None, status=204)
ANSWER_LINE = writing(
    "answer_line", "sheets", shapes.LineAnswer,
    body=shapes.LineAnswer,
    example={"record": {"contract": "tricks", "declarer": 1, "bid": 2, "trump": "S", "tricks": 2}},
)  # fmt: skip
LOOK_AT_PAGE = writing("look_at_page", "sheets", None, status=204)
STORE_PHOTOS = writing("store_photos", "sheets", shapes.PhotosStored)
