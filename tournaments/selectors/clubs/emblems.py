"""The emblem of a club."""

from tournaments.models import Club, Emblem


def emblem_digest(club: Club) -> str:
    """Return the SHA-256 of the club's emblem, "" without one; the picture is not read."""
    digest = Emblem.objects.filter(club=club).values_list("digest", flat=True).first()
    return digest or ""


def emblem_picture(club: Club) -> bytes:
    """Return the club's emblem as PNG, b"" without one."""
    picture = Emblem.objects.filter(club=club).values_list("picture", flat=True).first()
    return bytes(picture or b"")


def get_emblem(slug: str, digest: str) -> bytes | None:
    """Return the picture of this club with this digest; None if the club has another one or none."""
    rows = Emblem.objects.filter(club__slug=slug, digest=digest)
    picture_bytes = rows.values_list("picture", flat=True).first()
    return None if picture_bytes is None else bytes(picture_bytes)
