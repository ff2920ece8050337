"""Provider states of context channel: accounts, their sessions and devices, and what letters link to."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl

import pyotp

from contracts.provider.stage import NOON, Stage
from touchline.channel.application.second_factor import SEALED_FOR
from touchline.channel.application.social_ways import Way
from touchline.channel.domain.accounts import Account, SecondFactor
from touchline.channel.domain.device_grants import LIFE, DeviceGrant, hash_of_user_code
from touchline.channel.domain.keys import Session, hash_of
from touchline.channel.domain.links import Purpose
from touchline.shared.ids import AccountId, ChannelId

A_YEAR = timedelta(days=360)


def an_account(
    stage: Stage, email: str, password: str | None = None, phone: str | None = None, verified: bool = True
) -> None:
    """A viewer of the channel, who is not logged in anywhere."""
    with stage.channel() as (channel_id, channel):
        hashed = channel.passwords().hash(password) if password else None
        account = Account(channel_id, email, "Maya", "Halvorsen", "en", NOON, phone, hashed)
        account.email_verified_at = NOON if verified else None
        channel.kept_accounts().add(account)


def a_viewer(stage: Stage, api_key: str, email: str, **facts: Any) -> None:
    """An account, logged in behind this key."""
    an_account(stage, email, **facts)
    with stage.channel() as (channel_id, channel):
        account = channel.kept_accounts().by_email(email)
        channel.sessions().add(_session(channel_id, api_key, account.id))


def another_device(stage: Stage, email: str, id: int) -> None:
    """A second session of a viewer, of this id."""
    with stage.channel({("viewer_session", ""): id}) as (channel_id, channel):
        account = channel.kept_accounts().by_email(email)
        channel.sessions().add(_session(channel_id, "another key", account.id))


def a_device_that_shows_a_code(stage: Stage, code: str) -> None:
    """A TV that waits for somebody to type this code."""
    with stage.channel() as (channel_id, channel):
        waits = channel.sessions().add(_session(channel_id, "a key of the TV"))
        hashed = hash_of_user_code(stage.house.container.secret(), code)
        grant = DeviceGrant(waits, hash_of("device"), hashed, NOON + LIFE, "Samsung Browser on Tizen", "tv")
        channel.device_grants().add(grant)


def a_letter(stage: Stage, email: str, purpose: str, hours_ago: int = 0) -> dict[str, Any]:
    """A letter with a link to an account. Makes what the link holds: `expires` and `signature`."""
    with stage.channel() as (_, channel):
        account = channel.kept_accounts().by_email(email)
        sent_at = NOON - timedelta(hours=hours_ago)
        path = channel.links().path(Purpose[purpose.upper()], account, sent_at)
    return dict(parse_qsl(path.partition("?")[2]))


def an_authenticator_app(stage: Stage, email: str, confirmed: bool = True) -> dict[str, Any]:
    """An account's second factor. Makes the `otp` that the app shows."""
    secret = pyotp.random_base32()
    with stage.channel() as (_, channel):
        account = channel.kept_accounts().by_email(email)
        sealed = channel.seal().seal(SEALED_FOR, secret)
        account.second_factor = SecondFactor(sealed, NOON if confirmed else None)
        channel.kept_accounts().save(account)
    return {"otp": pyotp.TOTP(secret).at(NOON)}


def a_return_from_a_provider(stage: Stage, api_key: str, provider: str) -> dict[str, Any]:
    """Somebody comes back from a provider, to which this key set out. Makes the `state` that they bring."""
    back = f"http://prairie.localhost/auth/login/{provider}/callback"
    with stage.channel() as (_, channel):
        way = Way(provider, hash_of(api_key), "nonce", "verifier", back)
        return {"state": channel.social.ways().state(way)}


def _session(channel_id: ChannelId, key: str, account_id: AccountId | None = None) -> Session:
    session = Session(channel_id, hash_of(key), NOON, NOON + A_YEAR, account_id)
    return replace(session, name="Chrome on Windows", platform="desktop", country="US")


STATES: dict[str, Any] = {
    "an account": an_account,
    "a viewer": a_viewer,
    "another device": another_device,
    "a device that shows a code": a_device_that_shows_a_code,
    "a letter": a_letter,
    "an authenticator app": an_authenticator_app,
    "a return from a provider": a_return_from_a_provider,
}
