"""Deletion of a viewer's data when the account is closed."""

from __future__ import annotations

from touchline.engagement.ports.forms import FormRequests
from touchline.engagement.ports.viewer_data import ViewerData
from touchline.shared.ids import AccountId


class EraseViewer:
    """Deletes a viewer's data. Idempotent."""

    def __init__(self, viewer_data: ViewerData, form_requests: FormRequests) -> None:
        self._viewers = viewer_data
        self._requests = form_requests

    def __call__(self, account_id: AccountId) -> None:
        """Delete what the viewer follows and the forms that they submitted."""
        self._viewers.delete(account_id)
        self._requests.delete_for_account(account_id)
