"""Examples of timelines: the server and the scorer page must fold each of them to the same scoreboards."""
