"""From which country a visitor comes, by each adapter."""

import pytest

from adapters.geo.fixed import FixedGeo
from adapters.geo.header import HeaderGeo
from touchline.channel.ports.geo import Geo


@pytest.mark.parametrize("geo", [FixedGeo("CA"), HeaderGeo("CF-IPCountry")])
def test_a_country_is_a_code_of_two_capitals(geo: Geo) -> None:
    assert geo.country_of("192.0.2.1", {"CF-IPCountry": "ca"}) == "CA"


@pytest.mark.parametrize("said", ["", "XX", "T1", "Canada", "4A"])
def test_a_proxy_that_does_not_know_says_nothing(said: str) -> None:
    assert HeaderGeo("CF-IPCountry").country_of("192.0.2.1", {"CF-IPCountry": said}) is None
    assert HeaderGeo("CF-IPCountry").country_of("192.0.2.1", {}) is None


def test_a_deployment_may_say_that_it_does_not_know() -> None:
    assert FixedGeo("").country_of("192.0.2.1", {}) is None
