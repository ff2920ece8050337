"""Rate limit shared by all searches of a channel. A page searches while the viewer types."""

from touchline.platform.http import limits

search_limits = limits.combine(
    limits.rate_limit("account", "throttle_searches", limits.MINUTE, name="searches"),
    limits.rate_limit("address", 1800, limits.MINUTE, name="searches"),
)
