"""Network addresses: keys for rate limits, and which addresses belong to the public Internet."""

import re
from enum import StrEnum
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

_EMBEDDING_NETWORKS = tuple(map(ip_network, ("::/96", "::ffff:0:0/96", "64:ff9b::/96")))
"""IPv6 networks that end with an IPv4 address: compatible and mapped (RFC 4291), NAT64 (RFC 6052)."""
_OTHER_NETWORKS = tuple(
    map(
        ip_network,
        ("168.63.129.16/32", "192.0.0.0/24", "64:ff9b:1::/48", "100::/64", "2001::/23", "2002::/16"),
    )
)
"""Networks that Python counts as global, at least in some versions: Azure's metadata server, IETF protocol
assignments, and tunnels that can lead to any IPv4 address."""


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


def is_public_address(ip: str) -> bool:
    """Return whether an IP address belongs to the public Internet.

    False for private, loopback, link-local, unique-local, shared (CGNAT), multicast, reserved and metadata
    addresses, also inside IPv6, and for text that is not an address.
    """
    try:
        address = ip_address(ip)
    except ValueError:
        return False
    if any(address in network for network in _EMBEDDING_NETWORKS):
        address = IPv4Address(int(address) & 0xFFFFFFFF)
    is_local = address.is_multicast or (isinstance(address, IPv6Address) and address.is_site_local)
    return address.is_global and not is_local and not any(address in network for network in _OTHER_NETWORKS)


class AddressProblem(StrEnum):
    """What is wrong with a URL that a person entered."""

    INVALID = "invalid"
    HTTPS_REQUIRED = "https_required"
    PRIVATE = "private"


def find_address_problem(url: str, max_length: int, *, allow_private: bool = False) -> AddressProblem | None:
    """Return what is wrong with a URL of another server, without resolving its host."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return AddressProblem.INVALID
    is_plain = re.fullmatch(r"[!-~]+", url) and "\\" not in url and len(url) <= max_length
    if not (is_plain and host) or parts.fragment or "@" in parts.netloc:
        return AddressProblem.INVALID
    if parts.scheme != "https" and not (allow_private and parts.scheme == "http"):
        return AddressProblem.HTTPS_REQUIRED
    return None if allow_private or not _is_private_host(host) else AddressProblem.PRIVATE


def _is_private_host(host: str) -> bool:
    """Return whether a host is recognizable as private without DNS."""
    try:
        return not is_public_address(str(ip_address(host)))
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local", ".internal"))
