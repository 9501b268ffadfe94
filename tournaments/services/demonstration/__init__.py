"""The demonstration event, played by simulated players."""
