"""Adapters for the robot check (port `touchline.channel.ports.accounts.robot_check`)."""
