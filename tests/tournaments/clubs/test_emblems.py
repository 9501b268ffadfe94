"""The emblem of a club: what is refused, where it is shown, who may change it, and how it is kept."""

import struct
import zlib
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from scoring.not_possible import NotPossible
from tests.builders import a_club, an_event
from tests.tournaments.pictures import a_picture
from tests.tournaments.visitors import ada, dov, stranger
from tournaments.models import Club, Emblem
from tournaments.selectors.clubs.members import emblem_picture
from tournaments.services.clubs.lifecycle import set_emblem
from tournaments.services.installation.event_export import document_of
from tournaments.services.installation.event_import import take_emblem
from tournaments.services.installation.stored_rows import insert_rows, row_lines
from tournaments.storage.uploads.pictures import MOST_PICTURE_BYTES, stored_picture

pytestmark = pytest.mark.django_db


def several(kind):
    """Return a file of two pictures: an animated PNG, or a JPEG as phones make it."""
    return a_picture(kind=kind, save_all=True, append_images=[Image.new("RGB", (90, 60), "red")])


def opened(content):
    return Image.open(BytesIO(content))


def a_bomb(side):
    """Return a small PNG file whose head claims so many pixels."""
    body = b"IHDR" + struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    head = struct.pack(">I", 13) + body + struct.pack(">I", zlib.crc32(body))
    return b"\x89PNG\r\n\x1a\n" + head + a_picture()[33:]


@pytest.mark.parametrize(
    ("content", "size", "mode"),
    [
        (a_picture((3000, 1500)), (600, 300), "RGB"),
        (a_picture((40, 900), "JPEG"), (27, 600), "RGB"),
        (a_picture(mode="RGBA"), (90, 60), "RGBA"),
        (a_picture(kind="JPEG", mode="CMYK"), (90, 60), "RGB"),
        (a_picture(mode="P"), (90, 60), "RGB"),
        (several("MPO"), (90, 60), "RGB"),
    ],
)
def test_a_picture_is_stored_as_png_of_at_most_600_pixels(content, size, mode):
    stored = opened(stored_picture(content))
    assert (stored.format, stored.size, stored.mode) == ("PNG", size, mode)


@pytest.mark.usefixtures("files_read_apart")
def test_a_photo_is_stored_upright_and_without_what_it_says_about_its_maker():
    exif = Image.Exif()
    exif[0x0112], exif[0x013B] = 6, "Ada Lovelace"
    stored = stored_picture(a_picture(kind="JPEG", exif=exif))
    assert opened(stored).size == (60, 90)
    assert b"Lovelace" not in stored
    assert opened(stored).info == {}


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        (b"", "picture_unreadable", "PNG or JPEG"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "picture_unreadable", "PNG or JPEG"),
        (a_picture(kind="GIF"), "picture_unreadable", "PNG or JPEG"),
        (a_picture()[:60], "picture_unreadable", "PNG or JPEG"),
        (a_picture((300, 300), "JPEG")[:400], "picture_unreadable", "PNG or JPEG"),
        (a_picture((4001, 1)), "picture_too_wide", "4001 × 1"),
        (several("PNG"), "picture_animated", "this file has 2"),
        (a_bomb(9_000), "picture_too_wide", "9000 × 9000"),
        (b"x" * (MOST_PICTURE_BYTES + 1), "picture_too_large", "2 MB"),
    ],
)
def test_anything_else_is_refused_with_a_sentence(content, code, words):
    with pytest.raises(NotPossible) as refused:
        stored_picture(content)
    assert refused.value.code == code
    assert words in refused.value.message


@pytest.mark.usefixtures("files_read_apart")
def test_a_decompression_bomb_is_refused_before_it_is_unpacked():
    with pytest.raises(NotPossible):
        stored_picture(a_bomb(50_000))


def uploaded(client, club, content, name="emblem.png"):
    return client.post(f"/clubs/{club.slug}/emblem/", {"picture": SimpleUploadedFile(name, content)})


def test_owners_upload_replace_and_remove_it_and_pages_show_it():
    club, browser = a_club(), ada()
    event = an_event(club=club, is_published=True)
    shown = [f"/clubs/{club.slug}/", f"/events/{event.slug}/", f"/events/{event.slug}/wall/"]
    for content in (a_picture(), a_picture((50, 50))):
        assert uploaded(browser, club, content).status_code == 302
        address = f"/clubs/{club.slug}/emblem/{Emblem.objects.get().digest}.png"
        for page in [*shown, f"/clubs/{club.slug}/members/"]:
            assert f'src="{address}"' in browser.get(page).content.decode(), page
    answer = stranger().get(address)
    assert (answer["Content-Type"], answer.content) == ("image/png", stored_picture(a_picture((50, 50))))
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    browser.post(f"/clubs/{club.slug}/emblem/", {"remove": "yes"})
    assert stranger().get(address).status_code == 404
    assert all("emblem/" not in stranger().get(page).content.decode() for page in shown)


@pytest.mark.parametrize("content", [b"<svg/>", b"x" * (MOST_PICTURE_BYTES + 1)])
def test_a_refused_file_is_a_sentence_in_the_form_and_the_present_emblem_stays(content):
    club = a_club()
    kept = set_emblem(club=club, content=a_picture())
    answer = uploaded(ada(), club, content)
    assert answer.status_code == 422
    assert len(answer.context["emblem_form"].errors["picture"]) == 1
    assert emblem_picture(club) == kept.picture


def test_only_owners_change_it():
    club = a_club()
    assert uploaded(stranger(), club, a_picture()).status_code == 302
    assert uploaded(dov(), club, a_picture()).status_code == 404
    assert not Emblem.objects.exists()


def test_the_address_of_another_clubs_picture_is_none_of_ours():
    ours, theirs = a_club(), a_club("dov", "Kartenfreunde Elmshorn")
    digest = set_emblem(club=ours, content=a_picture()).digest
    assert stranger().get(f"/clubs/{theirs.slug}/emblem/{digest}.png").status_code == 404


def test_backups_hold_it():
    set_emblem(club=a_club(), content=a_picture())
    lines, before = list(row_lines(Emblem)), Emblem.objects.values_list().get()
    Emblem.objects.all().delete()
    assert insert_rows(Emblem, lines) == 1
    assert Emblem.objects.values_list().get() == before


def test_the_archive_of_an_event_holds_it_for_a_club_of_that_name_without_one():
    event = an_event()
    set_emblem(club=event.club, content=a_picture())
    archived, before = document_of(event)["club"], emblem_picture(event.club)
    namesake = Club.objects.create(name=event.club.name, slug="namesake")
    other = a_club("dov", "Kartenfreunde Elmshorn")
    for club in (namesake, other):
        take_emblem(club, archived)
    assert emblem_picture(namesake) == before
    assert emblem_picture(other) == b""
