"""Network addresses as they are counted: the shared kernel's rule, under this context's name."""

from touchline.shared.network_addresses import rate_limit_address

__all__ = ["rate_limit_address"]
