"""What an account knows of itself, and links that are made for it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs

import pytest

from touchline.channel.domain.accounts import Account, SecondFactor
from touchline.channel.domain.links import Claim, Links, LinkState, Purpose
from touchline.shared.ids import AccountId, ChannelId

NOON = datetime(2026, 11, 21, 18, tzinfo=UTC)
LINKS = Links(b"secret")


def ada() -> Account:
    return Account(
        ChannelId(1),
        "Ada+tv@example.org",
        "Ada",
        "Moreau",
        "en",
        NOON,
        phone="15550102030",
        password_hash="kept",
        id=AccountId(7),
    )


def claim(purpose: Purpose, account: Account) -> Claim:
    """What the link of a letter holds."""
    path, _, query = LINKS.path(purpose, account, NOON).partition("?")
    assert path == purpose.path
    said = {name: values[0] for name, values in parse_qs(query).items()}
    return Claim(said["email"], said["expires"], said["signature"])


@pytest.mark.parametrize("purpose", Purpose)
def test_a_link_is_good_until_its_end(purpose: Purpose) -> None:
    account = ada()
    link = claim(purpose, account)
    assert LINKS.check(purpose, account, link, NOON + purpose.life - timedelta(seconds=1)) is LinkState.GOOD
    assert LINKS.check(purpose, account, link, NOON + purpose.life) is LinkState.EXPIRED


@pytest.mark.parametrize("purpose", Purpose)
def test_a_link_is_for_one_account_one_purpose_and_one_deployment(purpose: Purpose) -> None:
    account = ada()
    link = claim(purpose, account)
    others = (
        replace(account, id=AccountId(8)),
        replace(account, channel_id=ChannelId(2)),
        replace(account, email="other@example.org"),
    )
    states = [LINKS.check(purpose, other, link, NOON) for other in others]
    states += [LINKS.check(other, account, link, NOON) for other in Purpose if other is not purpose]
    states.append(Links(b"another").check(purpose, account, link, NOON))
    states.append(LINKS.check(purpose, account, replace(link, expires="9999999999"), NOON))
    assert set(states) == {LinkState.FALSE}


def test_a_link_to_reset_the_password_is_void_when_it_was_changed() -> None:
    account = ada()
    link = claim(Purpose.RESET_PASSWORD, account)
    account.change_password("another")
    assert LINKS.check(Purpose.RESET_PASSWORD, account, link, NOON) is LinkState.FALSE


def test_the_first_proof_of_an_address_counts() -> None:
    account = ada()
    account.verify_email(NOON)
    account.verify_email(NOON + timedelta(days=1))
    assert account.email_verified_at == NOON


def test_a_second_factor_counts_once_its_app_was_seen() -> None:
    account = ada()
    account.second_factor = SecondFactor("sealed")
    assert not account.has_second_factor
    account.second_factor = SecondFactor("sealed", NOON)
    assert account.has_second_factor


def test_a_viewer_without_names_is_called_by_the_address() -> None:
    account = ada()
    assert account.name == "Ada Moreau"
    account.first_name = account.last_name = ""
    assert account.name == "Ada+tv"


def test_nothing_of_the_person_is_left_in_a_closed_account() -> None:
    account = ada()
    account.verify_email(NOON)
    account.close(NOON)
    assert account.id == 7
    left = {name: value for name, value in vars(account).items() if value}
    assert set(left) == {"id", "channel_id", "language", "created_at", "closed_at", "credentials_version"}
