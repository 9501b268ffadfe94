"""The base class of the shapes that models have as answers, and fields that they share."""

from datetime import datetime
from typing import Any

from django.db import models
from rest_framework import serializers as s

from tournaments.models import Entrant
from tournaments.wording.names import name_of


class Moment(s.DateTimeField):
    """A date and a time with its zone, as it is stored: in UTC."""

    def to_representation(self, value: datetime) -> str:
        """Return the time in UTC."""
        return value.isoformat()


class ModelShape(s.ModelSerializer[Any]):
    """A model as it is answered: the fields tell it and describe it."""

    serializer_field_mapping = {
        **s.ModelSerializer.serializer_field_mapping,
        models.DateTimeField: Moment,
    }

    def build_standard_field(self, field_name: str, model_field: Any) -> Any:
        """Return a field of the model; choices are described by their values alone."""
        kind, more = super().build_standard_field(field_name, model_field)
        if "choices" in more:
            more["choices"] = model_field.choices and [value for value, _ in model_field.choices]
        return kind, more


class NameOfEntrant(s.CharField):
    """The name of the entrant to whom a row belongs."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"source": "entrant", "allow_blank": True, **more})

    def to_representation(self, value: Entrant) -> str:  # type: ignore[override]
        """Return the name as pages show it."""
        return name_of(value)
