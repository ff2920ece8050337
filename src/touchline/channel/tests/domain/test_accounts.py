"""Account rules, and links signed for an account."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs

import pytest

from touchline.channel.domain.accounts.accounts import Account, SecondFactor
from touchline.channel.domain.accounts.links import LinkClaim, LinkPurpose, LinkState, SignedLinks
from touchline.shared.ids import AccountId, ChannelId

NOON = datetime(2026, 11, 21, 18, tzinfo=UTC)
SIGNED_LINKS = SignedLinks(b"secret")


def ada() -> Account:
    return Account(
        ChannelId(1),
        "Ada+tv@example.org",
        "Ada",
        "Moreau",
        "en",
        NOON,
        phone="15550102030",
        password_hash="a hash",
        id=AccountId(7),
    )


def build_claim(purpose: LinkPurpose, account: Account) -> LinkClaim:
    """Return the claim of the link in an email."""
    path, _, query = SIGNED_LINKS.build_path(purpose, account, NOON).partition("?")
    assert path == purpose.path
    fields = {name: values[0] for name, values in parse_qs(query).items()}
    return LinkClaim(fields["email"], fields["expires"], fields["signature"])


@pytest.mark.parametrize("purpose", LinkPurpose)
def test_a_link_is_valid_until_it_expires(purpose: LinkPurpose) -> None:
    account = ada()
    link = build_claim(purpose, account)
    assert (
        SIGNED_LINKS.verify(purpose, account, link, NOON + purpose.lifetime - timedelta(seconds=1))
        is LinkState.VALID
    )
    assert SIGNED_LINKS.verify(purpose, account, link, NOON + purpose.lifetime) is LinkState.EXPIRED


@pytest.mark.parametrize("purpose", LinkPurpose)
def test_a_link_is_bound_to_account_purpose_and_deployment(purpose: LinkPurpose) -> None:
    account = ada()
    link = build_claim(purpose, account)
    other_accounts = (
        replace(account, id=AccountId(8)),
        replace(account, channel_id=ChannelId(2)),
        replace(account, email="other@example.org"),
    )
    states = [SIGNED_LINKS.verify(purpose, other, link, NOON) for other in other_accounts]
    states += [
        SIGNED_LINKS.verify(other, account, link, NOON) for other in LinkPurpose if other is not purpose
    ]
    states.append(SignedLinks(b"another").verify(purpose, account, link, NOON))
    states.append(SIGNED_LINKS.verify(purpose, account, replace(link, expires="9999999999"), NOON))
    assert set(states) == {LinkState.INVALID}


def test_a_password_change_invalidates_reset_links() -> None:
    account = ada()
    link = build_claim(LinkPurpose.RESET_PASSWORD, account)
    account.change_password("another")
    assert SIGNED_LINKS.verify(LinkPurpose.RESET_PASSWORD, account, link, NOON) is LinkState.INVALID


def test_the_first_verification_date_is_kept() -> None:
    account = ada()
    account.verify_email(NOON)
    account.verify_email(NOON + timedelta(days=1))
    assert account.email_verified_at == NOON


def test_a_second_factor_is_enabled_after_confirmation() -> None:
    account = ada()
    account.second_factor = SecondFactor("sealed")
    assert not account.has_second_factor
    account.second_factor = SecondFactor("sealed", NOON)
    assert account.has_second_factor


def test_the_address_is_the_fallback_name() -> None:
    account = ada()
    assert account.name == "Ada Moreau"
    account.first_name = account.last_name = ""
    assert account.name == "Ada+tv"


def test_a_closed_account_has_no_personal_data() -> None:
    account = ada()
    account.verify_email(NOON)
    account.close(NOON)
    assert account.id == 7
    remaining = {name: value for name, value in vars(account).items() if value}
    assert set(remaining) == {
        "id",
        "channel_id",
        "language",
        "created_at",
        "closed_at",
        "credentials_version",
    }
