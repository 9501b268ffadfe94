"""What makes a release: the locks, the bundle for people without Python, and the list of checks."""
