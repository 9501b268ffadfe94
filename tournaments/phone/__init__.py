"""The program a table's page runs in a worker: our own Python modules, made light enough for a phone."""
