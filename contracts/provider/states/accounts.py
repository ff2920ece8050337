"""Provider states of context channel: accounts, their sessions and devices, and links in emails."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl

import pyotp
from sqlalchemy import update

from contracts.provider.environment import NOON, ProviderEnvironment
from touchline.catalog.domain.media.assets import MediaOwner
from touchline.channel.adapters.sql.account_tables import InvitationRow
from touchline.channel.application.accounts.second_factor.verification import ENCRYPTION_PURPOSE
from touchline.channel.application.accounts.social.state import AuthorizationRequest
from touchline.channel.domain.accounts.accounts import Account, SecondFactor
from touchline.channel.domain.accounts.device_grants import LIFETIME, DeviceGrant, hash_user_code
from touchline.channel.domain.accounts.links import LinkPurpose
from touchline.channel.domain.operators.roles import Role
from touchline.channel.domain.site.keys import Session, hash_key
from touchline.platform.db.session import current_session
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.principal import Principal

SESSION_LIFETIME = timedelta(days=360)


def create_account(
    environment: ProviderEnvironment,
    email: str,
    password: str | None = None,
    phone: str | None = None,
    verified: bool = True,
) -> None:
    """Create a viewer of the channel who is not logged in anywhere."""
    with environment.open_channel() as (channel_id, channel):
        password_hash = channel.password_hasher().hash(password) if password else None
        account = Account(channel_id, email, "Maya", "Halvorsen", "en", NOON, phone, password_hash)
        account.email_verified_at = NOON if verified else None
        channel.accounts().add(account)


def create_viewer(environment: ProviderEnvironment, api_key: str, email: str, **attributes: Any) -> None:
    """Create an account that is logged in with this key."""
    create_account(environment, email, **attributes)
    with environment.open_channel() as (channel_id, channel):
        account = channel.accounts().get_by_email(email)
        channel.sessions().add(_build_session(channel_id, api_key, account.id))


def create_other_session(environment: ProviderEnvironment, email: str, id: int) -> None:
    """Create a second session of a viewer with this id."""
    with environment.open_channel({("viewer_session", ""): id}) as (channel_id, channel):
        account = channel.accounts().get_by_email(email)
        channel.sessions().add(_build_session(channel_id, "another key", account.id))


def start_watching(environment: ProviderEnvironment, email: str, session_id: int, event_id: int) -> None:
    """Let a device of the viewer watch an event."""
    with environment.open_channel() as (channel_id, channel):
        account = channel.accounts().get_by_email(email)
        viewer = Principal(channel_id, SessionId(session_id), account.id, "en", None)
        environment.application.container.catalog.device_limits().admit(
            viewer, MediaOwner("event", event_id), None
        )


def create_device_grant(environment: ProviderEnvironment, code: str) -> None:
    """Create a TV that waits for somebody to enter this code."""
    with environment.open_channel() as (channel_id, channel):
        waiting_session = channel.sessions().add(_build_session(channel_id, "a key of the TV"))
        code_hash = hash_user_code(environment.application.container.secret(), code)
        grant = DeviceGrant(
            waiting_session,
            hash_key("device"),
            code_hash,
            NOON + LIFETIME,
            "Samsung Browser on Tizen",
            "tv",
        )
        channel.device_grants().add(grant)


def create_email_link(
    environment: ProviderEnvironment, email: str, purpose: str, hours_ago: int = 0
) -> dict[str, Any]:
    """Create an email link to an account. Returns the link's `expires` and `signature`."""
    with environment.open_channel() as (_, channel):
        account = channel.accounts().get_by_email(email)
        sent_at = NOON - timedelta(hours=hours_ago)
        path = channel.signed_links().build_path(LinkPurpose[purpose.upper()], account, sent_at)
    return dict(parse_qsl(path.partition("?")[2]))


def create_second_factor(
    environment: ProviderEnvironment, email: str, confirmed: bool = True
) -> dict[str, Any]:
    """Create an account's second factor. Returns the `otp` that the app shows."""
    secret = pyotp.random_base32()
    with environment.open_channel() as (_, channel):
        account = channel.accounts().get_by_email(email)
        sealed_secret = channel.encryption().encrypt(ENCRYPTION_PURPOSE, secret)
        account.second_factor = SecondFactor(sealed_secret, NOON if confirmed else None)
        channel.accounts().save(account)
    return {"otp": pyotp.TOTP(secret).at(NOON)}


def create_social_attempt(environment: ProviderEnvironment, api_key: str, provider: str) -> dict[str, Any]:
    """Create a login attempt with a provider that this key started. Returns the `state`."""
    callback_url = f"http://prairie.localhost/auth/login/{provider}/callback"
    with environment.open_channel() as (_, channel):
        authorization_request = AuthorizationRequest(
            provider, hash_key(api_key), "nonce", "verifier", callback_url
        )
        return {"state": channel.social_state_codec().encode_state(authorization_request)}


def _build_session(channel_id: ChannelId, key: str, account_id: AccountId | None = None) -> Session:
    session = Session(channel_id, hash_key(key), NOON, NOON + SESSION_LIFETIME, account_id)
    return replace(session, name="Chrome on Windows", platform="desktop", country="US")


def create_owner_with_team(
    environment: ProviderEnvironment, email: str, member_id: int, invitation_id: int
) -> None:
    """Make a viewer the owner of a team with another owner and a pending invitation, with these ids."""
    member = "ben@example.com"
    with environment.open_channel({("account", ""): member_id}) as (channel_id, channel):
        account = Account(channel_id, member, "Ben", "Moreau", "en", NOON, email_verified_at=NOON)
        channel.accounts().add(account)
        for address in (email, member):
            channel.operator_admin().add(address)
        channel.invitation_service().invite("coach@example.com", Role.PRODUCER)
        current_session().execute(update(InvitationRow).values(id=invitation_id))


def make_scorekeeper(environment: ProviderEnvironment, member_id: int) -> None:
    """Make a member of the team a scorekeeper."""
    with environment.open_channel() as (_, channel):
        channel.operators().set_role(AccountId(member_id), Role.SCOREKEEPER)


def create_operator(environment: ProviderEnvironment, email: str) -> None:
    """Make a viewer an owner of the channel."""
    with environment.open_channel() as (_, channel):
        channel.operator_admin().add(email)


def create_invitation(environment: ProviderEnvironment, email: str) -> dict[str, Any]:
    """Invite a viewer. Returns the `token` of the link in the email."""
    with environment.open_channel() as (_, channel):
        invitation = channel.invitation_service().invite(email, Role.ANALYST)
        return {"token": channel.invitation_tokens().build(invitation)}


STATES: dict[str, Any] = {
    "an operator": create_operator,
    "an owner with a team": create_owner_with_team,
    "a scorekeeper": make_scorekeeper,
    "an invitation of the viewer": create_invitation,
    "an account": create_account,
    "a viewer": create_viewer,
    "another device": create_other_session,
    "a device that is watching": start_watching,
    "a device that shows a code": create_device_grant,
    "an email link": create_email_link,
    "an authenticator app": create_second_factor,
    "a pending social log-in": create_social_attempt,
}
