"""Adapters for port `touchline.channel.ports.site.geo.Geo`: country of a visitor."""
