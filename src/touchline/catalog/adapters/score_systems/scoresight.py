"""The JSON of ScoreSight, a program that reads a scoreboard with a camera.

*JSON (Full)* is a list of fields with `name`, `text` and `state`. *JSON (Simple key-value)* is an object of
texts by name. Operators choose the names of the fields. ScoreSight suggests `Home Score`, `Away Score`,
`Time` and `Period`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from touchline.catalog.adapters.score_systems.field_values import FieldValue
from touchline.catalog.adapters.score_systems.roles import MAX_NAME_LENGTH, ROLES, Role, build_state
from touchline.catalog.application.scoring.score_feed import FeedState

_EXAMPLES = "Home Score, Away Score, Time"
_UNREAD = ("FailedFilter", "Empty")
_UNCHANGED = "SameNoChange"
"""State of a text that equals the one before, even if ScoreSight did not trust that one either."""


def read_scoresight(body: object, at_ms: int) -> FeedState:
    """Return the state that ScoreSight has read at a time. A field that it has not read is not known.

    Raises `InvalidInputError`.
    """
    return build_state(_list_values(body), at_ms, _EXAMPLES)


def _list_values(body: object) -> Iterator[tuple[Role, FieldValue]]:
    for name, value, state in _list_fields(body):
        words = re.sub(r"[\s_-]+", " ", name).strip() if len(name) <= MAX_NAME_LENGTH else ""
        role = ROLES.get(words.casefold())
        if role is not None:
            text = None if state in _UNREAD else value
            yield role, FieldValue(name, text, is_certain=state != _UNCHANGED)


def _list_fields(body: object) -> Iterator[tuple[str, object, object]]:
    """Yield the name, the text and the state of each field. The simple format has no states."""
    if isinstance(body, Mapping):
        yield from ((str(name), value, None) for name, value in body.items())
    for field in body if isinstance(body, list) else ():
        if isinstance(field, Mapping) and isinstance(field.get("name"), str):
            yield field["name"], field.get("text"), field.get("state")
