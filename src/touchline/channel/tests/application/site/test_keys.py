"""Issuing and recognizing API keys."""

from datetime import UTC, datetime, timedelta

import pytest

from touchline.channel.application.site.keys import (
    CreateApiKey,
    FindChannelByKey,
    FindPrincipal,
    GetChannelKey,
)
from touchline.channel.domain.site.channel import Channel
from touchline.channel.tests.site_fakes import FakeChannelKeys, FakeChannels, FakeGeo, FakeSessions
from touchline.shared.clock import FixedClock
from touchline.shared.errors import InvalidApiKeyError
from touchline.shared.ids import ChannelId
from touchline.shared.principal import Principal

CHANNEL_ID = ChannelId(1)
CHANNELS = FakeChannels(Channel("prairie", "Prairie", CHANNEL_ID, languages=("en", "fr")))
CLOCK = FixedClock(datetime(2026, 11, 21, tzinfo=UTC))


def test_a_channel_key_is_stable_and_stored_as_a_hash() -> None:
    keys = FakeChannelKeys()
    get_channel_key = GetChannelKey(keys, b"secret")
    assert get_channel_key(CHANNEL_ID) == get_channel_key(CHANNEL_ID)
    assert get_channel_key(CHANNEL_ID) not in repr(vars(keys))


def test_a_changed_secret_revokes_the_channel_key_and_creates_another() -> None:
    keys = FakeChannelKeys()
    old = GetChannelKey(keys, b"secret")(CHANNEL_ID)
    new = GetChannelKey(keys, b"another")(CHANNEL_ID)
    find_channel_by_key = FindChannelByKey(keys, CHANNELS)
    assert old != new
    assert find_channel_by_key(new).slug == "prairie"
    with pytest.raises(InvalidApiKeyError) as error:
        find_channel_by_key(old)
    assert error.value.code == "errors.channel_key"


def test_api_keys_are_unique_and_stored_as_hashes() -> None:
    sessions = FakeSessions()
    create_api_key = CreateApiKey(sessions, CLOCK)
    first, second = create_api_key(CHANNEL_ID), create_api_key(CHANNEL_ID)
    assert first.api_key != second.api_key
    assert first.expires_at == CLOCK.now() + timedelta(days=30)
    assert first.api_key not in repr(sessions.rows)


def find_principal(sessions: FakeSessions, api_key: str | None, lang: str | None = None) -> Principal:
    """Return the principal of a key, for a request with `fr` as its accepted language."""
    find = FindPrincipal(sessions, sessions.record_last_seen, CHANNELS, FakeGeo("CA"), CLOCK)
    return find(api_key, lang=lang, accept_language="fr", ip="192.0.2.1", headers={})


def test_a_principal_has_channel_session_language_and_country() -> None:
    sessions = FakeSessions()
    issued_key = CreateApiKey(sessions, CLOCK)(CHANNEL_ID)
    principal = find_principal(sessions, issued_key.api_key)
    assert principal == Principal(CHANNEL_ID, sessions.rows[0].id, None, "fr", "CA")
    assert not principal.is_logged_in
    assert find_principal(sessions, issued_key.api_key, "en").language == "en"


@pytest.mark.parametrize(("key", "message"), [(None, "no api key"), ("tlk_x", "No channel or api key found")])
def test_missing_and_unknown_api_keys_are_reported(key: str | None, message: str) -> None:
    with pytest.raises(InvalidApiKeyError) as error:
        find_principal(FakeSessions(), key)
    assert (error.value.code, error.value.message) == ("errors.api_key", message)
