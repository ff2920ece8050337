"""What pages of docs/ tell a reader to do, done: each walk takes its steps out of the page itself."""
