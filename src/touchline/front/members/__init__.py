"""Members of teams: whose accounts may watch a team's private events."""
