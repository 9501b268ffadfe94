"""Pages: a view states method and permission, fetches, calls one service, renders."""
