"""Marked sheets: pages of boxes made from the fields of a game, and the meaning of their marks.

Without a database and without a picture; `marked.reading` reads photographs and needs the extra `photos`.
"""
