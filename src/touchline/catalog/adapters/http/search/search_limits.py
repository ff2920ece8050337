"""The limit that all searches of a channel share. A page searches while somebody types."""

from touchline.platform.http import limits

search_limits = limits.combine(
    limits.rate_limit("account", "throttle_searches", limits.MINUTE, name="searches"),
    limits.rate_limit("address", 1800, limits.MINUTE, name="searches"),
)
