"""Network addresses as they are counted: the shared kernel's rule, under this context's name."""

from touchline.shared.network_addresses import counted_as

__all__ = ["counted_as"]
