"""Adapters for port `touchline.engagement.ports.push.PushSender`: push notifications to browsers."""
