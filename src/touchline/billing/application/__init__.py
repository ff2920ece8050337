"""What billing does: tell what is on sale, take and give back the offers of a channel pack."""
