"""Pushes to browsers (port `touchline.engagement.ports.push`)."""
