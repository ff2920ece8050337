"""Handing out keys and knowing them again."""

from datetime import UTC, datetime, timedelta

import pytest

from touchline.channel.application.keys import ChannelBehindKey, FindPrincipal, GiveApiKey, ShowChannelKey
from touchline.channel.domain.channel import Channel
from touchline.channel.tests.fakes import FakeChannelKeys, FakeChannels, FakeGeo, FakeSessions
from touchline.shared.clock import FixedClock
from touchline.shared.errors import KeyRejected
from touchline.shared.ids import ChannelId
from touchline.shared.principal import Principal

ONE = ChannelId(1)
CHANNELS = FakeChannels(Channel("prairie", "Prairie", ONE, languages=("en", "fr")))
CLOCK = FixedClock(datetime(2026, 11, 21, tzinfo=UTC))


def test_a_channel_key_is_shown_again_and_again_and_kept_as_a_hash_only() -> None:
    keys = FakeChannelKeys()
    show = ShowChannelKey(keys, b"secret")
    assert show(ONE) == show(ONE)
    assert show(ONE) not in repr(vars(keys))


def test_another_secret_withdraws_the_old_channel_key_and_makes_another() -> None:
    keys = FakeChannelKeys()
    old = ShowChannelKey(keys, b"secret")(ONE)
    new = ShowChannelKey(keys, b"another")(ONE)
    channel_of = ChannelBehindKey(keys, CHANNELS)
    assert old != new
    assert channel_of(new).slug == "prairie"
    with pytest.raises(KeyRejected) as refusal:
        channel_of(old)
    assert refusal.value.code == "errors.channel_key"


def test_each_api_key_is_new_and_kept_as_a_hash_only() -> None:
    sessions = FakeSessions()
    give = GiveApiKey(sessions, CLOCK)
    first, second = give(ONE), give(ONE)
    assert first.api_key != second.api_key
    assert first.expires_at == CLOCK.now() + timedelta(days=30)
    assert first.api_key not in repr(sessions.rows)


def find(sessions: FakeSessions, api_key: str | None, lang: str | None = None) -> Principal:
    """The principal of a key, asked in French."""
    found = FindPrincipal(sessions, sessions.seen, CHANNELS, FakeGeo("CA"), CLOCK)
    return found(api_key, lang=lang, accept_language="fr", ip="192.0.2.1", headers={})


def test_a_principal_has_channel_session_language_and_country() -> None:
    sessions = FakeSessions()
    given = GiveApiKey(sessions, CLOCK)(ONE)
    found = find(sessions, given.api_key)
    assert found == Principal(ONE, sessions.rows[0].id, None, "fr", "CA")
    assert not found.logged_in
    assert find(sessions, given.api_key, "en").language == "en"


@pytest.mark.parametrize(("key", "message"), [(None, "no api key"), ("tlk_x", "No channel or api key found")])
def test_a_missing_and_an_unknown_api_key_say_so(key: str | None, message: str) -> None:
    with pytest.raises(KeyRejected) as refusal:
        find(FakeSessions(), key)
    assert (refusal.value.code, refusal.value.message) == ("errors.api_key", message)
