"""Form bodies with nested names, as Stripe's SDKs write them: `items[0][price]=…`, `expand[]=…`,
`created[gte]=…`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from adapters.payments.fake_stripe.api.errors import invalid_request

_PARTS = re.compile(r"\[([^\]]*)\]")


def decode_form(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Nested dicts and lists of strings; StripeError for names that contradict each other."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        head, bracket, rest = name.partition("[")
        _assign(found, [head, *_PARTS.findall(bracket + rest)], value, name)
    return {key: _convert_lists(value) for key, value in found.items()}


def encode_form(values: Any, name: str = "") -> Iterable[tuple[str, str]]:
    """The other way round: pairs of names and texts; None is left out."""
    if isinstance(values, dict):
        for key, value in values.items():
            yield from encode_form(value, f"{name}[{key}]" if name else str(key))
    elif isinstance(values, list | tuple):
        for index, value in enumerate(values):
            yield from encode_form(value, f"{name}[{index}]")
    elif values is not None:
        yield name, str(values).lower() if isinstance(values, bool) else str(values)


def _assign(container: dict[str, Any], path: list[str], value: str, name: str) -> None:
    for part in path[:-1]:
        container = container.setdefault(part or str(len(container)), {})
        if not isinstance(container, dict):
            raise invalid_request(f"Invalid request: {name} is given twice in different shapes.", param=name)
    container[path[-1] or str(len(container))] = value


def _convert_lists(value: Any) -> Any:
    """A dict whose keys are numbers is a list in the order of the numbers."""
    if not isinstance(value, dict):
        return value
    if value and all(key.isdigit() for key in value):
        return [_convert_lists(value[key]) for key in sorted(value, key=int)]
    return {key: _convert_lists(item) for key, item in value.items()}
