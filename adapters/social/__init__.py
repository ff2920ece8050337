"""Log-in through other sites (port `touchline.channel.ports.social`)."""
