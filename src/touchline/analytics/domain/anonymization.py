"""What is left of addresses: of a visitor's too little to find anybody by, of a page's no query, of an e-mail
address nothing."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

MAX_ORIGIN_LENGTH = 200
_IPV4_PATTERN = re.compile(r"((?:[0-9]{1,3}\.){3})[0-9]{1,3}")
_AT_SIGN = re.compile(r"@|%(?:25)*40")
_IPV4_BITS, _IPV6_BITS = 24, 48


def anonymize_ip(ip: str) -> str:
    """A visitor's address without its last part: the first address of its /24 (IPv4) or /48 (IPv6), which
    many share and the country is still known by; "" for what is no address."""
    if ipv4_match := _IPV4_PATTERN.fullmatch(
        ip
    ):  # nearly all; what follows would be a tenth of the whole call
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
    """A text; "" for one that may hold an e-mail address, also as addresses of pages write it."""
    return "" if _AT_SIGN.search(text) else text


def page_origin(url: str) -> str:
    """A page's address without query, fragment and user; "" for what is no page on the web."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    host = parts.netloc.rpartition("@")[2]
    if parts.scheme not in ("http", "https") or not host:
        return ""
    return f"{parts.scheme}://{host}{blank_if_email(parts.path)}"[:MAX_ORIGIN_LENGTH]


def page_path(page: str, max_length: int) -> str:
    """A path without query and fragment, and not longer than so."""
    return blank_if_email(page.partition("?")[0].partition("#")[0])[:max_length]
