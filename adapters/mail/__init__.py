"""Port `touchline.channel.ports.email.mailer.Mailer`: who takes letters to their readers."""
