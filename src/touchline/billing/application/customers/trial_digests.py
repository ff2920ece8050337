"""Digests that identify who has used a free trial (product.md §6: one trial per person).

The digests are keyed with the deployment's secret. They stay after the account is closed and identify nobody.
"""

from __future__ import annotations

import hashlib
import hmac

from touchline.billing.domain.mailboxes import get_mailbox
from touchline.billing.ports.current_channel import ViewerProfile
from touchline.shared.ids import AccountId


class TrialDigests:
    """Computes the trial digests of an account, an email address and a card."""

    def __init__(self, secret: bytes) -> None:
        self._secret = hashlib.sha256(b"touchline trials\0" + secret).digest()

    def for_viewer(self, account_id: AccountId, viewer_profile: ViewerProfile | None) -> list[str]:
        """Return a viewer's digests, without the card's. `viewer_profile` is None if the account is
        closed."""
        account = self.for_account(account_id)
        if viewer_profile is None:
            return [account]
        email = viewer_profile.email
        return list(dict.fromkeys((account, self.for_mailbox(email), self.for_email(email))))

    def for_account(self, account_id: AccountId) -> str:
        """Return the digest of an account."""
        return self._digest(f"account:{account_id}")

    def for_mailbox(self, address: str) -> str:
        """Return the digest of an email address's mailbox (`domain.mailboxes`)."""
        return self._digest(f"email:{get_mailbox(address)}")

    def for_email(self, address: str) -> str:
        """Return the digest of an email address as trials before 2026-12 recorded it: letter case, and
        anything after a `+`, are ignored.
        """
        name, _, host = address.strip().casefold().rpartition("@")
        return self._digest(f"email:{name.partition('+')[0]}@{host}")

    def for_card(self, fingerprint: str) -> str:
        """Return the digest of a card (`ports.payments.Card.fingerprint`)."""
        return self._digest(f"card:{fingerprint}")

    def _digest(self, text: str) -> str:
        return hmac.new(self._secret, text.encode(), hashlib.sha256).hexdigest()
