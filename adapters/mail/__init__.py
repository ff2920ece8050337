"""Adapters for port `touchline.channel.ports.email.mailer.Mailer`: delivery of email."""
