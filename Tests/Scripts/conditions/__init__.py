"""The parts of conditions.py: bad lines, odd files, and time that is disturbed."""
