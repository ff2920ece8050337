"""Use cases for playback positions, shared by all of a viewer's devices."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.engagement.domain.positions import Position, WatchKind
from touchline.engagement.ports.catalog import Catalog
from touchline.engagement.ports.positions import Positions
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AccountId
from touchline.shared.principal import Principal


class ListPositions:
    """Lists a viewer's positions, last watched first."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions

    def __call__(
        self, account_id: AccountId, kind: WatchKind | None, item_id: int | None
    ) -> Sequence[Position]:
        """List the viewer's positions: all, those of one kind, or that of one item."""
        return self._positions.list_for_account(account_id, kind, item_id)


class SavePosition:
    """Saves the viewer's current position. The last write wins, from any device."""

    def __init__(self, positions: Positions, catalog: Catalog, clock: Clock) -> None:
        self._positions = positions
        self._catalog = catalog
        self._clock = clock

    def __call__(
        self, principal: Principal, kind: WatchKind, item_id: int, position: float, duration: float
    ) -> None:
        """Save the position. `position` and `duration` are in seconds.

        Near the start or the end, delete the saved position instead. A live stream leaves the saved position
        unchanged. Raises `NotFoundError` for an item that this channel does not show to the viewer.
        """
        can_resume = self._catalog.can_resume(principal, kind, item_id)
        if can_resume is None:
            raise NotFoundError()
        if not can_resume:
            return
        current = Position(kind, item_id, int(position), int(duration), self._clock.now())
        if current.is_resumable:
            self._positions.save(principal.viewer_id, current)
        else:
            self._positions.remove(principal.viewer_id, kind, item_id)


class DeletePosition:
    """Removes an item from the viewer's list of started videos."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions

    def __call__(self, account_id: AccountId, kind: WatchKind, item_id: int) -> None:
        """Delete the position. Has no effect if there is none."""
        self._positions.remove(account_id, kind, item_id)


class MovePositions:
    """Moves the positions of all viewers when a recording is trimmed or gets its full length again."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions

    def __call__(
        self, kind: WatchKind, item_id: int, moved_ms: int, old_duration_ms: int, new_duration_ms: int
    ) -> None:
        """Move the positions `moved_ms` earlier. Those outside the new range are deleted."""
        seconds, old, new = (round(value / 1000) for value in (moved_ms, old_duration_ms, new_duration_ms))
        self._positions.move(kind, item_id, seconds, old, new)
