"""Rate limit port, re-exported from the shared kernel."""

from touchline.shared.throttle import Limit, Throttle

__all__ = ["Limit", "Throttle"]
