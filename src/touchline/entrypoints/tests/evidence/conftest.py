"""The season of the catalog's tests."""

from touchline.catalog.tests.adapters.conftest import apply as apply
from touchline.catalog.tests.adapters.conftest import catalog as catalog
from touchline.catalog.tests.adapters.conftest import ids as ids
from touchline.catalog.tests.adapters.conftest import season as season
