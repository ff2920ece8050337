"""The fields of Daktronics consoles (All Sport, real-time data) as JSON.

Programs that read the serial output of a console send an object of values by name. The names are those of
Daktronics' lists of fields, such as `Home Team Score` and `Main Clock Time (mm:ss/ss.t)`. Programs write them
in several ways: `home_team_score`, `Main_Clock_Time__mm_ss_ss_t__`, `16 Home Team Score`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from touchline.catalog.adapters.score_systems.field_values import FieldValue
from touchline.catalog.adapters.score_systems.roles import MAX_NAME_LENGTH, ROLES, Role, build_state
from touchline.catalog.application.scoring.score_feed import FeedState
from touchline.shared.strings.validation import is_digits

_EXAMPLES = "Home Team Score, Guest Team Score, Main Clock Time"
_FORMAT_WORDS = frozenset(
    ("hh", "mm", "ss", "t", "th", "or", "z", "s", "h", "1st", "2nd", "3rd", "ot", "of", "end", "top", "2")
)
"""Words after a name that say how its value is written."""
_TEXTS = (Role.PERIOD_TEXT, Role.PERIOD_DESCRIPTION)
_FORMATTED = (*_TEXTS, Role.CLOCK, Role.CLOCK_STOPPED, Role.AWAY_AT_BAT, Role.HOME_AT_BAT)


def read_daktronics(body: object, at_ms: int) -> FeedState:
    """Return the state that a Daktronics console shows at a time. Raises `InvalidInputError`."""
    return build_state(_list_values(body), at_ms, _EXAMPLES)


def _list_values(body: object) -> Iterator[tuple[Role, FieldValue]]:
    for name, value in body.items() if isinstance(body, Mapping) else ():
        role = _find_role(str(name)) if len(str(name)) <= MAX_NAME_LENGTH else None
        if role is not None:
            # The operator of the console can change these texts.
            yield role, FieldValue(str(name), value, is_certain=role not in _TEXTS)


def _find_role(name: str) -> Role | None:
    name = re.sub(r"\([^)]*\)|\[[^\]]*\]", " ", name)
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    words = re.findall(r"[a-z0-9]+", name.casefold())
    if words and is_digits(words[0]):
        words.pop(0)
    role = ROLES.get(" ".join(words))
    while role is None and words and words[-1] in _FORMAT_WORDS:
        words.pop()
        role = ROLES.get(" ".join(words))
        role = role if role in _FORMATTED else None
    return role
