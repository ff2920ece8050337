"""Setup of the second factor (RFC 6238): a secret, a first code that confirms it, and recovery codes."""

from dataclasses import dataclass, replace

from touchline.channel.application.accounts.password_confirmation import ConfirmPassword, require_account
from touchline.channel.application.accounts.second_factor.verification import (
    ENCRYPTION_PURPOSE,
    SecondFactorCodes,
    invalid_code_error,
)
from touchline.channel.domain.accounts.accounts import Account, SecondFactor
from touchline.channel.domain.accounts.recovery_codes import generate_recovery_codes, hash_recovery_code
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.accounts.encryption import Encryption
from touchline.channel.ports.accounts.recovery_codes import RecoveryCodes
from touchline.channel.ports.accounts.throttle import Limit, Throttle
from touchline.channel.ports.accounts.totp import TotpService
from touchline.channel.ports.email.email_queue import EmailQueue
from touchline.channel.ports.site.channels import Channels
from touchline.channel.ports.site.keys import Sessions
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.principal import Principal

ALREADY_ENABLED = ErrorMessage("errors.second_factor_already_enabled", "Your authenticator app is already on")
NOT_STARTED = ErrorMessage(
    "errors.second_factor_not_started", "No authenticator app setup is in progress. Please start again."
)


@dataclass(frozen=True)
class TotpSecret:
    """The secret for an authenticator app, as text, as a URI, and as a QR code in SVG."""

    secret: str
    uri: str
    qr: str


class StartSecondFactorSetup:
    """Use case that creates a secret. Logins do not require codes until the first code is confirmed."""

    def __init__(
        self,
        accounts: Accounts,
        channels: Channels,
        confirm_password: ConfirmPassword,
        totp_service: TotpService,
        encryption: Encryption,
    ) -> None:
        self._accounts = accounts
        self._channels = channels
        self._confirm_password = confirm_password
        self._totp_service = totp_service
        self._encryption = encryption

    def __call__(self, principal: Principal, current_password: str | None) -> TotpSecret:
        """Return a new secret, which replaces an unconfirmed one.

        Raises `RefusedError` if the second factor is enabled or the password is wrong.
        """
        self._confirm_password(principal, current_password)
        locked_account = require_account(self._accounts.get_for_update(principal.viewer_id))
        if locked_account.has_second_factor:
            raise RefusedError(ALREADY_ENABLED)
        secret = self._totp_service.generate_secret()
        locked_account.second_factor = SecondFactor(self._encryption.encrypt(ENCRYPTION_PURPOSE, secret))
        self._accounts.save(locked_account)
        uri = self._totp_service.build_uri(secret, locked_account.email, self._channels.get_current().name)
        return TotpSecret(secret, uri, self._totp_service.render_qr_code(uri))


class ConfirmSecondFactor:
    """Use case that enables the second factor with a first code and creates the recovery codes."""

    def __init__(
        self,
        accounts: Accounts,
        recovery_codes: RecoveryCodes,
        codes: SecondFactorCodes,
        throttle: Throttle,
        limit: Limit,
        secret: bytes,
        clock: Clock,
        email_queue: EmailQueue,
        sessions: Sessions,
    ) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._recovery_codes = recovery_codes
        self._codes = codes
        self._throttle = throttle
        self._limit = limit
        self._secret = secret
        self._clock = clock
        self._email_queue = email_queue

    def __call__(self, principal: Principal, code: str) -> list[str]:
        """Return ten recovery codes, shown only once, and end every other session.

        The other sessions were started without the second factor. Raises `RefusedError`, with
        `error: second_factor_wrong` for a wrong code.
        """
        account_id, throttle_key = principal.viewer_id, (principal.viewer_id, principal.session_id)
        self._throttle.hit(self._limit, *throttle_key)
        locked_account = require_account(self._accounts.get_for_update(account_id))
        self._enable(locked_account, code)
        new_codes = generate_recovery_codes()
        self._recovery_codes.replace(
            account_id, [hash_recovery_code(self._secret, account_id, new_code) for new_code in new_codes]
        )
        self._sessions.end_all(account_id, self._clock.now(), except_id=principal.session_id)
        self._email_queue.enqueue("second_factor_on", account_id)
        self._throttle.clear(self._limit, *throttle_key)
        return new_codes

    def _enable(self, locked_account: Account, code: str) -> None:
        if locked_account.second_factor is None:
            raise RefusedError(NOT_STARTED)
        if locked_account.has_second_factor:
            raise RefusedError(ALREADY_ENABLED)
        if not self._codes.verify_totp(locked_account, code):
            raise invalid_code_error()
        locked_account.second_factor = replace(locked_account.second_factor, confirmed_at=self._clock.now())
        self._accounts.save(locked_account)
