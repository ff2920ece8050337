"""The demo's identity provider, running."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adapters.social.tests.running import Running, provider_running


@pytest.fixture
def running() -> Iterator[Running]:
    """The provider on a port of its own."""
    with provider_running() as found:
        yield found
