// Swift's `CommandLine` reads the arguments from /proc/self/cmdline, which a chroot or a small container may
// lack. The C library passes them to constructors, which cannot be written in Swift.
#ifndef GPSBRIDGE_CARGUMENTS_H
#define GPSBRIDGE_CARGUMENTS_H

/// Returns the number of arguments, including the program name.
int gpsbridge_argument_count(void);

/// Returns an argument; 0 is the program name.
const char *gpsbridge_argument(int index);

#endif
