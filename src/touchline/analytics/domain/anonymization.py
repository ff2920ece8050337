"""Anonymization of IP addresses, page URLs and texts.

IP addresses are truncated, page URLs lose their query, and texts with an email address are blanked.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

MAX_ORIGIN_LENGTH = 200
_IPV4_PATTERN = re.compile(r"((?:[0-9]{1,3}\.){3})[0-9]{1,3}")
_AT_SIGN = re.compile(r"@|%(?:25)*40")
_IPV4_BITS, _IPV6_BITS = 24, 48


def anonymize_ip(ip: str) -> str:
    """Return an IP address without its last part: the first address of its /24 (IPv4) or /48 (IPv6).

    Many visitors share it, and it still identifies the country. Return "" if the text is not an IP address.
    """
    if ipv4_match := _IPV4_PATTERN.fullmatch(
        ip
    ):  # fast path for nearly all calls; parsing takes ten times as long
        return f"{ipv4_match[1]}0"
    try:
        address: IPv4Address | IPv6Address = ip_address(ip.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    prefix_length = _IPV4_BITS if isinstance(address, IPv4Address) else _IPV6_BITS
    return str(ip_network((address, prefix_length), strict=False).network_address)


def blank_if_email(text: str) -> str:
    """Return the text, or "" if it may contain an email address, plain or percent-encoded."""
    return "" if _AT_SIGN.search(text) else text


def page_origin(url: str) -> str:
    """Return a page's URL without query, fragment and user, or "" if it is not an HTTP URL."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    host = parts.netloc.rpartition("@")[2]
    if parts.scheme not in ("http", "https") or not host:
        return ""
    return f"{parts.scheme}://{host}{blank_if_email(parts.path)}"[:MAX_ORIGIN_LENGTH]


def page_path(page: str, max_length: int) -> str:
    """Return a path without query and fragment, cut to `max_length` characters."""
    return blank_if_email(page.partition("?")[0].partition("#")[0])[:max_length]
