"""The HTTP edge of billing: what is on sale."""

from touchline.billing.adapters.http.offers import blueprint as offers

BLUEPRINTS = [offers]
