"""HTTP routes of the channel context."""

from touchline.channel.adapters.http import (
    account_closure,
    accounts,
    activity,
    devices,
    email_links,
    files,
    keys,
    second_factor,
    sessions,
    site,
    social,
    team,
    viewers,
    webhook_endpoints,
)

BLUEPRINTS = (
    keys.root,
    social.root,
    keys.blueprint,
    site.blueprint,
    files.blueprint,
    accounts.blueprint,
    email_links.blueprint,
    sessions.blueprint,
    social.blueprint,
    devices.blueprint,
    second_factor.blueprint,
    account_closure.blueprint,
    team.blueprint,
    activity.blueprint,
    viewers.blueprint,
    webhook_endpoints.blueprint,
)
