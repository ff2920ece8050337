"""Network addresses as keys for rate limits."""

from ipaddress import IPv6Address, ip_address, ip_network


def rate_limit_address(ip: str) -> str:
    """Return the key for an address's attempts. IPv6 addresses count by their /64, which one household
    shares.
    """
    try:
        address = ip_address(ip)
    except ValueError:
        return ip
    if not isinstance(address, IPv6Address):
        return ip
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))
