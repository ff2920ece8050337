"""HTTP adapters of analytics: data from browsers, and reports for operators."""

from touchline.analytics.adapters.http import (
    ad_breaks,
    beacons,
    client_errors,
    report_tokens,
    reports,
    sponsors,
)

BLUEPRINTS = (
    beacons.blueprint,
    report_tokens.blueprint,
    client_errors.blueprint,
    reports.blueprint,
    ad_breaks.blueprint,
    sponsors.blueprint,
    sponsors.public_blueprint,
)
