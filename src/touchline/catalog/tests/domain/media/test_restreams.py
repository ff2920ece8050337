"""Restream targets and the progress of restreams."""

from __future__ import annotations

from datetime import timedelta

import pytest

from touchline.catalog.domain.media import restreams
from touchline.catalog.domain.media.restreams import (
    RestreamFailure,
    RestreamProgress,
    RestreamState,
    TargetSecrets,
    compute_retry_delay,
    find_target_errors,
    find_url_error,
)
from touchline.catalog.tests.samples import NOON
from touchline.shared.error_messages import ErrorMessage


@pytest.mark.parametrize(
    "url",
    [
        "rtmp://live.twitch.tv/app",
        "rtmps://a.rtmps.youtube.com/live2",
        "rtmps://live-api-s.facebook.com:443/rtmp/",
        "rtmp://203.0.114.7:1936/live/room",
        "srt://ingest.example.org:9000",
        "srt://ingest.example.org:9000/",
    ],
)
def test_servers_of_the_services_are_accepted(url: str) -> None:
    assert find_url_error(url, allow_private=False) is None


@pytest.mark.parametrize(
    ("url", "error"),
    [
        ("", restreams.INVALID_URL),
        ("live.twitch.tv/app", restreams.INVALID_URL),
        ("rtmp://", restreams.INVALID_URL),
        ("rtmp://host:0/app", restreams.INVALID_URL),
        ("rtmp://host:99999/app", restreams.INVALID_URL),
        ("rtmp://host/a b", restreams.INVALID_URL),
        ("rtmp://[::1/app", restreams.INVALID_URL),
        ("rtmp://hôte.example/app", restreams.INVALID_URL),
        ("rtmp://host/" + "a" * 500, restreams.INVALID_URL),
        ("https://live.twitch.tv/app", restreams.UNKNOWN_SCHEME),
        ("file:///etc/passwd", restreams.UNKNOWN_SCHEME),
        ("rtmp://user:secret@live.twitch.tv/app", restreams.URL_WITH_SECRET),
        ("rtmp://live.twitch.tv/app?key=secret", restreams.URL_WITH_SECRET),
        ("rtmp://live.twitch.tv/app#x", restreams.URL_WITH_SECRET),
        ("rtmp://live.twitch.tv", restreams.APPLICATION_REQUIRED),
        ("rtmps://live.twitch.tv/", restreams.APPLICATION_REQUIRED),
        ("srt://ingest.example.org", restreams.SRT_ADDRESS),
        ("srt://ingest.example.org:9000/live", restreams.SRT_ADDRESS),
        ("srt://ingest.example.org:9000?streamid=secret", restreams.SRT_ADDRESS),
        ("srt://user:secret@ingest.example.org:9000", restreams.URL_WITH_SECRET),
        ("srt://192.168.1.20:9000", restreams.PRIVATE_ADDRESS),
        ("rtmp://localhost/live", restreams.PRIVATE_ADDRESS),
        ("rtmp://127.0.0.1/live", restreams.PRIVATE_ADDRESS),
        ("rtmp://[::1]/live", restreams.PRIVATE_ADDRESS),
        ("rtmp://192.168.1.20:1935/live", restreams.PRIVATE_ADDRESS),
        ("rtmps://169.254.169.254/live", restreams.PRIVATE_ADDRESS),
        ("rtmp://encoder.local/live", restreams.PRIVATE_ADDRESS),
    ],
)
def test_the_error_says_what_is_wrong_with_a_url(url: str, error: ErrorMessage) -> None:
    assert find_url_error(url, allow_private=False) == error


def test_private_servers_can_be_allowed() -> None:
    assert find_url_error("rtmp://127.0.0.1/live", allow_private=True) is None


def find_fields(name: str, url: str, secrets: TargetSecrets | None) -> set[str]:
    """Return the fields with errors."""
    return set(find_target_errors(name, url, secrets, allow_private=False))


def test_name_server_and_key_are_required() -> None:
    url = "rtmp://a.example/live"
    assert find_fields("YouTube", url, TargetSecrets("secret")) == set()
    assert find_fields("YouTube", url, None) == set()
    assert find_fields("", "", TargetSecrets("")) == {"name", "server_url", "key"}
    assert find_fields("YouTube", url, TargetSecrets("secret", "harvest-moon-42")) == {"passphrase"}


@pytest.mark.parametrize(
    ("secrets", "fields"),
    [
        (TargetSecrets(""), set()),
        (TargetSecrets("gym-1", "p" * 10), set()),
        (TargetSecrets("gym-1", "p" * 79), set()),
        (TargetSecrets("gym-1", "p" * 9), {"passphrase"}),
        (TargetSecrets("gym-1", "é" * 40), {"passphrase"}),
        (TargetSecrets("gym-1", "a passphrase\0"), {"passphrase"}),
        (TargetSecrets("k" * 513), {"key"}),
    ],
)
def test_srt_servers_may_have_a_stream_id_and_a_passphrase(secrets: TargetSecrets, fields: set[str]) -> None:
    assert find_fields("Gym", "srt://ingest.example.org:9000", secrets) == fields


def test_secrets_are_hidden_when_printed() -> None:
    assert "gym-1" not in repr(TargetSecrets("gym-1", "harvest-moon-42"))


def test_retries_wait_longer_each_time_up_to_a_minute() -> None:
    delays = [compute_retry_delay(attempt, 0).total_seconds() for attempt in range(1, 9)]
    assert delays == [2, 4, 8, 16, 32, 60, 60, 60]
    assert compute_retry_delay(10_000, 0).total_seconds() == 60
    assert compute_retry_delay(1, 1).total_seconds() == 2.5


def test_a_lost_connection_is_retried_for_ever() -> None:
    progress = RestreamProgress()
    for attempt in range(1, 50):
        progress.record_failure(RestreamFailure.DISCONNECTED, "", NOON, 0)
        assert (progress.state, progress.attempt) == (RestreamState.RETRYING, attempt)
    assert not progress.is_due(NOON + timedelta(seconds=59))
    assert progress.is_due(NOON + timedelta(seconds=60))


def test_a_refused_key_is_tried_three_times() -> None:
    progress = RestreamProgress()
    for state in (RestreamState.RETRYING, RestreamState.RETRYING, RestreamState.FAILED):
        progress.record_failure(RestreamFailure.KEY_REFUSED, "NetStream.Publish.BadName", NOON, 0)
        assert progress.state is state
    assert not progress.is_due(NOON + timedelta(days=1))
    assert progress.detail == "NetStream.Publish.BadName"


def test_failures_before_a_refused_key_do_not_count() -> None:
    progress = RestreamProgress()
    for _ in range(5):
        progress.record_failure(RestreamFailure.UNREACHABLE, "", NOON, 0)
    progress.record_failure(RestreamFailure.KEY_REFUSED, "", NOON, 0)
    assert progress.state is RestreamState.RETRYING


def test_a_key_that_was_accepted_before_is_tried_longer() -> None:
    """For a while, a service may take a connection that broke for another encoder."""
    progress = RestreamProgress()
    progress.record_live(NOON, 100, 50)
    for _ in range(9):
        progress.record_failure(RestreamFailure.KEY_REFUSED, "", NOON, 0)
        assert progress.state is RestreamState.RETRYING
    progress.record_failure(RestreamFailure.KEY_REFUSED, "", NOON, 0)
    assert progress.state is RestreamState.FAILED


def test_a_service_that_accepts_and_disconnects_is_retried_less_and_less_often() -> None:
    progress = RestreamProgress()
    for delay in (2, 4, 8):
        progress.record_connecting()
        progress.record_live(NOON, 100, 50)
        progress.record_live(NOON + timedelta(seconds=5), 200, 50)
        progress.record_failure(RestreamFailure.DISCONNECTED, "", NOON, 0)
        assert progress.next_attempt_at == NOON + timedelta(seconds=delay)


def test_success_forgets_earlier_failures() -> None:
    progress = RestreamProgress()
    progress.record_failure(RestreamFailure.DISCONNECTED, "", NOON, 0)
    progress.record_live(NOON, 100, 50)
    progress.record_live(NOON + timedelta(seconds=30), 200, 50)
    assert (progress.attempt, progress.failure, progress.live_since) == (0, None, NOON)
    assert progress.bytes_sent == 200
