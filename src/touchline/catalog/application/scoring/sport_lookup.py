"""Finds the sports of events and categories."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from touchline.catalog.domain.scoring.sport import Sport
from touchline.catalog.ports.scoring.sports import Sports
from touchline.shared.strings.folding import fold_text


class SportLookup:
    """The sports of the channel in one request. They are loaded once, when the first one is needed."""

    def __init__(self, sports: Sports) -> None:
        self._sports = sports

    def find(self, name: str) -> Sport | None:
        """Return the sport that a category, team or event names; None if it has no rules."""
        return self._by_name.get(fold_text(name)) if name else None

    @cached_property
    def _by_name(self) -> Mapping[str, Sport]:
        return {fold_text(sport.key): sport for sport in self._sports.list()}
