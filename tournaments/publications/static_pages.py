"""Pages as static files: links become relative, server-only parts are removed. Pure text in, text out.

A page is parsed tag by tag and rewritten. Scripts, forms and other server-only parts are dropped. A link to
another page of the set becomes relative; any other link of ours leads to the live site, or becomes plain text
if its URL is not known.
"""

from collections.abc import Callable
from html import escape
from html.parser import HTMLParser
from posixpath import dirname, relpath

DROPPED = frozenset({"script", "form", "noscript"})
EMPTY = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})
LINKS = ("href", "src")
LIVE = ("data-live", "data-stream")
NOWHERE = "http://files.invalid"  # stands for the live site while its URL is not known
Attributes = list[tuple[str, str | None]]
Find = Callable[[str], str | None]


def relative(target: str, page: str) -> str:
    """Return the relative path from one file of the set to another."""
    return relpath(target, dirname(page) or ".")


def static_page(html: str, page: str, find: Find, base_url: str = "") -> str:
    """Return a page as the file `page`; `find` returns the file of one of our URLs, None if there is none.

    Without a live site, the page's absolute URL is removed.
    """
    writer = PageWriter(page, find, base_url)
    writer.feed(html)
    writer.close()
    return "".join(writer.out)


class PageWriter(HTMLParser):
    """Writes the tags it parses, with changes."""

    def __init__(self, page: str, find: Find, base_url: str) -> None:
        super().__init__(convert_charrefs=False)
        self.page, self.find_file, self.base_url = page, find, base_url
        self.out: list[str] = []
        self.dropping: list[str] = []
        self.unlinked = 0

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        if self.dropping or tag in DROPPED or is_for_servers(tag, attrs):
            self.dropping += [tag] * (tag not in EMPTY)
        else:
            self.write_tag(tag, attrs)

    def write_tag(self, tag: str, attrs: Attributes) -> None:
        """Write a tag with its links changed; a link without a target becomes plain text."""
        changed = [(name, self.link(value or "") if name in LINKS else value) for name, value in attrs]
        if tag == "a" and dict(changed).get("href", "") is None:
            self.out.append(f"<span{plain_class(attrs)}>")
            self.unlinked += 1
            return
        if any(name in LINKS and value is None for name, value in changed):
            return
        attributes = [(name, value) for name, value in changed if name not in LIVE]
        self.out.append(f"<{tag}{''.join(written(name, value) for name, value in attributes)}>")

    def handle_endtag(self, tag: str) -> None:
        if self.dropping:
            if tag in self.dropping:
                while self.dropping.pop() != tag:
                    pass
        elif tag == "a" and self.unlinked:
            self.out.append("</span>")
            self.unlinked -= 1
        else:
            self.out.append(f"</{tag}>")

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        self.handle_starttag(tag, attrs)
        if self.dropping and tag not in EMPTY:
            self.dropping.pop()
        elif not self.dropping and tag not in EMPTY:
            self.out.append(f"</{tag}>")

    def link(self, address: str) -> str | None:
        """Return the target of a link in the file; None for no target."""
        address = address.removeprefix(self.base_url or NOWHERE)
        if not address.startswith("/") or address.startswith("//"):
            return address
        path, mark, fragment = address.partition("#")
        target = self.find_file(path)
        if target is not None:
            return relative(target, self.page) + mark + fragment
        return self.base_url + address if self.base_url else None

    def handle_data(self, data: str) -> None:
        self.keep(data)

    def handle_entityref(self, name: str) -> None:
        self.keep(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.keep(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self.keep(f"<!{decl}>")

    def keep(self, text: str) -> None:
        """Write text unchanged, unless it is inside a dropped element."""
        if not self.dropping:
            self.out.append(text)


def written(name: str, value: str | None) -> str:
    """Return an attribute."""
    return f" {name}" if value is None else f' {name}="{escape(value)}"'


def plain_class(attrs: Attributes) -> str:
    """Return the class of a link without target: unchanged, unless it looked like a button."""
    classes = dict(attrs).get("class") or ""
    return written("class", classes) if classes and "button" not in classes.split() else ""


def is_for_servers(tag: str, attrs: Attributes) -> bool:
    """Return whether a tag is useless in a file: the account, a live note, an unknown absolute URL."""
    values = dict(attrs)
    if tag == "meta" and (values.get("content") or "").startswith(NOWHERE):
        return True
    classes = (values.get("class") or "").split()
    return (tag == "nav" and "who" in classes) or "data-live-note" in values or "needs-server" in classes
