"""Marked sheets: pages of boxes made from the fields of a game, and what their marks say.

Without a database and without a picture; `marked.reading` reads photographs and needs the extra `photos`.
"""
