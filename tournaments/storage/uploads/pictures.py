"""Uploaded pictures: PNG or JPEG, read and drawn anew apart, so that only pixels of them are stored."""

import json

from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.storage.uploads.apart import Limits, Stopped, read_apart
from tournaments.storage.uploads.drawing import MOST_PIXELS

MOST_PICTURE_BYTES = 2 * 1024 * 1024
READER = "tournaments.storage.uploads.drawing"
READER_LIMITS = Limits(seconds=10, megabytes=768)
PNG = b"\x89PNG"


def stored_picture(content: bytes) -> bytes:
    """Return an uploaded picture as PNG, at most 600 pixels wide and high, upright, without metadata.

    Raises NotPossible: `picture_too_large`, `picture_unreadable`, `picture_too_wide`, `picture_animated`.
    """
    refuse_too_many_bytes(len(content))
    try:
        answer = read_apart(READER, content, READER_LIMITS)
    except Stopped:
        answer = b'{"code": "picture_unreadable"}'
    if answer.startswith(PNG):
        return answer
    refusal = json.loads(answer)
    match refusal["code"]:
        case "picture_too_wide":
            message = gettext(
                "A picture is at most %(most)s pixels wide and high; this one has %(width)s × %(height)s."
            )
        case "picture_animated":
            message = gettext("An emblem is one still picture; this file has %(frames)s.")
        case _:
            message = gettext("A PNG or JPEG picture was expected; this file cannot be read as one.")
    raise NotPossible(refusal["code"], message % {"most": MOST_PIXELS, **refusal})


def refuse_too_many_bytes(size: int) -> None:
    """Raise NotPossible (`picture_too_large`) for a file of more than 2 MB."""
    if size > MOST_PICTURE_BYTES:
        message = gettext("A picture has at most 2 MB; this file has %(size)s MB.")
        raise NotPossible("picture_too_large", message % {"size": f"{size / 1024 / 1024:.1f}"})
