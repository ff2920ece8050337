"""Port `touchline.engagement.ports.push.Push`: who takes short news to browsers that have no page open."""
