"""The rules page of Points."""

from rules.game import text
from rules.prose import Decision, RulesPage

PAGE = RulesPage(
    pack=(text("Whatever your game is played with."),),
    seats=(text("Two to eight players; an event may say how many."),),
    deal=(text("The deal passes on after every deal that is written down."),),
    bidding=(text("As your game has it."),),
    play=(text("As your game has it; nothing of it is checked here."),),
    scoring=(
        text(
            "For Skat, Doppelkopf, Hearts, mahjong and all others: the table works out what a deal"
            " is worth and writes down everybody's points, minus points too. The sheet adds them up."
        ),
        text("There is no table of points here: the game does not know your game."),
    ),
    record=(text("One whole number for every player."),),
    options=(
        text(
            "What an event says of its sums and bounds is checked in every deal, and the last"
            " number is filled in where the sum is known."
        ),
    ),
    ending=(
        text("The number of deals is agreed beforehand. The highest total wins; equal totals share a rank."),
    ),
    decisions=(
        Decision(
            text("In your game the lowest total wins?"),
            text("Write minus points down as minus points: here the highest total wins."),
        ),
    ),
)
