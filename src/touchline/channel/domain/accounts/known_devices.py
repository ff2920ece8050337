"""Known devices: a signed token in the browser records the accounts used on the device (ADR 52).

The token grants no access. It only prevents other people's guesses from slowing down a viewer's own device.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from touchline.shared.ids import AccountId

MAX_ACCOUNTS = 5
"""Maximum number of accounts per device. The least recently used account is dropped first."""
LIFETIME_SECONDS = 400 * 24 * 3600
_TOKEN = re.compile(r"([0-9a-f]{32})\.([0-9]{1,18}(?:-[0-9]{1,18}){0,4})\.([0-9a-f]{64})", re.ASCII)


@dataclass(frozen=True)
class KnownDevice:
    """A device and the accounts that logged in on it, most recent first."""

    id: str
    account_ids: Sequence[int] = ()

    def has_account(self, account_id: AccountId) -> bool:
        """Return whether the account has logged in on this device."""
        return account_id in self.account_ids

    def with_account(self, account_id: AccountId) -> "KnownDevice":
        """Return a copy of the device with the account added as the most recent."""
        others = [known_id for known_id in self.account_ids if known_id != account_id]
        return KnownDevice(self.id, (account_id, *others)[:MAX_ACCOUNTS])


class KnownDeviceTokens:
    """Signer and parser of device tokens. The key is the deployment's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = hashlib.sha256(b"touchline known device\0" + secret).digest()

    def create_device(self) -> KnownDevice:
        """Return a device with a random id of 128 bits and no accounts."""
        return KnownDevice(secrets.token_hex(16))

    def sign(self, device: KnownDevice) -> str:
        """Return the signed token: `id.accounts.signature`."""
        text = f"{device.id}.{'-'.join(map(str, device.account_ids))}"
        return f"{text}.{self._signature(text)}"

    def parse(self, token: str) -> KnownDevice | None:
        """Return the device of a token, or None if this deployment did not sign the token."""
        match = _TOKEN.fullmatch(token)
        if match is None:
            return None
        device_id, accounts, signature = match.groups()
        if not hmac.compare_digest(signature, self._signature(f"{device_id}.{accounts}")):
            return None
        return KnownDevice(device_id, tuple(map(int, accounts.split("-"))))

    def _signature(self, text: str) -> str:
        return hmac.new(self._secret, text.encode(), hashlib.sha256).hexdigest()
