"""`touchline streams health` on the real application."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from touchline.catalog.adapters.cli import COMMANDS
from touchline.catalog.tests.health_encoder import BLACK, HealthEncoder

Run = Callable[..., Result]


@pytest.fixture
def run(encoder: HealthEncoder) -> Run:
    """Return a function that runs `touchline streams health on-now`."""
    streams = next(command for command in COMMANDS if command.name == "streams")
    return lambda *options: CliRunner().invoke(streams, ["health", "on-now", *options])


def test_values_are_printed_with_the_last_hour(run: Run, encoder: HealthEncoder) -> None:
    encoder.send(60)
    result = run()
    assert result.exit_code == 0, result.output
    assert "Stream: live" in result.stdout
    assert "3000 kbit/s" in result.stdout and "████" in result.stdout
    assert "-22 dB" in result.stdout


def test_a_fault_that_viewers_notice_is_exit_status_1(run: Run, encoder: HealthEncoder) -> None:
    encoder.send(20, BLACK)
    result = run()
    assert result.exit_code == 1
    assert "ERROR  The picture has been black for 12 s." in result.stdout
    assert "What to change: Check the camera" in result.stdout


def test_json_has_what_the_api_returns(run: Run, encoder: HealthEncoder) -> None:
    encoder.send(30)
    report = json.loads(run("--json").stdout)
    assert report["slots"][0]["values"]["bitrate"] == 3_000_000
    assert report["slots"][0]["history"]["at"][0].endswith("Z")


def test_without_an_encoder_the_command_says_so(run: Run, encoder: HealthEncoder) -> None:
    result = run()
    assert (result.exit_code, "The primary encoder is not connected." in result.stdout) == (0, True)
    assert "Stream test: no key yet" in run("--test").stdout
