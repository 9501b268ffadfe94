"""Dataclasses without generated code: the trimmed class names its fields in `__match_args__`."""

from typing import Any

MISSING: Any = object()


class Field:
    """One field: its name and its default."""

    def __init__(self, default: Any = MISSING, default_factory: Any = MISSING) -> None:
        self.name = ""
        self.default = default
        self.default_factory = default_factory

    def value(self) -> Any:
        """Return the field's default."""
        return self.default if self.default_factory is MISSING else self.default_factory()


field = Field


def dataclass(cls: Any = None, *, eq: bool = True, **manner: bool) -> Any:
    """Return the class with its fields, those of its base first; compared by value unless `eq` is False."""
    if cls is None:
        return lambda decorated: dataclass(decorated, eq=eq, **manner)
    known = dict(getattr(cls, "__dataclass_fields__", {}))
    for name in cls.__dict__.get("__match_args__", ()):
        known[name] = field_of(cls, name)
    cls.__dataclass_fields__ = known
    cls.__init__ = begin
    if eq:
        cls.__eq__ = is_equal
        cls.__hash__ = hash_of
    return cls


def field_of(cls: Any, name: str) -> Field:
    """Return the field of this name as the class body defines it."""
    default = cls.__dict__.get(name, MISSING)
    field = default if isinstance(default, Field) else Field(default)
    field.name = name
    return field


def begin(self: Any, *values: Any, **named: Any) -> None:
    """Set the fields: the `__init__` of every dataclass."""
    own = self.__dict__
    given = dict(zip(self.__dataclass_fields__, values, strict=False))
    for name, each in self.__dataclass_fields__.items():
        if name in named:
            own[name] = named[name]
        elif name in given:
            own[name] = given[name]
        else:
            own[name] = each.value()


def values_of(value: Any) -> tuple[Any, ...]:
    """Return all values of a dataclass, in order."""
    return tuple([getattr(value, name) for name in value.__dataclass_fields__])


def is_equal(self: Any, other: Any) -> bool:
    """Compare by value: the `__eq__` of every dataclass."""
    return type(self) is type(other) and values_of(self) == values_of(other)


def hash_of(self: Any) -> int:
    """Return the `__hash__` of every dataclass compared by value."""
    return hash(values_of(self))


def fields(value: Any) -> tuple[Field, ...]:
    """Return all fields, in order."""
    return tuple(value.__dataclass_fields__.values())


def replace(value: Any, **changes: Any) -> Any:
    """Return a copy with these fields changed."""
    return type(value)(**{**{name: getattr(value, name) for name in value.__dataclass_fields__}, **changes})
