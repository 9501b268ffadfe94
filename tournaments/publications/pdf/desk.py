"""Papers for the desk and the door: lists of people, receipts to sign for prizes, a list of envelopes.

Each function returns the frame and the content of one document, in the active language.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise, zip_longest

from django.utils.translation import gettext, pgettext
from reportlab.lib.colors import black
from reportlab.lib.units import mm
from reportlab.platypus import CondPageBreak, KeepTogether, PageBreak, Spacer, Table

from tournaments.models import Admission, Entrant, Event, RoundStatus, Seat
from tournaments.publications.pdf.fonts import BOLD, REGULAR
from tournaments.publications.pdf.frames import page_frame
from tournaments.publications.pdf.pages import HAIR, WIDTH, Paper, Part, Story, first_title, table
from tournaments.publications.pdf.standings import LEAST_SIZE, padding_for, sizes_for
from tournaments.publications.pdf.words import cell, heading, paragraph, text_width
from tournaments.selectors.cash.prize_plan import Win, prize_words
from tournaments.selectors.competitions.teams import TeamSeen
from tournaments.wording.lists import in_a_list, in_brackets, labelled
from tournaments.wording.money import money_text
from tournaments.wording.names import name_of
from tournaments.wording.person_names import sorted_as
from tournaments.wording.screen_layout import heading as range_heading
from tournaments.wording.screen_layout import share

SURNAME, NUMBER, TABLE = "surname", "number", "table"
ORDERS = (SURNAME, NUMBER, TABLE)
Places = Mapping[int, tuple[int, int]]  # table and seat by start number
ROOM = 30 * mm  # below the name of a club, else it begins on the next page
HEAD = 8.0  # size of the words above the columns
GRID = ("GRID", (0, 1), (-1, -1), HAIR, black)
BOXES = (("INNERGRID", (-1, 1), (-1, -1), HAIR, black), ("BOX", (-1, 1), (-1, -1), HAIR, black))
LAST = (10_000, 0)  # a place behind all others


def people_part(event: Event, places: Places, order: str, split: int) -> Part:
    """Return everybody who is entered, in this order, cut into so many lists that begin on a new page."""
    paper = page_frame(event, gettext("List of everybody"))
    people = in_order(people_of(event), places, order)
    keys = [key_in(each, places, order) for each in people]
    story: Story = [*first_title(paper)]
    shares = [each for each in shares_of(keys, order, split) if each]
    for number, shown in enumerate(shares):
        title = [heading(said_range(keys, shown, order), before=0)] if len(shares) > 1 else []
        story += [*([PageBreak()] if number else []), *title]
        story.append(people_table([people[at] for at in shown], places, len(shown) + len(title)))
    return paper, story


def shares_of(keys: Sequence[str], order: str, split: int) -> list[range]:
    """Return which places of a list each part has: cut where a letter ends, or a table."""
    if order == SURNAME and keys:
        return [share(keys, part, split, 1) for part in range(1, split + 1)]
    bounds = [len(keys) * part // split for part in range(split + 1)]
    whole = [next((at for at in range(each, len(keys)) if keys[at] != keys[at - 1]), each) for each in bounds]
    return [range(*ends) for ends in pairwise([0, *whole[1:-1], len(keys)])]


def said_range(keys: Sequence[str], shown: range, order: str) -> str:
    """Return from where to where a part of a list goes."""
    if order == SURNAME:
        return range_heading(keys, shown)
    return " – ".join(dict.fromkeys((keys[shown[0]], keys[shown[-1]])))


def clubs_part(event: Event, places: Places) -> Part:
    """Return everybody by the club or team beside their name; who has none comes last."""
    paper = page_frame(event, gettext("List by club"))
    people = sorted(people_of(event), key=lambda each: (not each.team, each.team, *order_by_name(each)))
    story: Story = [*first_title(paper)]
    lines = len(people) + 4 * len({each.team for each in people})  # a name, a head and some air for each club
    for team, members in groupby(people, key=lambda each: each.team):
        own = list(members)
        called = team or gettext("without a club")
        title = called + in_brackets(len(own))
        story += [CondPageBreak(ROOM), paragraph(title, style=BOLD, size=13, before=10, after=4)]
        story.append(people_table(own, places, lines))
    return paper, story


def people_of(event: Event) -> list[Entrant]:
    """Return who is entered, by start number; one query."""
    entered = event.entrants.filter(admission=Admission.ENTERED).select_related("player", "partner")
    return list(entered.order_by("number"))


def in_order(people: Sequence[Entrant], places: Places, order: str) -> list[Entrant]:
    """Return people by surname, start number or table."""
    if order == SURNAME:
        return sorted(people, key=order_by_name)
    if order == TABLE:
        return sorted(people, key=lambda each: (*places.get(each.number, LAST), each.number))
    return list(people)


def order_by_name(entrant: Entrant) -> tuple[tuple[str, ...], int]:
    """Return the place of an entrant in a list by surname."""
    return sorted_as(entrant.player.name, entrant.player.reading), entrant.number


def key_in(entrant: Entrant, places: Places, order: str) -> str:
    """Return the text by which a list in this order is cut."""
    if order == SURNAME:
        return ", ".join(filter(None, sorted_as(entrant.player.name, entrant.player.reading)[:2]))
    if order == TABLE:
        return str(places[entrant.number][0]) if entrant.number in places else "–"
    return str(entrant.number)


def people_table(people: Sequence[Entrant], places: Places, lines: int) -> Table:
    """Return a table of people with a box to tick, as large as a page of so many lines allows."""
    widths = (14 * mm, 64 * mm, WIDTH - 116 * mm, 16 * mm, 14 * mm, 8 * mm)
    size = size_of_people(people, (widths[1] - 6, widths[2] - 6), lines)
    head = [
        pgettext("start number", "No."),
        gettext("Player"),
        gettext("Team or club"),
        gettext("Table"),
        gettext("Seat"),
        "",
    ]
    rows = []
    for each in people:
        seat = places.get(each.number)
        words = (name_of(each), widths[1] - 6), (each.team, widths[2] - 6)
        cells = [cell(word, width, size=size) for word, width in words]
        rows.append([str(each.number), *cells, *map(str, seat or ("", "")), ""])
    left, padding = ("ALIGN", (1, 0), (2, -1), "LEFT"), padding_for(lines, size)
    return table(head, rows, widths, left, *BOXES, size=size, head_size=HEAD, padding=padding)


def size_of_people(people: Sequence[Entrant], widths: tuple[float, float], lines: int) -> float:
    """Return the size of the text: as large as fills the page, if names and clubs take one line."""
    words = [pair for each in people for pair in zip((name_of(each), each.team), widths, strict=True)]
    enough = (
        size
        for size in sizes_for(lines)
        if all(text_width(word, REGULAR, size) <= width for word, width in words)
    )
    return next(enough, LEAST_SIZE)


# Teams


def substitutes_part(event: Event, teams: Sequence[TeamSeen]) -> Part:
    """Return a list of substitutions for each team, on a page of its own, to be filled in and signed.

    Substitutes who have played already stand there, beside the members who have not.
    """
    paper = page_frame(event, gettext("Lists of substitutions"))
    played = players_by_round(event)
    story: Story = [*first_title(paper)]
    for at, team in enumerate(teams):
        title = gettext("Team %(number)s: %(name)s") % {"number": team.team.number, "name": team.name}
        groups = [(gettext("Members"), team.members), (gettext("Substitutes"), team.substitutes)]
        story += [PageBreak()] if at else []
        story += [
            heading(title, before=0),
            *(
                paragraph(labelled(label, names_in(people)), size=9, after=3)
                for label, people in groups
                if people
            ),
            substitutions_table(event, team, played),
            paragraph(gettext("For the team: ____________________   Director: ____________________"), size=9),
        ]
    return paper, story


def names_in(people: Iterable[Entrant]) -> str:
    """Return start numbers and names in one line."""
    return in_a_list(f"{each.number} {name_of(each)}" for each in people)


def players_by_round(event: Event) -> dict[int, set[int]]:
    """Return the start numbers of who has a seat in each released round; one query."""
    seats = Seat.objects.filter(part__table__round__event=event).exclude(
        part__table__round__status=RoundStatus.DRAFT
    )
    played: defaultdict[int, set[int]] = defaultdict(set)
    for round_number, number in seats.values_list("part__table__round__number", "entrant__number"):
        played[round_number].add(number)
    return dict(sorted(played.items()))


def substitutions_table(event: Event, team: TeamSeen, played: Mapping[int, set[int]]) -> Table:
    """Return the lines of one team: the known ones, then two empty ones for each planned round."""
    rows = []
    for number, there in played.items():
        gone = [each for each in team.members if each.number not in there]
        come = [each for each in team.substitutes if each.number in there]
        for goes, comes in zip_longest(gone, come) if come else ():
            rows.append([str(number), *(names_in([each]) if each else "" for each in (goes, comes)), "", ""])
    rows += [[""] * 5] * (2 * (event.planned_rounds or 2))
    widths = (16 * mm, 55 * mm, 55 * mm, 20 * mm, WIDTH - 146 * mm)
    head = [
        gettext("List"),
        gettext("Goes out"),
        gettext("Comes in"),
        gettext("Before deal"),
        gettext("Signature"),
    ]
    space = [("TOPPADDING", (0, 1), (-1, -1), 8), ("BOTTOMPADDING", (0, 1), (-1, -1), 8)]
    return table(head, rows, widths, ("ALIGN", (1, 0), (2, -1), "LEFT"), GRID, *space)


# Prizes


def envelopes_part(event: Event, wins: Sequence[Win]) -> Part:
    """Return a line for each envelope with a prize, and the sum of all."""
    paper = page_frame(event, gettext("Envelopes with prizes"))
    widths = (16 * mm, 70 * mm, WIDTH - 94 * mm, 8 * mm)
    rows = [
        [str(each.rank or "–"), cell(each.name, widths[1] - 6), cell(prize_of(each), widths[2] - 6), ""]
        for each in wins
    ]
    rows.append(["", gettext("All prizes together"), money_text(sum(each.cents for each in wins)), ""])
    left = ("ALIGN", (1, 0), (2, -1), "LEFT")
    head = [gettext("Rank"), gettext("Player"), gettext("Prize"), ""]
    return paper, [*first_title(paper), table(head, rows, widths, left, *BOXES)]


def receipts_part(event: Event, wins: Sequence[Win]) -> Part:
    """Return a receipt for each winner to sign."""
    paper = page_frame(event, gettext("Receipts for prizes"), has_emblem=False)
    return paper, [receipt(paper, each) for each in wins]


def receipt(paper: Paper, win: Win) -> KeepTogether:
    """Return one receipt: for what, how much, and lines to sign."""
    words = gettext("%(name)s has received: %(prize)s") % {"name": win.name, "prize": prize_of(win)}
    rank = gettext("Rank %(rank)s") % {"rank": win.rank} if win.rank else ""
    lines = Table(
        [["", "", ""], [gettext("Place and date"), "", gettext("Signature")]],
        colWidths=[70 * mm, WIDTH - 150 * mm, 80 * mm],
        rowHeights=[14 * mm, 6 * mm],
    )
    font = paragraph("", size=8).style.fontName
    lines.setStyle(
        [
            ("FONT", (0, 0), (-1, -1), font, 8),
            ("LINEABOVE", (0, 1), (0, 1), HAIR, black),
            ("LINEABOVE", (2, 1), (2, 1), HAIR, black),
        ]
    )
    return KeepTogether(
        [
            paragraph(gettext("Receipt"), style=BOLD, size=13, after=2),
            paragraph(" · ".join(filter(None, (paper.event, paper.facts, rank))), size=8, after=4),
            paragraph(words, size=11),
            lines,
            Spacer(0, 6 * mm),
        ]
    )


def prize_of(win: Win) -> str:
    """Return what somebody wins, in words."""
    return prize_words(win.cents, win.things)
