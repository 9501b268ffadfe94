"""The Django application: storage, people, pages."""
