"""Port `touchline.analytics.ports.store.AnalyticsStore`: where it is kept what visitors did and watched."""
