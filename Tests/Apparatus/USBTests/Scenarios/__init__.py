"""What happens to receivers on cables, played on a virtual machine, and what must come of it."""
