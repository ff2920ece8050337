"""Port to the capabilities that a viewer bought."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from touchline.shared.ids import AccountId


@dataclass(frozen=True)
class AccountStatus:
    """The capabilities of an account and their use.

    `capabilities` are lower-case names. `passes` are the passes that grant them. `feature_count` is how often
    each metered feature was used.
    """

    capabilities: Sequence[str] = ()
    passes: Sequence[Mapping[str, Any]] = ()
    feature_count: Mapping[str, int] = field(default_factory=lambda: {"clips": 0, "downloads": 0})
    trial_period_used: bool = False


class AccountStatuses(Protocol):
    """Port to the status of accounts in the current channel."""

    def __call__(self, account_id: AccountId) -> AccountStatus:
        """Return the status of an account. It is empty if the account has no passes."""
        ...
