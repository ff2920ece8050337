"""Fixture with the demo's identity provider."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adapters.social.tests.provider_server import RunningProvider, run_provider


@pytest.fixture
def running_provider() -> Iterator[RunningProvider]:
    """Yield the provider, on its own port."""
    with run_provider() as provider:
        yield provider
