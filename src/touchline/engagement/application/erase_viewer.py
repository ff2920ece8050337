"""The end of an account: nothing of the viewer stays here."""

from __future__ import annotations

from touchline.engagement.ports.forms import FormRequests
from touchline.engagement.ports.viewer_data import ViewerData
from touchline.shared.ids import AccountId


class EraseViewer:
    """Erases a person; may run twice."""

    def __init__(self, viewer_data: ViewerData, form_requests: FormRequests) -> None:
        self._viewers = viewer_data
        self._requests = form_requests

    def __call__(self, account_id: AccountId) -> None:
        """What the viewer follows, and what they wrote into forms."""
        self._viewers.delete(account_id)
        self._requests.delete_for_account(account_id)
