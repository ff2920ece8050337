"""What engagement hears of other contexts."""

from collections.abc import Callable, Mapping
from typing import Any

SUBSCRIBERS: tuple[tuple[str, Callable[[Mapping[str, Any]], None]], ...] = ()
