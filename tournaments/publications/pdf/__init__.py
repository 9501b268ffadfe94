"""PDF documents (A4) of an event: content and layout. Nothing is computed here.

One module per kind of document; `papers` assembles whole documents, `pages` adds header and footer, `words`
sets text in any language, `fonts` selects the fonts.
"""
