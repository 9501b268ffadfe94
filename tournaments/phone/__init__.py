"""The program that a table's page runs in a worker: our Python modules, reduced for a phone."""
