"""HTTP routes of the channel context."""

from touchline.channel.adapters.http import (
    access_tokens,
    account_closure,
    accounts,
    activity,
    devices,
    email_links,
    files,
    keys,
    markdown,
    second_factor,
    sessions,
    site,
    social,
    team,
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
    markdown.blueprint,
    activity.blueprint,
    webhook_endpoints.blueprint,
    access_tokens.blueprint,
)
