// The least that a program can do to read a cable: `cable-limit PATH COUNT` polls and reads, nothing else. Each eight
// bytes are the time at which they were written; it prints how many nanoseconds each of them took.
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

int main(int argc, char **argv) {
  size_t count = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
  uint64_t *taken = calloc(count, sizeof *taken);
  int port = argc == 3 ? open(argv[1], O_RDWR | O_NOCTTY | O_NONBLOCK) : -1;
  struct termios settings;
  if (count == 0 || taken == NULL || port < 0 || tcgetattr(port, &settings) != 0) {
    fprintf(stderr, "usage: cable-limit PATH COUNT\n");
    return 64;
  }
  cfmakeraw(&settings);
  tcsetattr(port, TCSANOW, &settings);
  puts("ready");
  fflush(stdout);

  unsigned char bytes[4096];
  size_t kept = 0;
  for (size_t done = 0; done < count;) {
    struct pollfd asked = {.fd = port, .events = POLLIN};
    if (poll(&asked, 1, -1) < 0) {
      return 1;
    }
    ssize_t got = read(port, bytes + kept, sizeof bytes - kept);
    uint64_t arrival = now();
    if (got <= 0) {
      return 1;
    }
    kept += (size_t)got;
    size_t used = 0;
    for (; kept - used >= 8 && done < count; used += 8) {
      uint64_t sent;
      memcpy(&sent, bytes + used, 8);
      taken[done++] = arrival - sent;
    }
    memmove(bytes, bytes + used, kept -= used);
  }
  for (size_t i = 0; i < count; i++) {
    printf("%llu\n", (unsigned long long)taken[i]);
  }
  return 0;
}
