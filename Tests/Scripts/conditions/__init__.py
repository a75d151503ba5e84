"""The parts of conditions.py: damaged lines, unusual files, and disturbed time."""
