"""Adapters for port `touchline.analytics.ports.store.AnalyticsStore`: storage of analytics records."""
