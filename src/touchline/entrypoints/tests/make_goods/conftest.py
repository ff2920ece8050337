"""The app with payments and the season of the catalog's tests."""

from touchline.billing.tests.adapters.conftest import ada as ada
from touchline.billing.tests.adapters.conftest import fake_stripe as fake_stripe
from touchline.billing.tests.adapters.conftest import join_team as join_team
from touchline.billing.tests.adapters.conftest import publish_offers as publish_offers
from touchline.billing.tests.adapters.conftest import shared_application as shared_application
from touchline.billing.tests.adapters.conftest import shared_fake_stripe as shared_fake_stripe
from touchline.catalog.tests.adapters.conftest import apply as apply
from touchline.catalog.tests.adapters.conftest import catalog as catalog
from touchline.catalog.tests.adapters.conftest import ids as ids
from touchline.catalog.tests.adapters.conftest import season as season
