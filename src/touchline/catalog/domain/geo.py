"""Where a thing may be watched."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GeoRule:
    """Countries (ISO 3166 alpha-2, upper case) that a right covers or excludes; empty means everywhere.

    A viewer whose country is unknown is outside an `allow` list and not on a `block` list.
    """

    allow: frozenset[str] = frozenset()
    block: frozenset[str] = frozenset()

    def blocks(self, country: str | None) -> bool:
        """Whether a viewer in `country` is kept out."""
        place = country.upper() if country else None
        if self.allow and place not in self.allow:
            return True
        return place in self.block

    @staticmethod
    def of(allow: object = (), block: object = ()) -> GeoRule:
        """A rule from two lists of country codes in any case."""
        return GeoRule(allow=_codes(allow), block=_codes(block))


def _codes(codes: object) -> frozenset[str]:
    return (
        frozenset(str(code).upper() for code in codes)
        if isinstance(codes, list | tuple | set | frozenset)
        else frozenset()
    )


EVERYWHERE = GeoRule()
