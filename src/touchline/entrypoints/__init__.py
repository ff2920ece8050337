"""Entry points: bootstrap from the settings, web app, worker, command line and supervisor."""
