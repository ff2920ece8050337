"""Letting a device in by a code: the device authorization grant (RFC 8628; api.md, "Viewer")."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from touchline.channel.application.entering import Enter, Entered, refuse_viewers
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.device_grants import (
    LIFE,
    DeviceGrant,
    Poll,
    hash_of_user_code,
    new_device_code,
    new_user_code,
)
from touchline.channel.domain.identifiers import refuse
from touchline.channel.domain.keys import hash_of
from touchline.channel.ports.accounts import Accounts
from touchline.channel.ports.device_grants import DeviceGrants
from touchline.channel.ports.keys import Sessions
from touchline.channel.ports.letters import Letters
from touchline.channel.ports.throttle import Limit, Throttle
from touchline.channel.ports.user_agents import Device, UserAgents
from touchline.shared.clock import Clock
from touchline.shared.errors import OUR_FAULT, Refused, Unavailable
from touchline.shared.principal import Principal
from touchline.shared.typed import FIELD_WANTED

WRONG_CODES = Limit("device-code", times=10, seconds=15 * 60)
UNKNOWN_CODE = "This code is unknown or has expired. Ask your TV for a new one."
_TRIES = 5
_TELLS: Mapping[Poll, str] = {
    Poll.PENDING: "Nobody has entered the code yet.",
    Poll.TOO_SOON: "Please ask less often.",
    Poll.OVER: "This code has expired. Please ask for a new one.",
}


class NotYet(Refused):
    """The device has no key yet; what the grant noted of its question stays."""

    keeps = True

    def __init__(self, told: Poll) -> None:
        super().__init__(_TELLS[told], code=f"errors.{told.value}", error=told.value)


@dataclass(frozen=True)
class DeviceCode:
    """What a device is given; both codes are shown this once. `interval` and `expires_in` are in seconds."""

    device_code: str
    user_code: str
    interval: int
    expires_in: int


class AskDeviceCode:
    """Gives a device the two codes of one request, for ten minutes."""

    def __init__(self, grants: DeviceGrants, user_agents: UserAgents, secret: bytes, clock: Clock) -> None:
        self._grants = grants
        self._user_agents = user_agents
        self._secret = secret
        self._clock = clock

    def __call__(self, asking: Principal, user_agent: str) -> DeviceCode:
        """The codes for the session that asks; `You are already logged in` for a viewer's. `Unavailable`
        where every code that was drawn is in use, which takes millions of requests."""
        refuse_viewers(asking)
        device_code, device = new_device_code(), self._user_agents.device(user_agent)
        for _ in range(_TRIES):
            user_code = new_user_code()
            grant = DeviceGrant(
                asking.session_id,
                hash_of(device_code),
                hash_of_user_code(self._secret, user_code),
                self._clock.now() + LIFE,
                device.name,
                device.platform,
            )
            if self._grants.add(grant):
                return DeviceCode(device_code, user_code, grant.interval, int(LIFE.total_seconds()))
        raise Unavailable(OUR_FAULT)


class LinkDevice:
    """A viewer types the code that a device shows. Ten wrong ones in a quarter of an hour, and no more."""

    def __init__(self, grants: DeviceGrants, throttle: Throttle, secret: bytes, clock: Clock) -> None:
        self._grants = grants
        self._throttle = throttle
        self._secret = secret
        self._clock = clock

    def __call__(self, typed: str, asking: Principal) -> dict[str, Any]:
        """The device: `id, name, platform, last_seen_at, current`; `Invalid`, `Refused`, `Throttled`."""
        viewer = asking.viewer
        refuse({"code": [] if typed.strip() else [FIELD_WANTED]})
        self._throttle.look(WRONG_CODES, viewer)
        now = self._clock.now()
        grant = self._grants.held_by_user(hash_of_user_code(self._secret, typed))
        if grant is None or not grant.may_be_linked(now):
            self._throttle.take(WRONG_CODES, viewer)
            raise Refused(UNKNOWN_CODE, code="errors.device_code")
        grant.link(viewer, asking.session_id)
        self._grants.save(grant)
        return {
            "id": grant.session_id,
            "name": grant.name,
            "platform": grant.platform,
            "last_seen_at": grant.asked_at or now,
            "current": False,
        }


class RedeemDeviceCode:
    """The device asks whether it was let in, and gets its key once."""

    def __init__(
        self,
        grants: DeviceGrants,
        accounts: Accounts,
        sessions: Sessions,
        enter: Enter,
        letters: Letters,
        clock: Clock,
    ) -> None:
        self._grants = grants
        self._accounts = accounts
        self._sessions = sessions
        self._enter = enter
        self._letters = letters
        self._clock = clock

    def __call__(self, device_code: str, asking: Principal) -> Entered:
        """The key and the user; `NotYet` with member `error` (RFC 8628, section 3.5). The viewer is written
        a letter about the device.

        The account is held first, as whoever ends it does, and then the grant.
        """
        device_hash, now = hash_of(device_code), self._clock.now()
        account_id = self._grants.account_of(device_hash)
        account = self._accounts.held(account_id) if account_id else None
        grant = self._grants.held_by_device(device_hash)
        if grant is None:
            raise NotYet(Poll.OVER)
        told = self._told(grant, grant.asked(asking.session_id, now), now)
        if told is not Poll.LINKED or account is None:
            self._grants.save(grant)
            raise NotYet(Poll.PENDING if told is Poll.LINKED else told)  # typed only just now
        return self._let_in(account, grant, asking)

    def _told(self, grant: DeviceGrant, told: Poll, now: datetime) -> Poll:
        """It is over where the session in which the code was typed has been ended meanwhile: whoever was
        thrown out by a new password does not come back by a device."""
        by = self._sessions.get(grant.linked_by) if grant.linked_by else None
        return Poll.OVER if told is Poll.LINKED and (by is None or not by.active(now)) else told

    def _let_in(self, account: Account, grant: DeviceGrant, asking: Principal) -> Entered:
        grant.taken_at = self._clock.now()
        self._grants.save(grant)
        entered = self._enter.as_device(account, asking, Device(grant.name, grant.platform))
        self._letters.ask("new_device", account.id, entered.session_id)
        return entered
