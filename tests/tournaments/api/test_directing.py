"""What a director does beside the rounds, by programs: decisions, money, lists, paper, players, archives."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.builders import a_club, a_round, a_user, an_event, write_deal
from tests.tournaments.api.programs import Program
from tournaments.models import Adjustment, Event, Member, Payment, Player, Publication, Ruling
from tournaments.services.installation.event_deletion import delete_event
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db
EVENT = "events/autumn/"


@pytest.fixture
def program():
    return Program()


@pytest.fixture
def table():
    event = an_event(slug="autumn", fee_cents=500, deals_per_table={"4": 1})
    table = a_round(event).tables.get()
    write_deal(table)
    return table


@pytest.fixture
def closed(table):
    close_round(round=table.round)
    compute_event_standings(event_id=table.round.event_id)
    return table


def test_points_are_adjusted_and_the_adjustment_is_undone(program, table):
    made = program.post(f"{EVENT}adjustments/", {"number": 1, "points": -5, "reason": "Came late"}, 201)
    assert program.get(f"{EVENT}adjustments/")["results"] == [made]
    assert program.send("delete", f"{EVENT}adjustments/{made['id']}/").status_code == 204
    assert program.get(f"{EVENT}adjustments/")["results"] == []
    assert Adjustment.objects.get().is_undone
    assert program.post(f"{EVENT}adjustments/", {"number": 1, "points": -5, "reason": " "}, 422)["errors"]


def test_a_deal_is_ruled_on_and_the_ruling_is_undone(program, table):
    path = f"{EVENT}tables/{table.public_id}/rulings/"
    made = program.post(path, {"deal": 1, "points": [0, 0, 0, 0], "reason": "Misdeal"}, 201)
    assert program.get(path)["results"] == [made] and made["points"] == [0, 0, 0, 0]
    assert (
        program.post(path, {"deal": 1, "points": [1, 0, 0, 0], "reason": "Again"}, 409)["code"]
        == "ruled_already"
    )
    assert program.send("delete", f"{path}{made['id']}/").status_code == 204
    assert Ruling.objects.get().is_undone and program.get(path)["results"] == []
    anew = program.post(path, {"deal": 1, "points": [1, 0, 0, 0], "reason": "Again"}, 201)
    assert program.get(path)["results"] == [anew]


@pytest.mark.parametrize("wrong", ["0", True, 0.25])
def test_the_points_of_a_ruling_are_whole_numbers_or_halves(wrong, program, table):
    ruling = {"deal": 1, "points": [0, 0, 0, wrong], "reason": "Misdeal"}
    refused = program.post(f"{EVENT}tables/{table.public_id}/rulings/", ruling, 422)
    assert [each["field"] for each in refused["errors"]] == ["points.3"]
    assert not Ruling.objects.exists()


def test_fees_and_payments_are_booked_and_reversed(program, table):
    paid = program.post(f"{EVENT}fees/", {"number": 2})["payment"]
    assert (paid["kind"], paid["cents"], paid["number"]) == ("fee", 500, 2)
    assert program.post(f"{EVENT}fees/", {"number": 2}) == {"payment": None}
    assert program.get(f"{EVENT}fees/")["results"][1]["fee_paid"] == 500
    coffee = program.post(f"{EVENT}payments/", {"kind": "other", "cents": -250, "note": "Coffee"}, 201)
    back = program.send("delete", f"{EVENT}payments/{coffee['id']}/").json()
    assert back["cents"] == 250
    assert sum(each["cents"] for each in program.get(f"{EVENT}payments/")["results"]) == 500
    assert program.post(f"{EVENT}cash_closing/", {"counted": 500}) == {"counted": 500}
    assert program.post(f"{EVENT}fees/", {"number": 2, "kind": "prize"}, 422)["code"] == "kind_unknown"


def test_prizes_are_shown_as_they_stand_and_given_once(program, closed):
    event = closed.round.event
    event.prizes = {"prizes": [{"places": [1], "cents": 1000}]}
    event.save(update_fields=["prizes"])
    answer = program.get(f"{EVENT}prizes/")
    assert answer["results"][0]["cents"] == 1000, answer
    assert program.post(f"{EVENT}prizes/", {"mark": "other"}, 409)["code"] == "prizes_moved"
    assert len(program.post(f"{EVENT}prizes/", {"mark": answer["mark"], "added": 1000})["results"]) == 1
    assert program.post(f"{EVENT}prizes/", {})["results"] == []
    assert Payment.objects.count() == 1


def test_a_list_is_published_once_and_the_results_are_signed_off(program, closed):
    made = program.post(f"{EVENT}lists/", {"stage": "provisional"}, 201)
    assert made["hash"] == Publication.objects.get().digest
    assert program.post(f"{EVENT}lists/", {"stage": "provisional"}, 409)["code"] == "nothing_new"
    assert program.get(f"{EVENT}lists/")["results"] == [made]
    assert program.post(f"{EVENT}freeze/", {"is_frozen": True}) == {"is_frozen": True}
    program.post(f"{EVENT}freeze/", {"is_frozen": False})
    assert program.post(f"{EVENT}sign_off/", {"is_signed_off": True})["signed_off_at"]
    assert program.post(f"{EVENT}sign_off/", {"is_signed_off": True}, 409)["code"] == "signed_off"
    assert program.post(f"{EVENT}sign_off/", {"is_signed_off": False}) == {"signed_off_at": None}


def test_the_results_are_signed_off_and_published_together_or_not_at_all(program, closed):
    version = program.get(f"{EVENT}standings/")["version"]
    refused = program.post(f"{EVENT}sign_off/list/", {"seen": version + 1}, 409)
    assert refused["code"] == "standings_changed"
    assert program.post(f"{EVENT}sign_off/", {"is_signed_off": False}, 409)["code"] == "not_signed_off"
    made = program.post(f"{EVENT}sign_off/list/", {"seen": version}, 201)
    assert made["stage"] == "final" and program.get(f"{EVENT}lists/")["results"] == [made]
    assert program.post(f"{EVENT}sign_off/", {"is_signed_off": True}, 409)["code"] == "signed_off"


def upload(program, path, files, **fields):
    headers = {"Authorization": f"Bearer {program.secret}", "Idempotency-Key": str(sorted(files))}
    sent = {**{name: SimpleUploadedFile(f"{name}.csv", text) for name, text in files.items()}, **fields}
    return program.client.post(f"/api/v1/{path}", sent, headers=headers)


SEATING = b"round,table,seat,player\n1,1,1,Ada\n1,1,2,Ben\n1,1,3,Cleo\n"
SHEETS = b"round,table,deal,points\n1,1,1,24;0;-24\n"


def test_sheets_are_tried_stored_and_refused_whole(program):
    event = an_event(slug="autumn", game="points", deals_per_table={"3": 1})
    for name in ("Ada", "Ben", "Cleo"):
        program.post(f"{EVENT}entrants/", {"entrants": [{"name": name}]}, 201)
    files = {"seating": SEATING, "sheets": SHEETS}
    tried = upload(program, f"{EVENT}sheets/", files, dry_run="true")
    assert (tried.status_code, tried.json()["problems"]) == (200, []) and not event.rounds.exists()
    wrong = upload(program, f"{EVENT}sheets/", {"seating": SEATING, "sheets": SHEETS.replace(b"24;", b"x;")})
    assert wrong.status_code == 409 and wrong.json()["code"] == "key_reused"
    files["totals"] = b"round,table,seat,total\n1,1,1,24\n"
    stored = upload(program, f"{EVENT}sheets/", files)
    assert (stored.status_code, stored.json()["stored"]) == (200, 1), stored.content
    lost = upload(program, f"{EVENT}sheets/", {"seating": SEATING})
    assert (lost.status_code, lost.json()["code"]) == (422, "file_missing")


def test_a_game_has_what_a_form_needs(program):
    assert len(program.get("games/")["results"]) > 10
    game = program.get("games/fipsen-prisdorf/")
    assert {"label", "default", "kind"} <= set(game["options"][0])
    assert {"contract", "dealer"} <= {each["name"] for each in game["fields"]}
    assert program.send("get", "games/chess/").status_code == 404


def test_a_club_is_founded_renamed_and_gets_members(program):
    club = program.post("clubs/", {"name": "Kartenfreunde"}, 201)
    a_user("ben")
    path = f"clubs/{club['slug']}/"
    assert program.change(path, {"name": "Kartenfreunde Holm"})["name"] == "Kartenfreunde Holm"
    ben = program.post(f"{path}members/", {"username": "ben", "role": "scorer"}, 201)
    assert program.change(f"{path}members/{ben['id']}/", {"role": "director"})["role"] == "director"
    program.change(f"{path}members/{ben['id']}/", None, "delete", 204)
    assert [each["username"] for each in program.get(f"{path}members/")["results"]] == ["ada"]
    assert Member.objects.count() == 1


def test_players_are_listed_changed_merged_and_forgotten(program):
    club = a_club()
    one, two = (Player.objects.create(club=club, name=name) for name in ("Anna Krüger", "Anna Krueger"))
    path = f"clubs/{club.slug}/players/"
    changed = program.change(f"{path}{one.pk}/", {"categories": ["women"], "member_number": "17"})
    assert (changed["categories"], changed["member_number"]) == (["women"], "17")
    program.post(f"{path}{one.pk}/merge/", {"duplicate": two.pk})
    assert [each["name"] for each in program.get(path)["results"]] == ["Anna Krüger"]
    program.change(f"{path}{one.pk}/", None, "delete", 204)
    assert program.get(path)["results"] == []


def test_an_archive_goes_to_another_club(program, closed):
    archive = program.send("get", f"{EVENT}archive/")
    assert archive["Content-Type"] == "application/zip"
    other = program.post("clubs/", {"name": "Kartenfreunde"}, 201)["slug"]
    content = b"".join(archive) if archive.streaming else archive.content
    delete_event(event=closed.round.event)
    made = upload(program, "events/archive/", {"file": content}, club=other)
    assert made.status_code == 201, made.content
    assert Event.objects.get(slug=made.json()["slug"]).club.slug == other
    broken = Program(scopes=["direct"])
    refused = upload(broken, "events/archive/", {"file": b"no zip"}, club=other)
    assert (refused.status_code, refused.json()["code"]) == (422, "archive_refused")


def test_a_series_is_made_changed_and_copied(program, closed):
    club = closed.round.event.club.slug
    made = program.post("series/", {"club": club, "name": "Season", "events": ["autumn"]}, 201)
    path = f"series/{made['slug']}/"
    assert (made["events"], made["is_published"]) == (["autumn"], False)
    assert program.send("get", path).status_code == 200
    changed = program.change(path, {"is_published": True, "events": []}, read=f"{path}settings/")
    assert (changed["is_published"], changed["events"]) == (True, [])
    copied = program.post(f"{path}copy/", {"name": "Next season"}, 201)
    assert (copied["events"], copied["is_published"]) == ([], False)
    theirs = {"club": club, "name": "X", "events": ["theirs"]}
    assert program.post("series/", theirs, 404)["code"] == "not_found"


def test_an_event_is_cancelled_hidden_and_closed(program):
    an_event(slug="autumn")
    path = f"{EVENT}state/"
    assert program.post(path, {"is_cancelled": True}, 409)["code"] == "reason_missing"
    answer = program.post(path, {"is_cancelled": True, "reason": "The hall is closed.", "is_unlisted": True})
    assert answer == {"is_cancelled": True, "is_unlisted": True, "is_closed": False}
    program.post(path, {"is_cancelled": False, "is_closed": True})
    assert program.get(path) == {"is_cancelled": False, "is_unlisted": True, "is_closed": True}


def test_a_decision_is_tried_before_it_is_taken(program, closed):
    body = {"number": 1, "points": -500, "reason": "Came late", "dry_run": True}
    tried = program.post(f"{EVENT}adjustments/", body)["consequences"]
    assert tried["ranks"][-1]["number"] == 1 and not Adjustment.objects.exists()
    made = program.post(f"{EVENT}adjustments/", {**body, "dry_run": False}, 201)
    path = f"{EVENT}adjustments/{made['id']}/"
    back = program.send("delete", f"{path}?dry_run=true", key="back")
    assert back.json()["consequences"]["ranks"] and not Adjustment.objects.get().is_undone
    assert program.send("delete", f"{path}?dry_run=yes").json()["code"] == "bad_request"
    assert program.send("delete", path, key="back").json()["code"] == "key_reused"
    assert program.send("delete", path).status_code == 204
    rulings = f"{EVENT}tables/{closed.public_id}/rulings/"
    ruling = {"deal": 1, "points": [0, 0, 0, 0], "reason": "Misdeal", "dry_run": True}
    assert program.post(rulings, ruling)["consequences"]["ranks"] and not Ruling.objects.exists()
    opened = program.post(f"{EVENT}rounds/1/open/", {"dry_run": True})
    assert opened["status"] == "closed" and opened["consequences"]["notes"]


def test_the_prize_key_is_tried_and_replaced_as_it_was_seen(program, closed):
    path, prizes = f"{EVENT}prizes/key/", [{"places": [1], "cents": 700}, {"places": [2, 3], "thing": "Ham"}]
    assert program.get(path)["prizes"] == []
    tried = program.post(f"{EVENT}prizes/preview/", {"prizes": prizes, "ties": "lot"})
    assert tried["results"][0]["cents"] == 700
    assert program.get(path)["prizes"] == []
    changed = program.change(path, {"prizes": prizes, "ties": "lot", "series": ["A cup"]}, "put")
    usual = {"pot": ["fee", "lost_deals"], "shares": {"fee": 1000, "lost_deals": 1000}, "best_of_lists": 0}
    usual["one_prize_each"] = False
    assert changed == {"prizes": prizes, "ties": "lot", "series": ["A cup"], **usual}
    half = {"shares": {"lost_deals": 400}, "best_of_lists": 600}
    changed = program.change(path, {**changed, **half}, "put")
    assert changed["shares"] == {"fee": 1000, "lost_deals": 400} and changed["best_of_lists"] == 600
    above = {**changed, "best_of_lists": 601}
    assert "get 1001 thousandths" in program.change(path, above, "put", 422)["errors"][0]["message"]
    answer = program.post(f"{EVENT}prizes/preview/", half | {"prizes": prizes, "ties": "lot"})
    assert answer["sources"] == [] and answer["results"][0]["lists"] == []
    assert program.send("put", path, changed).status_code == 428
    assert program.send("put", path, changed, **{"If-Match": '"old"'}).json()["current"] == changed
    shares = {"prizes": [{"places": [1, 2], "share": 600}], "ties": "share"}
    assert program.change(path, shares, "put", 422)["code"] == "prizes_invalid"
    two = {"prizes": [{"places": [1], "share": 600, "cents": 5}], "ties": "share"}
    assert program.post(f"{EVENT}prizes/preview/", two, 422)["code"] == "prizes_invalid"
    assert program.change(path, {"prizes": [{"places": []}]}, "put", 422)["code"] == "body_invalid"
    assert program.get(path) == changed
