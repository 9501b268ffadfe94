"""Events: create, change, copy, close."""
