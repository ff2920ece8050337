"""What a viewer may do beyond watching what is free; asked of those who sell it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from touchline.shared.ids import AccountId


@dataclass(frozen=True)
class AccountStatus:
    """Capabilities by lower-case name, the passes that give them, and how often counted ones were used."""

    capabilities: Sequence[str] = ()
    passes: Sequence[Mapping[str, Any]] = ()
    feature_count: Mapping[str, int] = field(default_factory=lambda: {"clips": 0, "downloads": 0})
    trial_period_used: bool = False


class AccountStatuses(Protocol):
    """Knows the standing of accounts in the present channel."""

    def __call__(self, account_id: AccountId) -> AccountStatus:
        """The standing of an account; one that holds nothing has an empty one."""
        ...
