"""Short labels above boxes: the shortest beginnings that tell the words of one group apart."""

from collections.abc import Callable, Sequence

from marked.blocks import Group

SHORT = 4  # letters
SHORT_WIDE = 2  # letters of Japanese


def box_labels(group: Group, say: Callable[[str], str]) -> list[str]:
    """Return a label for every box of a group; `say` translates."""
    words = [box.label if box.is_sign else say(box.label) for box in group.boxes]
    return [
        word if box.is_sign else shortened(word, words) for word, box in zip(words, group.boxes, strict=True)
    ]


def shortened(word: str, others: Sequence[str]) -> str:
    """Return up to four letters of a word, so many that no other word of the group begins like them."""
    most = SHORT if word.isascii() or max(map(ord, word)) < 0x2E80 else SHORT_WIDE
    if len(word) <= (most + 1 if most == SHORT else most):
        return word
    initials = "".join(part[0] for part in word.replace("-", " ").split() if part)
    rivals = [other for other in others if other != word]
    if any(other.startswith(word) for other in rivals):
        return word[: most - 1]
    for size in range(min(3, most), most + 1):
        if not any(other.casefold().startswith(word[:size].casefold()) for other in rivals):
            return word[:size].rstrip()
    return (initials if 1 < len(initials) <= most else word[: most - 1] + word[-1]).rstrip()


def explained(group: Group, say: Callable[[str], str]) -> list[tuple[str, str]]:
    """Return the labels of a group that are not whole words, each with its word."""
    pairs = zip(box_labels(group, say), group.boxes, strict=True)
    return [(label, say(box.label)) for label, box in pairs if not box.is_sign and label != say(box.label)]
