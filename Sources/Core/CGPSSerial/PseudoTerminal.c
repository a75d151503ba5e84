#define _GNU_SOURCE
#include "CGPSSerial.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int gpsbridge_open_pseudo_terminal(char *path, size_t size) {
  int descriptor = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) {
    return -1;
  }
  int failure = grantpt(descriptor) != 0 || unlockpt(descriptor) != 0 ? errno : ptsname_r(descriptor, path, size);
  if (failure != 0) {
    close(descriptor);
    errno = failure;
    return -1;
  }
  return descriptor;
}
