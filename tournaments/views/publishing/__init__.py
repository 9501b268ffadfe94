"""Public pages, files and the wall screen."""
