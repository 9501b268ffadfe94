"""Sheet files with headings of three languages and in other layouts; no database."""

import pytest

from rules import get_game
from scoring.paper import Line
from tournaments.services.paper.layouts import laid_out

FIPSEN, POINTS, SKAT = get_game("fipsen-prisdorf"), get_game("points"), get_game("skat")
SEATING = "round,table,seat,player\n1,1,1,Ada\n1,1,2,Ben Ost\n1,1,3,Cleo"
SHEETS = "round,table,deal,points\n1,1,1,3;0;-3"


def read(text):
    return [Line(number, tuple(line.split(","))) for number, line in enumerate(text.splitlines(), 1)]


def written(lines):
    return "\n".join(",".join(line.cells) for line in lines)


def seating_of(text):
    return written(laid_out(POINTS, read(text), read(SHEETS))[0])


def sheets_of(text, game=POINTS, seating=SEATING):
    return written(laid_out(game, read(seating), read(text))[1])


@pytest.mark.parametrize(
    "headings",
    [
        "Round,Table,Seat,Player",
        "Runde,Tisch,Platz,Spieler",
        "ラウンド,卓,席,プレイヤー",
        "RD.,tisch,Sitz,Name",
    ],
)
def test_a_seating_is_read_in_every_language(headings):
    assert seating_of(SEATING.replace("round,table,seat,player", headings)) == SEATING


def test_columns_may_stand_in_any_order_below_title_rows():
    text = "Vereinsabend\nSpieler,Platz,Tisch,Runde\nAda,1,1,1"
    assert seating_of(text) == "player,seat,table,round\nAda,1,1,1"


@pytest.mark.parametrize("seat", ["Platz {}", "Seat {}", "席{}", "Spieler {}", "{}"])
def test_a_column_for_each_seat_is_a_row_for_each_seat(seat):
    headings = ",".join(seat.format(number) for number in (1, 2, 3))
    seating = seating_of(f"Runde,Tisch,{headings}\n1,1,Ada,Ben Ost,Cleo\n1,2,Dov,Emil,")
    assert seating == SEATING + "\n1,2,1,Dov\n1,2,2,Emil"


@pytest.mark.parametrize(
    ("headings", "cells"),
    [
        ("Runde,Tisch,Spiel,Alleinspieler,Spielart,Gebot,Trumpf,Skat", "1,1,4,2,tricks,3,Kreuz,ja"),
        (
            "ラウンド,卓,ディール,デクレアラー,コントラクト,ビッド,切り札,スカート",
            "1,1,4,2,tricks,3,クラブ,はい",
        ),
        ("Round,Table,Deal,Declarer,Contract,Bid,Trumps,Skat", "1,1,4,2,tricks,3,Clubs,yes"),
    ],
)
def test_the_fields_of_a_game_are_read_by_their_labels(headings, cells):
    sheets = sheets_of(f"{headings}\n{cells}", FIPSEN)
    expected = "round,table,deal,declarer_seat,contract,bid,trump,took_skat\n1,1,4,2,tricks,3,C,yes"
    assert sheets == expected


@pytest.mark.parametrize("game", ["skat", "doppelkopf", "schafkopf"])
@pytest.mark.parametrize("heading", ["Spiel", "Spielart", "Game", "ゲーム"])
def test_spiel_is_the_contract_where_another_column_numbers_the_deals(game, heading):
    rows = sheets_of(f"Runde,Tisch,Nr.,{heading}", get_game(game))
    assert rows.startswith("round,table,deal,contract")


def test_spiel_is_the_deal_where_no_other_column_numbers_them():
    assert sheets_of("Runde,Tisch,Spiel,Ergebnis", SKAT).startswith("round,table,deal,result")


def test_an_unknown_heading_stays_as_it_is():
    assert sheets_of("Runde,Tisch,Spiel,Wetter", FIPSEN) == "round,table,deal,Wetter"


def test_a_column_for_each_player_follows_the_seats():
    text = "Runde,Tisch,Spiel,Cleo,Ada,Ben Ost\n1,1,1,-3,3,0\n1,1,2,1,,-1"
    assert sheets_of(text) == "round,table,deal,points\n1,1,1,3;0;-3\n1,1,2,;-1;1"


def test_columns_of_players_at_other_tables_are_left_out():
    seating = SEATING + "\n1,2,1,Dov\n1,2,2,Emil"
    text = "Runde,Tisch,Spiel,Ada,Ben Ost,Cleo,Dov,Emil\n1,2,1,,,,5,-5\n1,1,1,3,0,-3,,9"
    assert sheets_of(text, seating=seating) == "round,table,deal,points\n1,2,1,5;-5\n1,1,1,3;0;-3;9"


def test_a_row_for_each_player_is_a_row_for_each_deal():
    text = "Runde,Tisch,Spiel,Spieler,Punkte\n1,1,1,Cleo,-3\n1,1,1,Ada,3\n1,1,1,Ben Ost,0"
    assert sheets_of(text) == SHEETS
    assert (
        sheets_of(
            text.replace("Spieler", "Platz").replace("Cleo", "3").replace("Ada", "1").replace("Ben Ost", "2")
        )
        == SHEETS
    )


def test_lines_keep_their_numbers():
    lines = laid_out(
        POINTS, read(SEATING), read("Abend\n\nRunde,Tisch,Spiel,Ada,Ben Ost,Cleo\n1,1,1,3,0,-3")
    )[1]
    assert [line.number for line in lines] == [3, 4]


def test_files_without_known_headings_stay_as_they_are():
    assert sheets_of("a,b\n1,2") == "a,b\n1,2" and sheets_of("") == ""
