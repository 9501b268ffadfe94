"""The rules page of Points."""

from rules.game import text
from rules.prose import Decision, RulesPage, Situation

SITUATIONS = (
    Situation(text("One player wins and one loses, each 24."), {"points": [24, 0, -24, 0]}),
    Situation(text("A deal without points."), {"points": [0, 0, 0, 0]}),
    Situation(
        text("Half points, if the event allows them."), {"points": [3.5, 0, 1, 0.5]}, options={"halves": True}
    ),
    Situation(
        text("Half points, if the event does not allow them."),
        {"points": [3.5, 0, 1, 1]},
        "points_not_integers",
    ),
    Situation(
        text("The event says that points add up to 0, but these do not."),
        {"points": [24, 0, -20, 0]},
        "points_not_zero_sum",
        options={"zero_sum": True},
    ),
)

PAGE = RulesPage(
    pack=(text("Any pack that your game uses."),),
    seats=(text("Two to eight players; an event may say how many."),),
    deal=(text("The next player deals after every recorded deal."),),
    bidding=(text("As in your game."),),
    play=(text("As in your game; the play is not checked here."),),
    scoring=(
        text(
            "For Skat, Doppelkopf, Hearts, mahjong and all others: the table works out the value of a "
            "deal and records each player's points, negative points too. The sheet adds them up."
        ),
        text("There is no table of points here: the program does not know your game."),
    ),
    record=(
        text("One whole number for every player, or also halves, if the event allows them."),
        text(
            "Where the club counts by sides (Watten, Euchre, Belote), one number for every side: partners sit"
            " opposite each other, and each gets the points of the side."
        ),
    ),
    options=(
        text(
            "The sums and bounds set for the event are checked in every deal, and the last number is "
            "filled in if the sum is known. Several sums are possible: in Hearts a deal has 26 points, or 78 "
            "if one player takes them all."
        ),
    ),
    ending=(
        text(
            "The number of deals is agreed beforehand. The highest total wins, or the lowest if the event "
            "says so; equal totals share a rank."
        ),
    ),
    situations=SITUATIONS,
    decisions=(
        Decision(
            text("What if the lowest total wins in your game?"),
            text("Choose “The lowest total wins” when you make the event, and enter points as they are."),
        ),
    ),
)
