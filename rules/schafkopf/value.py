"""The value of a deal of Schafkopf: who has won, how high, and the Laufende that count."""

from rules.game import Term, choice_label, text
from rules.prose import Phrase
from rules.schafkopf.record import Options, Record, State
from rules.schafkopf.words import (
    BETTEL,
    CONTRACT_CHOICES,
    COUNTED,
    GEIER,
    KREUZ,
    LEVEL_CHOICES,
    LONG_PACK,
    POINTS_FOR_SCHNEIDER,
    POINTS_OF_SCHNEIDER,
    POINTS_TO_WIN,
    RAMSCH,
    RUF,
    SCHNEIDER,
    SCHWARZ,
    SIE,
    SIE_FACTOR,
    SIMPLE,
    SOLO,
    STEPS,
    TOUT,
    TOUT_FACTOR,
    TRUMPS,
    TRUMPS_OF_SIE,
    WENZ,
    WON,
)


def is_march(record: Record) -> bool:
    """Return whether one player took every trick of a Ramsch."""
    return record.contract == RAMSCH and record.result == WON


def is_made(record: Record) -> bool:
    """Return whether the game is won.

    By 61 card points, 60 if all passed and the player had to play (§ Who has won).
    """
    if record.card_points is None:
        return record.result == WON
    return record.card_points >= POINTS_TO_WIN - record.forced


def level_by_points(record: Record) -> str:
    """Return how the losing side lost, by card points alone: they never prove schwarz."""
    points = (record.card_points or 0) + record.forced
    return SIMPLE if POINTS_OF_SCHNEIDER < points < POINTS_FOR_SCHNEIDER else SCHNEIDER


def reached_level(record: Record) -> str | None:
    """Return how the losing side lost; None in games without levels."""
    if record.contract not in COUNTED or record.is_announced:
        return None
    if record.card_points is None or record.level == SCHWARZ:
        return record.level or SIMPLE
    return level_by_points(record)


def trumps_in(options: Options, contract: str | None) -> int:
    """Return how many trumps a game has; 0 for none."""
    long, short = TRUMPS.get(contract or "", (0, 0))
    return long if options.pack == LONG_PACK else short


def trumps_of_sie(options: Options) -> int:
    """Return how many of the highest trumps a Sie is."""
    return TRUMPS_OF_SIE[options.pack != LONG_PACK]


def counted_laufende(options: Options, record: Record) -> int:
    """Return the Laufende that are paid: from three on, in Wenz and Geier from two (§ Who has won)."""
    least = options.laufende_from_wenz if record.contract in (WENZ, GEIER) else options.laufende_from
    held = trumps_of_sie(options) if record.announced == SIE else record.laufende or 0
    if record.contract not in COUNTED or not least or held < least:
        return 0
    return held if options.laufende_max is None else min(held, options.laufende_max)


def tariff(options: Options, contract: str) -> int:
    """Return the plain value of a game; a crosswise game has that of a Ruf."""
    value: int = getattr(options, f"tariff_{RUF if contract == KREUZ else contract}")
    return value


def steps(options: Options, record: Record) -> int:
    """Return one step for schneider, two for schwarz; announced tricks have none, or both by house rule."""
    if record.is_announced:
        return STEPS[SCHWARZ] if options.tout_with_levels else 0
    return STEPS[reached_level(record) or SIMPLE]


def announced_factor(record: Record) -> int:
    """Return the factor: Tout counts twice, Sie four times."""
    return {TOUT: TOUT_FACTOR, SIE: SIE_FACTOR}.get(record.announced or "", 1)


def doubling(record: Record) -> int:
    """Return the factor of Stoß and Retour: each doubles."""
    return int(2**record.stoss)


def deal_value(options: Options, record: Record) -> int:
    """Return what one player pays another (§ Who has won)."""
    contract = record.contract or ""
    if is_march(record):  # as a solo with schwarz
        return tariff(options, SOLO) + STEPS[SCHWARZ] * options.tariff_extra
    if contract in (BETTEL, RAMSCH):
        return tariff(options, contract) * doubling(record)
    extras = steps(options, record) + counted_laufende(options, record)
    value = tariff(options, contract) + options.tariff_extra * extras
    return value * announced_factor(record) * doubling(record)


# The note below the pad


def value_note(state: State, record: Record) -> Phrase | None:
    """Explain the value, where it is more than the tariff: `Schneider +1 · Laufende +3 · Stoß × 2`."""
    options = state.options
    parts: dict[str, tuple[str, str]] = {}
    if level := steps(options, record):
        name = choice_label(LEVEL_CHOICES, SCHWARZ if level == STEPS[SCHWARZ] else SCHNEIDER)
        parts["level"] = (name, f"+{level * options.tariff_extra}")
    if laufende := counted_laufende(options, record):
        parts["laufende"] = (Term(text("Laufende")), f"+{laufende * options.tariff_extra}")
    if (factor := announced_factor(record)) > 1:
        term = Term(text("Tout")) if factor == TOUT_FACTOR else Term(text("Sie"))
        parts["announced"] = (term, f"× {factor}")
    if record.stoss:
        parts["stoss"] = (Term(text("Stoß")), f"× {doubling(record)}")
    if not parts:
        return None
    message = "{game} {tariff} · " + " · ".join(f"{{{name}}} {{{name}_worth}}" for name in parts)
    plain = {
        "game": choice_label(CONTRACT_CHOICES, record.contract),
        "tariff": tariff(options, record.contract or ""),
    }
    labels = {name: label for name, (label, _) in parts.items()}
    worths = {f"{name}_worth": worth for name, (_, worth) in parts.items()}
    return Phrase(message, {**plain, **labels, **worths})
