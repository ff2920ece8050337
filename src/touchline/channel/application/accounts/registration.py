"""Registration (product.md §5; api.md, `POST /v2/auth/register`)."""

from dataclasses import dataclass

from touchline.channel.application.accounts.account_creation import DUPLICATE_MESSAGES, CreateAccount
from touchline.channel.application.accounts.form_protection import RequireHuman
from touchline.channel.application.accounts.login.session_start import (
    LoginResult,
    StartSession,
    reject_logged_in,
)
from touchline.channel.application.accounts.password_policy import PasswordPolicy
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.accounts.form_errors import TERMS_REQUIRED, first_error, raise_for_errors
from touchline.channel.domain.accounts.validation import (
    normalize_name,
    validate_email,
    validate_names,
    validate_phone,
)
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.shared.clock import Clock
from touchline.shared.principal import Principal
from touchline.shared.strings import normalize
from touchline.shared.strings.validation import phone_digits


@dataclass(frozen=True)
class RegistrationForm:
    """The registration form as received. `ip` and `user_agent` belong to the browser."""

    first_name: str
    last_name: str
    email: str
    phone: str
    password: str
    password_confirmation: str
    accept_terms: bool
    robot_token: str
    ip: str
    user_agent: str


class RegisterAccount:
    """Use case that creates an account and logs in its viewer."""

    def __init__(
        self,
        accounts: Accounts,
        password_policy: PasswordPolicy,
        require_human: RequireHuman,
        create_account: CreateAccount,
        start_session: StartSession,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._password_policy = password_policy
        self._require_human = require_human
        self._create_account = create_account
        self._start_session = start_session
        self._clock = clock

    def __call__(self, form: RegistrationForm, principal: Principal) -> LoginResult:
        """Create the account and return the new API key and the user.

        Raises `InvalidInputError` with all errors, or `RefusedError` if the viewer is logged in.
        """
        reject_logged_in(principal)
        self._require_human(form.robot_token, form.ip)
        raise_for_errors(self._validate(form))
        account = self._build_account(form, principal)
        self._create_account(account)
        return self._start_session(account, principal, form.user_agent)

    def _validate(self, form: RegistrationForm) -> dict[str, list[str]]:
        email = normalize.email(form.email)
        return {
            **validate_names(normalize_name(form.first_name), normalize_name(form.last_name)),
            "email": first_error(validate_email(email), self._validate_email_available(email)),
            "phone": first_error(validate_phone(form.phone), self._validate_phone_available(form.phone)),
            **self._password_policy.validate(form.password, form.password_confirmation),
            "accept_terms": [] if form.accept_terms else [TERMS_REQUIRED],
        }

    def _validate_email_available(self, email: str) -> list[str]:
        is_registered = not validate_email(email) and self._accounts.get_by_email(email)
        return [DUPLICATE_MESSAGES["email"]] if is_registered else []

    def _validate_phone_available(self, phone: str) -> list[str]:
        digits = phone_digits(phone)
        return [DUPLICATE_MESSAGES["phone"]] if digits and self._accounts.get_by_phone(digits) else []

    def _build_account(self, form: RegistrationForm, principal: Principal) -> Account:
        return Account(
            principal.channel_id,
            normalize.email(form.email),
            normalize_name(form.first_name),
            normalize_name(form.last_name),
            principal.language,
            self._clock.now(),
            phone=phone_digits(form.phone),
            password_hash=self._password_policy.hash(form.password),
        )
