// What Swift cannot see of the kernel's serial ports: each function says why it exists.
#ifndef GPSBRIDGE_CSERIAL_H
#define GPSBRIDGE_CSERIAL_H

#include <stdint.h>

// Speeds beyond the list of B-constants go through `struct termios2` and `BOTHER`. Both live in
// <asm/termbits.h>, whose `struct termios` contradicts that of <termios.h>, which Swift imports: only a C
// file of its own can include it.

/// Reads the speeds in bits a second that a terminal really uses. Returns 0, or -1 with errno.
int gpsbridge_get_speed(int descriptor, uint32_t *input, uint32_t *output);

/// Sets one speed in bits a second for both ways, standard or not, at once. Returns 0, or -1 with errno.
int gpsbridge_set_speed(int descriptor, uint32_t speed);

#endif
