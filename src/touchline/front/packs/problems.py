"""Problems of a pack: the location of each, a message, and a hint for fixing it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

ValuePath = tuple[str | int, ...]
"""Path of a value in a document: map keys and list positions."""


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One problem. `line` counts from 1; `field` is a readable path, empty for the whole file."""

    file: str
    line: int
    field: str
    message: str
    hint: str = ""

    def __str__(self) -> str:
        text = _join_hint(self.message, self.hint)
        return ": ".join(part for part in (f"{self.file}:{self.line}", self.field, text) if part)


class PackRefusedError(Exception):
    """The pack has problems. `problems` holds all of them, in the order of files and lines."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = sorted(set(problems))
        super().__init__("\n".join(map(str, self.problems)))


class InvalidValueError(Exception):
    """A value is not valid. The caller that knows the file and line adds them."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(_join_hint(message, hint))
        self.message = message
        self.hint = hint


def _join_hint(message: str, hint: str) -> str:
    return f"{message}; {hint}" if hint else message


SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "place": ("location",),
    "venue": ("location",),
    "rink": ("location",),
    "arena": ("location",),
    "field": ("location",),
    "where": ("location",),
    "date": ("starts", "date"),
    "time": ("starts", "at"),
    "when": ("starts",),
    "start": ("starts",),
    "start_time": ("starts",),
    "start_date": ("starts",),
    "kickoff": ("starts",),
    "ends": ("duration", "until"),
    "length": ("duration",),
    "expires": ("until", "days"),
    "valid_until": ("until",),
    "cost": ("price",),
    "amount": ("price",),
    "service_fee": ("fee",),
    "title": ("name", "title"),
    "label": ("name", "label"),
    "headline": ("title", "name"),
    "text": ("html", "description", "answer"),
    "summary": ("description",),
    "about": ("description",),
    "id": ("key",),
    "slug": ("key", "slug"),
    "alias": ("key",),
    "school": ("group",),
    "club": ("group",),
    "visitor": ("away",),
    "guest": ("away",),
    "host": ("home",),
    "photo": ("image", "logo"),
    "picture": ("image", "logo"),
    "poster": ("image",),
    "crest": ("logo",),
    "icon": ("favicon", "icon"),
    "link": ("url",),
    "href": ("url",),
    "address": ("url",),
    "pass": ("pass_type", "pass"),
    "access": ("pass_type", "pass"),
    "sport": ("category", "sport"),
    "kind": ("type", "kind"),
    "order": ("weight",),
    "position": ("weight",),
    "timezone": ("time_zone",),
    "tz": ("time_zone",),
    "zone": ("time_zone",),
    "lang": ("language",),
    "locale": ("language",),
    "colours": ("colors",),
    "colour": ("color",),
    "domain": ("domains",),
    "hosts": ("domains",),
    "result": ("score",),
}
"""Common synonyms of field names, and the fields that each may mean."""


def suggest(word: str, choices: Iterable[str], *, all_of: str = "one of") -> str:
    """Return a suggestion for an unknown word: the nearest choice, or all choices if none is near."""
    options = sorted(set(choices))
    synonym = next((candidate for candidate in SYNONYMS.get(word.lower(), ()) if candidate in options), None)
    if synonym:
        return f"did you mean `{synonym}`?"
    matches = get_close_matches(word, options, n=1, cutoff=0.6)
    if matches:
        return f"did you mean `{matches[0]}`?"
    if not options:
        return ""
    shown = ", ".join(options[:20]) + (", …" if len(options) > 20 else "")
    return f"{all_of}: {shown}"


def format_path(path: ValuePath, keys: dict[ValuePath, str] | None = None) -> str:
    """Format a path for people: `[hockey-1].price.base`. List items that have a key are shown by their
    key."""
    text = ""
    for depth, step in enumerate(path, start=1):
        if isinstance(step, int):
            text += f"[{(keys or {}).get(path[:depth], step)}]"
        else:
            text += f".{step}" if text else step
    return text
