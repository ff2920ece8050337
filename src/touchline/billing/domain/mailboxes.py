"""Which email addresses lead to the same mailbox, so that variants of one address count as one person."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class _Rule:
    """How a provider reads the name before the `@`: characters that it ignores, and the character that begins
    a tag. `host` is the name of the provider's hosts that are the same.
    """

    host: str
    ignored: str = ""
    tag: str = "+"


_GMAIL, _YANDEX = _Rule("gmail.com", ignored="."), _Rule("yandex.ru")
_PROTON, _APPLE = _Rule("proton.me", ignored=".-_"), _Rule("icloud.com")
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
    "yahoo.com": _Rule("yahoo.com", tag="-"),
    "ymail.com": _Rule("ymail.com", tag="-"),
}


def get_mailbox(address: str) -> str:
    """Return the main address of an email address's mailbox, in lowercase.

    Everywhere, a `+` and what follows it are left out. Providers that ignore dots or have several hosts for
    one mailbox are known by name.
    """
    name, _, host = address.strip().casefold().rpartition("@")
    host = _encode_host(host.rstrip("."))
    rule = _RULES.get(host, _Rule(host))
    name = name.partition(rule.tag)[0] or name
    kept = "".join(character for character in name if character not in rule.ignored)
    return f"{kept or name}@{rule.host}"


def _encode_host(host: str) -> str:
    """Return the ASCII form of an internationalized host, or the host itself if it has none."""
    try:
        return host.encode("idna").decode()
    except UnicodeError:
        return host
