"""Dataclasses without a line of generated code: the trimmed class names its fields in `__match_args__`."""

from typing import Any

MISSING: Any = object()


class Field:
    """One field: its name and what it has where nothing is given."""

    def __init__(self, default: Any = MISSING, default_factory: Any = MISSING) -> None:
        self.name = ""
        self.default = default
        self.default_factory = default_factory

    def value(self) -> Any:
        """What the field has where nothing is given."""
        return self.default if self.default_factory is MISSING else self.default_factory()


field = Field


def dataclass(cls: Any = None, *, eq: bool = True, **manner: bool) -> Any:
    """The class with its fields, those of its base first; it is a value unless told otherwise."""
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
    """The field of a name as the class body says it."""
    default = cls.__dict__.get(name, MISSING)
    found = default if isinstance(default, Field) else Field(default)
    found.name = name
    return found


def begin(self: Any, *values: Any, **named: Any) -> None:
    """`__init__` of every dataclass."""
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
    """All values of a dataclass, in order."""
    return tuple([getattr(value, name) for name in value.__dataclass_fields__])


def is_equal(self: Any, other: Any) -> bool:
    """`__eq__` of every dataclass that is a value."""
    return type(self) is type(other) and values_of(self) == values_of(other)


def hash_of(self: Any) -> int:
    """`__hash__` of every dataclass that is a value."""
    return hash(values_of(self))


def fields(value: Any) -> tuple[Field, ...]:
    """All fields, in order."""
    return tuple(value.__dataclass_fields__.values())


def replace(value: Any, **changes: Any) -> Any:
    """The same value but for these fields."""
    return type(value)(**{**{name: getattr(value, name) for name in value.__dataclass_fields__}, **changes})
