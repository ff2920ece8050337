"""How often something may be tried: the shared kernel's port, under this context's name."""

from touchline.shared.throttle import Limit, Throttle

__all__ = ["Limit", "Throttle"]
