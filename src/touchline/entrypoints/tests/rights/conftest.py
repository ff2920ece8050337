"""Fixtures for push tests: the season, viewers and push services of context engagement."""

from touchline.engagement.tests.adapters.conftest import ada as ada
from touchline.engagement.tests.adapters.conftest import apply as apply
from touchline.engagement.tests.adapters.conftest import ids as ids
from touchline.engagement.tests.adapters.conftest import push as push
from touchline.engagement.tests.adapters.conftest import season as season
