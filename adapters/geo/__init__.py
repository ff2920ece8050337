"""Port `touchline.channel.ports.site.geo.Geo`: from which country a visitor comes."""
