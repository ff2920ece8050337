"""Port `touchline.engagement.ports.push.PushSender`: who takes short news to browsers that have no page
open."""
