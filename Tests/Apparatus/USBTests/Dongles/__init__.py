"""USB receivers as programs: what a dongle answers to its driver, spoken over usbredir into a virtual machine."""
