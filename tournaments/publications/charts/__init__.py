"""Charts on a grid: pure functions from data to a `Picture`, which `_picture.html` draws.

Every chart has a title and a description, distinguishes its data by shape and number, never by
colour alone, and is printable.
"""
