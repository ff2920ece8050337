"""Telling people from robots (port `touchline.channel.ports.robot_check`)."""
