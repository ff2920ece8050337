"""Which email addresses lead to the same mailbox, so that variants of one address count as one person."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass


@dataclass(frozen=True)
class _Rule:
    """How a provider reads the name before the `@`: characters that it ignores, and the characters that begin
    a tag. `host` is the name of the provider's hosts that are the same.
    """

    host: str
    ignored: str = ""
    tags: str = "+"


_GMAIL, _YANDEX = _Rule("gmail.com", ignored="."), _Rule("yandex.ru", ignored=".-")
_PROTON, _APPLE = _Rule("proton.me", ignored=".-_"), _Rule("icloud.com")
_FASTMAIL_HOSTS = ("fastmail.com", "fastmail.fm")
_YAHOO_HOSTS = ("yahoo.com", "yahoo.ca", "yahoo.co.uk", "yahoo.fr", "yahoo.de", "ymail.com", "rocketmail.com")
_RULES = {
    "gmail.com": _GMAIL,
    "googlemail.com": _GMAIL,
    "protonmail.com": _PROTON,
    "proton.me": _PROTON,
    "pm.me": _PROTON,
    "icloud.com": _APPLE,
    "me.com": _APPLE,
    "mac.com": _APPLE,
    "yandex.com": _YANDEX,
    "yandex.ru": _YANDEX,
    "ya.ru": _YANDEX,
    "yandex.by": _YANDEX,
    "yandex.kz": _YANDEX,
    **{host: _Rule(host, tags="+-") for host in _YAHOO_HOSTS},
}


def get_mailbox(address: str) -> str:
    """Return the main address of an email address's mailbox, in lowercase.

    Everywhere, a `+` and what follows it are left out, and other forms of the same letters are one. Providers
    that ignore dots or have several hosts for one mailbox are known by name.
    """
    name, _, host = unicodedata.normalize("NFKC", address.strip()).casefold().rpartition("@")
    name, host = name.replace('"', "").replace("\\", ""), _encode_host(host.rstrip("."))
    for fastmail in _FASTMAIL_HOSTS:
        if host.endswith(f".{fastmail}"):
            name, host = host.removesuffix(f".{fastmail}"), fastmail
    rule = _RULES.get(host, _Rule(host))
    for tag in rule.tags:
        name = name.partition(tag)[0] or name
    kept = "".join(character for character in name if character not in rule.ignored)
    return f"{kept or name}@{rule.host}"


def _encode_host(host: str) -> str:
    """Return the ASCII form of an internationalized host, or the host itself if it has none."""
    try:
        return host.encode("idna").decode()
    except UnicodeError:
        return host
