"""Telling people from robots (port `touchline.channel.ports.accounts.robot_check`)."""
