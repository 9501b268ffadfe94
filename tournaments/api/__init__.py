"""The HTTP API for programs and the table's page: each endpoint calls one service or selector."""
