"""Limits of passes: how many clips a viewer may make and download (product.md §6)."""

from __future__ import annotations

from touchline.clips.ports.allowances import Allowance, Allowances
from touchline.clips.ports.clips import ClipLocks, Clips, DownloadKind, Downloads
from touchline.clips.ports.moderation import BlockedCreators
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import ForbiddenError
from touchline.shared.ids import AccountId

CLIPPING_CAPABILITY = "clipping"
DOWNLOAD_CAPABILITIES: dict[DownloadKind, str] = {"clip": "download_clip", "event": "download"}
NO_CLIPPING = ErrorMessage(
    "errors.clipping_not_included", "Your pass does not include clips. Choose another pass."
)
CREATOR_BLOCKED = ErrorMessage(
    "errors.clipping_blocked",
    "The channel has turned off clips for your account. Contact the channel for help.",
)
NO_DOWNLOADS = ErrorMessage("errors.downloads_not_included", "Your pass does not include downloads.")
CLIPS_USED = ErrorMessage("errors.clips_used", "You have used all {number} clips on your pass.")
DOWNLOADS_USED = ErrorMessage("errors.downloads_used", "You have used all {number} downloads of your pass.")


class ClipQuota:
    """Checks whether a viewer may make another clip."""

    def __init__(
        self, allowances: Allowances, clips: Clips, locks: ClipLocks, blocked_creators: BlockedCreators
    ) -> None:
        self._allowances = allowances
        self._blocked_creators = blocked_creators
        self._clips = clips
        self._locks = locks

    def get_allowance(self, account_id: AccountId) -> Allowance:
        """Return the viewer's allowance.

        Raises `ForbiddenError` if none of their passes has the capability, or if the channel has blocked
        them.
        """
        if self._blocked_creators.exists(account_id):
            raise ForbiddenError(CREATOR_BLOCKED)
        granted = self._allowances.get(account_id, CLIPPING_CAPABILITY, "clips")
        if not granted.is_allowed:
            raise ForbiddenError(NO_CLIPPING)
        return granted

    def check(self, account_id: AccountId, allowance: Allowance) -> None:
        """Raise `ForbiddenError` if the viewer has made all clips that their passes allow."""
        limit = allowance.limit
        if limit is not None and self._clips.count_created_since(account_id, allowance.since) >= limit:
            raise ForbiddenError(CLIPS_USED.with_params(number=limit))

    def lock_and_check(self, account_id: AccountId, allowance: Allowance) -> None:
        """Lock the viewer's clip count until the transaction ends, and check the limit again."""
        if allowance.limit is not None:
            self._locks.lock_viewer(account_id)
            self.check(account_id, allowance)


class DownloadQuota:
    """Counts downloads. Each item counts once for each viewer."""

    def __init__(self, allowances: Allowances, downloads: Downloads, locks: ClipLocks, clock: Clock) -> None:
        self._allowances = allowances
        self._downloads = downloads
        self._locks = locks
        self._clock = clock

    def get_allowance(self, account_id: AccountId, kind: DownloadKind) -> Allowance:
        """Return the viewer's allowance.

        Raises `ForbiddenError` if none of their passes has the capability.
        """
        granted = self._allowances.get(account_id, DOWNLOAD_CAPABILITIES[kind], "downloads")
        if not granted.is_allowed:
            raise ForbiddenError(NO_DOWNLOADS)
        return granted

    def check(self, account_id: AccountId, kind: DownloadKind, item_id: int, allowance: Allowance) -> None:
        """Raise `ForbiddenError` if this would be a new download and the limit is reached."""
        limit = allowance.limit
        if limit is None or self._downloads.exists(account_id, kind, item_id):
            return
        if self._downloads.count_since(account_id, allowance.since) >= limit:
            raise ForbiddenError(DOWNLOADS_USED.with_params(number=limit))

    def record(self, account_id: AccountId, kind: DownloadKind, item_id: int, allowance: Allowance) -> None:
        """Check the limit and record the download."""
        if allowance.limit is not None:
            self._locks.lock_viewer(account_id)
        self.check(account_id, kind, item_id, allowance)
        self._downloads.add(account_id, kind, item_id, self._clock.now())
