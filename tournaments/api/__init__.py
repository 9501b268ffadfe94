"""HTTP for programs and for the table's page: doors to one service or selector each."""
