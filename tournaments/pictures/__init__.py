"""Pictures as figures on squared paper: pure functions from data to a `Picture`, drawn by `_picture.html`.

Every picture has a title and a description, is read by shape and figure, never by colour
alone, and prints.
"""
