#include "CGPSSerial.h"

#include <asm/termbits.h>
#include <sys/ioctl.h>

int gpsbridge_get_speed(int descriptor, uint32_t *input, uint32_t *output) {
  struct termios2 settings;
  if (ioctl(descriptor, TCGETS2, &settings) != 0) {
    return -1;
  }
  *input = settings.c_ispeed;
  *output = settings.c_ospeed;
  return 0;
}

int gpsbridge_set_speed(int descriptor, uint32_t speed) {
  struct termios2 settings;
  if (ioctl(descriptor, TCGETS2, &settings) != 0) {
    return -1;
  }
  settings.c_cflag &= ~(tcflag_t)(CBAUD | CIBAUD);
  settings.c_cflag |= BOTHER;
  settings.c_ispeed = speed;
  settings.c_ospeed = speed;
  return ioctl(descriptor, TCSETS2, &settings);
}

int gpsbridge_get_exclusive(int descriptor, int *exclusive) {
  return ioctl(descriptor, TIOCGEXCL, exclusive);
}
