// The parts of the kernel's serial interface that Swift cannot import, each with the reason.
#ifndef GPSBRIDGE_CSERIAL_H
#define GPSBRIDGE_CSERIAL_H

// `struct serial_struct`, `struct serial_icounter_struct` and `ASYNC_LOW_LATENCY`: Swift's Glibc module does
// not contain this header. We add nothing to it.
#include <linux/serial.h>
#include <stddef.h>
#include <stdint.h>

// Speeds without a B-constant need `struct termios2` and `BOTHER`. Both are in <asm/termbits.h>, whose
// `struct termios` conflicts with that of <termios.h>, which Swift imports: only a separate C file can
// include it.

/// Reads the speeds that a terminal actually uses, in bits per second. Returns 0, or -1 with errno.
int gpsbridge_get_speed(int descriptor, uint32_t *input, uint32_t *output);

/// Sets one speed in bits per second, standard or not, for both directions, effective immediately. Returns 0,
/// or -1 with errno.
int gpsbridge_set_speed(int descriptor, uint32_t speed);

// `TIOCGEXCL` is an `_IOR` macro that contains a type; Swift does not import it.

/// Reads whether a process has made a terminal exclusive with `TIOCEXCL`. Returns 0, or -1 with errno.
int gpsbridge_get_exclusive(int descriptor, int *exclusive);

// `posix_openpt` and `ptsname_r` are declared only with `_GNU_SOURCE`. `openpty` is declared without it, but
// its descriptors leak into child processes that are started at the same time.

/// Creates a pseudo-terminal and writes the path of its far side. Returns its near side, or -1 with errno.
int gpsbridge_open_pseudo_terminal(char *path, size_t size);

#endif
