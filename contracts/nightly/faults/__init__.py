"""What is broken on purpose in a running deployment, and what its visitors then see: `make faults`."""
