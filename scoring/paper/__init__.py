"""Sheets typed from paper: cells to records, records checked row by row, everything wrong found at once.

Knows rows of cells, not files: who reads CSV or XLSX hands over `Line`s. The columns are made from the
fields of the game, so a new game has its paper sheet by itself.
"""

from scoring.paper.checking import Paper, PaperTable, check_paper
from scoring.paper.columns import Column, columns_of
from scoring.paper.lines import Line, Problem

__all__ = ["Column", "Line", "Paper", "PaperTable", "Problem", "check_paper", "columns_of"]
