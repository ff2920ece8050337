"""Processes of the product: composition from the settings, web, worker, command line, supervisor."""
