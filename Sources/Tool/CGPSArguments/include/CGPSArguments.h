// Swift's `CommandLine` reads the arguments from /proc/self/cmdline, which a chroot or a small container may not have. The
// C library passes them to constructors, which Swift cannot write.
#ifndef GPSBRIDGE_CARGUMENTS_H
#define GPSBRIDGE_CARGUMENTS_H

/// How many words the command line has, the name of the program included.
int gpsbridge_argument_count(void);

/// A word of the command line.
const char *gpsbridge_argument(int index);

#endif
