"""By what a free trial that was used is known again (product.md §6: one trial a person).

The marks are digests under the deployment's secret: they stay when the account goes, and name nobody.
"""

from __future__ import annotations

import hashlib
import hmac

from touchline.billing.ports.channel_facts import Person
from touchline.shared.ids import AccountId


class TrialMarks:
    """Makes the marks of who has a trial: the account, the address, the card."""

    def __init__(self, secret: bytes) -> None:
        self._secret = hashlib.sha256(b"touchline trials\0" + secret).digest()

    def viewer(self, account_id: AccountId, person: Person | None) -> list[str]:
        """The marks of a viewer without their card; `person` None: the account is closed."""
        own = [self.account(account_id)]
        return [*own, self.email(person.email)] if person else own

    def account(self, account_id: AccountId) -> str:
        """The mark of an account."""
        return self._mark(f"account:{account_id}")

    def email(self, address: str) -> str:
        """The mark of an address, however its letters are written; what follows a `+` is the same mailbox."""
        name, _, host = address.strip().casefold().rpartition("@")
        return self._mark(f"email:{name.partition('+')[0]}@{host}")

    def card(self, fingerprint: str) -> str:
        """The mark of a card (`ports.payments.Card.fingerprint`)."""
        return self._mark(f"card:{fingerprint}")

    def _mark(self, text: str) -> str:
        return hmac.new(self._secret, text.encode(), hashlib.sha256).hexdigest()
