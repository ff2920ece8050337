"""By what a free trial that was used is known again (product.md §6: one trial a person).

The marks are digests under the deployment's secret: they stay when the account goes, and name nobody.
"""

from __future__ import annotations

import hashlib
import hmac

from touchline.billing.ports.current_channel import ViewerProfile
from touchline.shared.ids import AccountId


class TrialDigests:
    """Makes the marks of who has a trial: the account, the address, the card."""

    def __init__(self, secret: bytes) -> None:
        self._secret = hashlib.sha256(b"touchline trials\0" + secret).digest()

    def for_viewer(self, account_id: AccountId, viewer_profile: ViewerProfile | None) -> list[str]:
        """The marks of a viewer without their card; `viewer_profile` None: the account is closed."""
        digests = [self.for_account(account_id)]
        return [*digests, self.for_email(viewer_profile.email)] if viewer_profile else digests

    def for_account(self, account_id: AccountId) -> str:
        """The mark of an account."""
        return self._digest(f"account:{account_id}")

    def for_email(self, address: str) -> str:
        """The mark of an address, however its letters are written; what follows a `+` is the same mailbox."""
        name, _, host = address.strip().casefold().rpartition("@")
        return self._digest(f"email:{name.partition('+')[0]}@{host}")

    def for_card(self, fingerprint: str) -> str:
        """The mark of a card (`ports.payments.Card.fingerprint`)."""
        return self._digest(f"card:{fingerprint}")

    def _digest(self, text: str) -> str:
        return hmac.new(self._secret, text.encode(), hashlib.sha256).hexdigest()
