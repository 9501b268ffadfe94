"""The Django application: models, services, pages."""
