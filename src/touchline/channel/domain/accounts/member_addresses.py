"""Reads the addresses that an operator pastes into a team's list of members."""

from __future__ import annotations

import re
from dataclasses import dataclass

from touchline.shared.strings import normalize
from touchline.shared.strings.validation import is_email

MAX_ADDRESSES = 2000
"""The most addresses that one call adds or removes."""
_SEPARATORS = re.compile(r"[,;\t]")
_NAMED_ADDRESS = re.compile(r"[^<>]*<([^<>]+)>")


@dataclass(frozen=True, slots=True)
class AddressProblem:
    """A part of a line that is not an email address. Lines count from 1."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class ParsedAddresses:
    """The addresses of a text without duplicates, and the parts that are no addresses."""

    addresses: tuple[str, ...]
    problems: tuple[AddressProblem, ...]


def parse_addresses(text: str) -> ParsedAddresses:
    """Return the addresses of a text: one a line, or separated by commas, semicolons or tabs.

    `Ada Moreau <ada@example.org>` is the address in the angle brackets. Case does not distinguish addresses.
    """
    addresses: dict[str, str] = {}
    problems = []
    for number, line in enumerate(text.splitlines(), 1):
        for part in filter(None, map(str.strip, _SEPARATORS.split(line))):
            named = _NAMED_ADDRESS.fullmatch(part)
            address = normalize.email(named[1] if named else part)
            if is_email(address):
                addresses.setdefault(get_address_key(address), address)
            else:
                problems.append(AddressProblem(number, part))
    return ParsedAddresses(tuple(addresses.values()), tuple(problems))


def get_address_key(address: str) -> str:
    """Return the form of an address in which two addresses are compared, as for accounts."""
    return normalize.email(address).lower()
