"""Many clients of gpsd in one program inside the machine: who is told what, and when; and who comes and goes meanwhile."""
