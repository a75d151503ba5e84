// Moves the clocks of one program while it runs. A file of three numbers says by how much: nanoseconds that are added to
// CLOCK_REALTIME, nanoseconds that are added to CLOCK_BOOTTIME, and whether the kernel vouches for the clock (0, 1, or
// -1: ask the kernel itself).
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

struct shift {
  volatile int64_t realtime, boottime, voucher;
};

static const struct shift none = {0, 0, -1};
static const struct shift *shift = &none;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("CONDITIONS_CLOCK");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *mapped = mmap(NULL, sizeof none, PROT_READ, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) shift = mapped;
  close(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (syscall(SYS_clock_gettime, clock, time) != 0) return -1;
  int64_t more = 0;
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) more = shift->realtime;
  if (clock == CLOCK_BOOTTIME) more = shift->boottime;
  int64_t all = time->tv_nsec + more % 1000000000;
  time->tv_sec += more / 1000000000;
  time->tv_sec += all < 0 ? -1 : all >= 1000000000 ? 1 : 0;
  time->tv_nsec = all < 0 ? all + 1000000000 : all >= 1000000000 ? all - 1000000000 : all;
  return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *place) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (place) *place = now.tv_sec;
  return now.tv_sec;
}

int adjtimex(struct timex *clock) {
  int64_t voucher = shift->voucher;
  if (voucher < 0) return (int)syscall(SYS_adjtimex, clock);
  if (clock->modes != 0) {
    errno = EPERM;
    return -1;
  }
  *clock = (struct timex){.status = voucher ? STA_PLL : STA_UNSYNC, .maxerror = voucher ? 2000 : 16000000,
                          .esterror = voucher ? 500 : 16000000, .tick = 10000};
  gettimeofday(&clock->time, NULL);
  return voucher ? TIME_OK : TIME_ERROR;
}

int ntp_adjtime(struct timex *clock) { return adjtimex(clock); }
