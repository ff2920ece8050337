"""The HTTP edge of analytics: what browsers tell, and what operators ask."""

from touchline.analytics.adapters.http import client_errors, datalake, reports

BLUEPRINTS = [datalake.blueprint, client_errors.blueprint, reports.blueprint]
