"""Port `touchline.shared.tasks.jobs.Queue`: who carries jobs from those who ask to those who work."""
