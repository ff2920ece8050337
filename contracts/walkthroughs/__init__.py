"""Walkthroughs of pages in docs/: each walkthrough takes its steps from the page itself."""
