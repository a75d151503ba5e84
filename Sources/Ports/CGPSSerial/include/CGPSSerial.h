// The parts of the serial ports of the kernel that Swift cannot see: each line says why it is here.
#ifndef GPSBRIDGE_CSERIAL_H
#define GPSBRIDGE_CSERIAL_H

// `struct serial_struct`, `struct serial_icounter_struct` and `ASYNC_LOW_LATENCY`: Swift's Glibc module leaves
// this header out. Nothing is added to it.
#include <linux/serial.h>
#include <stddef.h>
#include <stdint.h>

// Speeds beyond the list of B-constants go through `struct termios2` and `BOTHER`. Both live in
// <asm/termbits.h>, whose `struct termios` contradicts that of <termios.h>, which Swift imports: only a C
// file of its own can include it.

/// Reads the speeds in bits a second that a terminal really uses. Returns 0, or -1 with errno.
int gpsbridge_get_speed(int descriptor, uint32_t *input, uint32_t *output);

/// Sets one speed in bits a second for both ways, standard or not, at once. Returns 0, or -1 with errno.
int gpsbridge_set_speed(int descriptor, uint32_t speed);

// `TIOCGEXCL` is an `_IOR` macro with a type in it, which Swift does not import.

/// Asks whether somebody has taken a terminal for itself with `TIOCEXCL`. Returns 0, or -1 with errno.
int gpsbridge_get_exclusive(int descriptor, int *exclusive);

// `posix_openpt` and `ptsname_r` are seen only with `_GNU_SOURCE`. `openpty` is seen without, but hands its descriptors
// to every child process that is started at the same time.

/// Makes a pseudo-terminal and writes the path of its far side. Returns the near side, or -1 with errno.
int gpsbridge_open_pseudo_terminal(char *path, size_t size);

#endif
