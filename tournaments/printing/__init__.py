"""Papers as PDF (A4): what is printed of an event and what it looks like. Nothing is computed here.

One file for each kind of paper; `papers` puts whole documents together, `pages` gives them head and foot,
`words` sets text of any language, `fonts` finds what to set it in.
"""
