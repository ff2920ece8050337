"""Log-in through other sites (port `touchline.channel.ports.accounts.social`)."""
