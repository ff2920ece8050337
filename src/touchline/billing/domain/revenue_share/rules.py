"""Parties, and the rules that say what each party gets. A rule is never changed, only followed by another."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import InvalidInputError
from touchline.shared.ids import ChannelId

WHOLE = 10_000
"""The whole in basis points."""
_MONTH = re.compile(r"(?!0000)[0-9]{4}-(?:0[1-9]|1[0-2])")
_PERCENT = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,2}))?")
INVALID_MONTH = ErrorMessage("errors.share_month_invalid", "Enter a month such as 2026-11.")


class PartyKind(StrEnum):
    """The kind of a party. A `channel` is the partner of a bundle."""

    SCHOOL = "school"
    TEAM = "team"
    LEAGUE = "league"
    SPONSOR = "sponsor"
    CHANNEL = "channel"


class ShareBasis(StrEnum):
    """What a rule divides.

    `events` is the net revenue of single games of the party. `passes` is the part of the passes' net revenue
    that belongs to the party's games by minutes watched. `fixed` is an amount for each month. `bundle` is
    the partner channel's share of orders that include it. It comes from the bundle, not from a rule.
    """

    EVENTS = "events"
    PASSES = "passes"
    FIXED = "fixed"
    BUNDLE = "bundle"


@dataclass(frozen=True, kw_only=True)
class Party:
    """Somebody who gets a share.

    With a participant, the party's games are those of this team; with a group, those of the teams of this
    school. Without both, they are all games of the channel.
    `payout_account` is the id of the party's account at the payment provider.
    """

    key: str
    name: str
    kind: PartyKind
    participant_id: int | None = None
    group_id: int | None = None
    payout_account: str | None = None


@dataclass(frozen=True, kw_only=True)
class ShareRule:
    """What a party gets from a month (`2026-11`) on, until a later rule with the same party and basis.

    `basis_points` is the share in hundredths of a percent. A fixed rule has `amount` in minor units instead.
    """

    party: str
    basis: ShareBasis
    month: str
    basis_points: int = 0
    amount: int = 0
    currency: str = ""


def get_channel_key(channel_id: ChannelId) -> str:
    """Return the key of the party of a partner channel."""
    return f"channel-{channel_id}"


def parse_month(text: str) -> str:
    """Return a month such as `2026-11`. Raises `InvalidInputError`."""
    if not _MONTH.fullmatch(text):
        raise InvalidInputError({"month": [INVALID_MONTH]})
    return text


def get_next_month(month: str) -> str:
    """Return the month after a month."""
    year, number = int(month[:4]), int(month[5:])
    return f"{year + number // 12:04}-{number % 12 + 1:02}"


def get_previous_month(month: str) -> str:
    """Return the month before a month."""
    year, number = int(month[:4]), int(month[5:])
    return f"{year - (number == 1):04}-{(number - 2) % 12 + 1:02}"


def find_rules(rules: Iterable[ShareRule], month: str) -> dict[tuple[str, ShareBasis], ShareRule]:
    """Return the rules in effect in a month, the latest one of each party and basis."""
    effective: dict[tuple[str, ShareBasis], ShareRule] = {}
    for rule in sorted(rules, key=lambda rule: rule.month):
        if rule.month <= month:
            effective[rule.party, rule.basis] = rule
    return effective


def format_percent(basis_points: int) -> str:
    """Return hundredths of a percent as a percentage: `12.50`."""
    return f"{basis_points // 100}.{basis_points % 100:02d}"


def parse_percent(text: str) -> int:
    """Return a percentage with at most two decimals as hundredths of a percent. Raises `ValueError`."""
    match = _PERCENT.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    return int(match[1]) * 100 + int((match[2] or "").ljust(2, "0"))
