"""Network addresses for rate limits, re-exported from the shared kernel."""

from touchline.shared.network_addresses import rate_limit_address

__all__ = ["rate_limit_address"]
