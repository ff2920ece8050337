"""What passes limit: how many clips a viewer makes, and how much they take away (product.md §6)."""

from __future__ import annotations

from touchline.clips.ports.allowances import Allowance, Allowances
from touchline.clips.ports.clips import Clips, Downloads, Taken, Turns
from touchline.clips.ports.moderation import BlockedMakers
from touchline.shared.clock import Clock
from touchline.shared.errors import Forbidden
from touchline.shared.ids import AccountId

CLIPPING = "clipping"
CAPABILITIES: dict[Taken, str] = {"clip": "download_clip", "event": "download"}
NO_CLIPPING = "Your pass does not include making clips."
MAKER_BLOCKED = "The channel has stopped you from making clips."
NO_DOWNLOADS = "Your pass does not include downloads."


class ClipMeter:
    """Says whether a viewer may make another clip."""

    def __init__(self, allowances: Allowances, clips: Clips, turns: Turns, blocked: BlockedMakers) -> None:
        self._allowances = allowances
        self._blocked = blocked
        self._clips = clips
        self._turns = turns

    def admit(self, account_id: AccountId) -> Allowance:
        """What the viewer's passes allow; `Forbidden` where none of them has the capability, and for a viewer
        whom the channel does not let make clips."""
        if self._blocked.has(account_id):
            raise Forbidden(MAKER_BLOCKED)
        found = self._allowances.of(account_id, CLIPPING, "clips")
        if not found.allowed:
            raise Forbidden(NO_CLIPPING)
        return found

    def check(self, account_id: AccountId, allowance: Allowance) -> None:
        """`Forbidden` where all clips of the passes are made."""
        most = allowance.most
        if most is not None and self._clips.made_since(account_id, allowance.since) >= most:
            raise Forbidden(f"You have made all {most} clips of your pass.")

    def take_turn(self, account_id: AccountId, allowance: Allowance) -> None:
        """Check once more, and let nobody else make a clip for this viewer until the transaction ends."""
        if allowance.most is not None:
            self._turns.of_viewer(account_id)
            self.check(account_id, allowance)


class DownloadMeter:
    """Counts what viewers take away: every thing once a viewer."""

    def __init__(self, allowances: Allowances, downloads: Downloads, turns: Turns, clock: Clock) -> None:
        self._allowances = allowances
        self._downloads = downloads
        self._turns = turns
        self._clock = clock

    def admit(self, account_id: AccountId, kind: Taken) -> Allowance:
        """What the viewer's passes allow; `Forbidden` where none of them has the capability."""
        found = self._allowances.of(account_id, CAPABILITIES[kind], "downloads")
        if not found.allowed:
            raise Forbidden(NO_DOWNLOADS)
        return found

    def check(self, account_id: AccountId, kind: Taken, thing_id: int, allowance: Allowance) -> None:
        """`Forbidden` where all downloads of the passes are used and this would be another."""
        most = allowance.most
        if most is None or self._downloads.has(account_id, kind, thing_id):
            return
        if self._downloads.count_since(account_id, allowance.since) >= most:
            raise Forbidden(f"You have used all {most} downloads of your pass.")

    def count(self, account_id: AccountId, kind: Taken, thing_id: int, allowance: Allowance) -> None:
        """Check, and note that the viewer takes it away."""
        if allowance.most is not None:
            self._turns.of_viewer(account_id)
        self.check(account_id, kind, thing_id, allowance)
        self._downloads.note(account_id, kind, thing_id, self._clock.now())
