"""Port `touchline.shared.jobs.Queue`: who carries jobs from those who ask to those who work."""
