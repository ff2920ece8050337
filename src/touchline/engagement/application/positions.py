"""Where watching stopped: kept for each viewer and film, for all of their devices."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.engagement.domain.positions import Position, WatchKind
from touchline.engagement.ports.catalog import Catalog
from touchline.engagement.ports.positions import Positions
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AccountId


class ListPositions:
    """Where a viewer stopped, the last watched first."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions

    def __call__(
        self, account_id: AccountId, kind: WatchKind | None, item_id: int | None
    ) -> Sequence[Position]:
        """All, those of a kind, or the one of a thing."""
        return self._positions.list_for_account(account_id, kind, item_id)


class SavePosition:
    """Keeps where a viewer is now; the last word counts, from whichever device."""

    def __init__(self, positions: Positions, catalog: Catalog, clock: Clock) -> None:
        self._positions = positions
        self._catalog = catalog
        self._clock = clock

    def __call__(
        self, account_id: AccountId, kind: WatchKind, item_id: int, position: float, duration: float
    ) -> None:
        """In seconds. Forgotten where the viewer has just begun, or as good as seen it; what is live
        leaves what is kept as it is. `NotFoundError` for a thing that this channel does not show."""
        can_resume = self._catalog.can_resume(kind, item_id)
        if can_resume is None:
            raise NotFoundError()
        if not can_resume:
            return
        current = Position(kind, item_id, int(position), int(duration), self._clock.now())
        if current.is_resumable:
            self._positions.save(account_id, current)
        else:
            self._positions.remove(account_id, kind, item_id)


class DeletePosition:
    """Takes a film off what a viewer goes on with."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions

    def __call__(self, account_id: AccountId, kind: WatchKind, item_id: int) -> None:
        """Nothing happens where there is none."""
        self._positions.remove(account_id, kind, item_id)
