"""Registration (product.md §5; api.md, `POST /v2/auth/register`)."""

from dataclasses import dataclass

from touchline.channel.application.entering import Enter, Entered, refuse_viewers
from touchline.channel.application.new_passwords import NewPasswords
from touchline.channel.application.opening import SENTENCES, OpenAccount
from touchline.channel.application.robots import FormDoor
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.details import faults_of_email, faults_of_names, faults_of_phone, tidy
from touchline.channel.domain.identifiers import TERMS_WANTED, first_of, refuse
from touchline.channel.ports.accounts import Accounts
from touchline.channel.ports.throttle import Limit
from touchline.shared import normalize
from touchline.shared.clock import Clock
from touchline.shared.principal import Principal
from touchline.shared.typed import digits_of_phone


@dataclass(frozen=True)
class Registration:
    """The form as it came; `ip` and `user_agent` are the browser's."""

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


class Register:
    """Makes an account and logs its viewer in. `limit` counts by address, whatever became of the form."""

    def __init__(
        self,
        accounts: Accounts,
        new_passwords: NewPasswords,
        door: FormDoor,
        limit: Limit,
        open_account: OpenAccount,
        enter: Enter,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._new_passwords = new_passwords
        self._door = door
        self._limit = limit
        self._open_account = open_account
        self._enter = enter
        self._clock = clock

    def __call__(self, form: Registration, asking: Principal) -> Entered:
        """The new key and the user; `Invalid` with all that is wrong, `Throttled`, `Refused` for a viewer."""
        refuse_viewers(asking)
        self._door(self._limit, form.robot_token, form.ip)
        refuse(self._faults(form))
        account = self._account(form, asking)
        self._open_account(account)
        return self._enter(account, asking, form.user_agent)

    def _faults(self, form: Registration) -> dict[str, list[str]]:
        email = normalize.email(form.email)
        return {
            **faults_of_names(tidy(form.first_name), tidy(form.last_name)),
            "email": first_of(faults_of_email(email), self._taken_email(email)),
            "phone": first_of(faults_of_phone(form.phone), self._taken_phone(form.phone)),
            **self._new_passwords.faults(form.password, form.password_confirmation),
            "accept_terms": [] if form.accept_terms else [TERMS_WANTED],
        }

    def _taken_email(self, email: str) -> list[str]:
        known = not faults_of_email(email) and self._accounts.by_email(email)
        return [SENTENCES["email"]] if known else []

    def _taken_phone(self, phone: str) -> list[str]:
        digits = digits_of_phone(phone)
        return [SENTENCES["phone"]] if digits and self._accounts.by_phone(digits) else []

    def _account(self, form: Registration, asking: Principal) -> Account:
        return Account(
            asking.channel_id,
            normalize.email(form.email),
            tidy(form.first_name),
            tidy(form.last_name),
            asking.language,
            self._clock.now(),
            phone=digits_of_phone(form.phone),
            password_hash=self._new_passwords.hash(form.password),
        )
