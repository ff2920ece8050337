"""Adapters for login with other sites (port `touchline.channel.ports.accounts.social`)."""
