"""Port `touchline.channel.ports.post.Post`: who takes letters to their readers."""
