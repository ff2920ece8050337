"""Port `touchline.shared.tasks.jobs.Queue`: passes jobs to workers."""
