"""Network addresses as they are counted."""

from ipaddress import IPv6Address, ip_address, ip_network


def rate_limit_address(ip: str) -> str:
    """What tries from an address are counted under: IPv6 by its /64, since one household has all of it."""
    try:
        address = ip_address(ip)
    except ValueError:
        return ip
    if not isinstance(address, IPv6Address):
        return ip
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))
