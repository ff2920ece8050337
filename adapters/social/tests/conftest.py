"""The demo's identity provider, running."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adapters.social.tests.provider_server import RunningProvider, run_provider


@pytest.fixture
def running_provider() -> Iterator[RunningProvider]:
    """The provider on a port of its own."""
    with run_provider() as found:
        yield found
