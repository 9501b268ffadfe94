"""Storage below the models: database file, lock, backup archive, uploads, background work after commits."""
