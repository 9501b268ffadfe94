"""Use cases: the only code that writes. Each is one function in one transaction and says what it raises."""
