"""The documents that are made from the code; `python3 run.py documents` writes them."""
