"""From which countries a channel, an event or a right may be watched (product.md §6, `is_geo_blocked`)."""

from dataclasses import dataclass

NOT_IN_REGION = "We're sorry, but this content is not available in your region."
"""What a blocked viewer is told (product.md, section 6)."""


@dataclass(frozen=True)
class GeoRule:
    """Countries (ISO 3166 alpha-2, upper case) that are let in, or that are kept out; empty: everybody is let
    in."""

    allow: tuple[str, ...] = ()
    block: tuple[str, ...] = ()

    @property
    def is_set(self) -> bool:
        """Whether it looks at the country at all."""
        return bool(self.allow or self.block)

    def blocks(self, country: str | None) -> bool:
        """Whether a country is kept out. An unknown country is kept out only where countries are let in by
        name."""
        if self.allow:
            return country not in self.allow
        return country in self.block


UNKNOWN_COUNTRY = "ZZ"
"""Where a country must be written down (ISO 3166 leaves this code to its users)."""
EVERYWHERE = GeoRule()
