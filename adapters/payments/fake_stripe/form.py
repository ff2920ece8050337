"""Form bodies with nested names, as Stripe's SDKs write them: `items[0][price]=…`, `expand[]=…`,
`created[gte]=…`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from adapters.payments.fake_stripe.errors import invalid

_PARTS = re.compile(r"\[([^\]]*)\]")


def decoded(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Nested dicts and lists of strings; StripeError for names that contradict each other."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        head, bracket, rest = name.partition("[")
        _set(found, [head, *_PARTS.findall(bracket + rest)], value, name)
    return {key: _listed(value) for key, value in found.items()}


def encoded(values: Any, name: str = "") -> Iterable[tuple[str, str]]:
    """The other way round: pairs of names and texts; None is left out."""
    if isinstance(values, dict):
        for key, value in values.items():
            yield from encoded(value, f"{name}[{key}]" if name else str(key))
    elif isinstance(values, list | tuple):
        for index, value in enumerate(values):
            yield from encoded(value, f"{name}[{index}]")
    elif values is not None:
        yield name, str(values).lower() if isinstance(values, bool) else str(values)


def _set(into: dict[str, Any], path: list[str], value: str, name: str) -> None:
    for part in path[:-1]:
        into = into.setdefault(part or str(len(into)), {})
        if not isinstance(into, dict):
            raise invalid(f"Invalid request: {name} is given twice in different shapes.", param=name)
    into[path[-1] or str(len(into))] = value


def _listed(value: Any) -> Any:
    """A dict whose keys are numbers is a list in the order of the numbers."""
    if not isinstance(value, dict):
        return value
    if value and all(key.isdigit() for key in value):
        return [_listed(value[key]) for key in sorted(value, key=int)]
    return {key: _listed(item) for key, item in value.items()}
