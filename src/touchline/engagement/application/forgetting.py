"""The end of an account: nothing of the viewer stays here."""

from __future__ import annotations

from touchline.engagement.ports.forms import RequestStore
from touchline.engagement.ports.viewers import Viewers
from touchline.shared.ids import AccountId


class ForgetViewer:
    """Erases a person; may run twice."""

    def __init__(self, viewers: Viewers, requests: RequestStore) -> None:
        self._viewers = viewers
        self._requests = requests

    def __call__(self, account_id: AccountId) -> None:
        """What the viewer follows, and what they wrote into forms."""
        self._viewers.forget(account_id)
        self._requests.erase_of(account_id)
