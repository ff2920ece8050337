"""Countries where a channel, an event or a right is available (product.md §6, `is_geo_blocked`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from touchline.shared.error_messages import ErrorMessage

NOT_IN_REGION = ErrorMessage(
    "errors.geo_blocked", "We're sorry, but this content is not available in your region."
)
"""Message for a blocked viewer (product.md, section 6)."""


@dataclass(frozen=True)
class GeoRule:
    """Allowed or blocked countries (ISO 3166 alpha-2, upper case). An empty rule allows every country."""

    allow: tuple[str, ...] = ()
    block: tuple[str, ...] = ()

    @classmethod
    def from_dict(cls, lists: Mapping[str, Sequence[str]] | None) -> Self:
        """Return the rule of a pack entry or database row: `{"allow": […], "block": […]}`, or None."""
        lists = lists or {}
        return cls(tuple(lists.get("allow", ())), tuple(lists.get("block", ())))

    @property
    def is_set(self) -> bool:
        """Return whether the rule depends on the country."""
        return bool(self.allow or self.block)

    def blocks(self, country: str | None) -> bool:
        """Return whether a country is blocked.

        An unknown country is blocked only if the rule lists allowed countries.
        """
        if self.allow:
            return country not in self.allow
        return country in self.block


def is_blocked(country: str | None, *rules: GeoRule) -> bool:
    """Return whether any of the rules blocks a country. An event follows its channel's rule and its own."""
    return any(rule.blocks(country) for rule in rules)


EVERYWHERE = GeoRule()
UNKNOWN_COUNTRY = "ZZ"
"""The code for an unknown country where a code is required (a user-assigned code of ISO 3166)."""
