"""Sheets typed from paper: convert cells to records, check row by row, report all problems at once.

Works on rows of cells, not on files: the reader of a CSV or XLSX file passes `Line`s. The columns come from
the fields of the game, so a new game has its paper sheet automatically.
"""

from scoring.paper.checking import Paper, PaperTable, check_paper
from scoring.paper.columns import Column, columns_of
from scoring.paper.lines import Line, Problem

__all__ = ["Column", "Line", "Paper", "PaperTable", "Problem", "check_paper", "columns_of"]
