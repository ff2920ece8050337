"""Port `touchline.channel.ports.geo.Geo`: from which country a visitor comes."""
