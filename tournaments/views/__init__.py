"""Pages: each view declares its method and permission, loads, calls one service and renders."""
