"""Form encoding with nested names, as Stripe's SDKs send it.

Examples: `items[0][price]=…`, `expand[]=…`, `created[gte]=…`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from adapters.payments.fake_stripe.api.errors import invalid_request

_PARTS = re.compile(r"\[([^\]]*)\]")


def decode_form(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return nested dicts and lists of strings.

    Raises `StripeError` if names contradict each other.
    """
    decoded: dict[str, Any] = {}
    for name, value in pairs:
        head, bracket, rest = name.partition("[")
        _assign(decoded, [head, *_PARTS.findall(bracket + rest)], value, name)
    return {key: _convert_lists(value) for key, value in decoded.items()}


def encode_form(values: Any, name: str = "") -> Iterable[tuple[str, str]]:
    """Yield form pairs (name, value) for nested values, the inverse of `decode_form`.

    None is omitted.
    """
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
    """Convert each dict with numeric keys to a list in key order."""
    if not isinstance(value, dict):
        return value
    if value and all(key.isdigit() for key in value):
        return [_convert_lists(value[key]) for key in sorted(value, key=int)]
    return {key: _convert_lists(item) for key, item in value.items()}
