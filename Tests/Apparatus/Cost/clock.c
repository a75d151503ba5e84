// A clock that the caller moves, for a program that is executed in single steps: LD_PRELOAD=clock.so COST_CLOCK=FILE
//
// FILE has 64-bit numbers: whether the caller moves the clocks, and the time of each in nanoseconds. Until then the clocks are the
// kernel's.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define CLOCKS 16

typedef struct {
  volatile int64_t isMoved, times[CLOCKS];
} Page;

static Page *page;
static int (*kernelClock)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
  kernelClock = dlsym(RTLD_NEXT, "clock_gettime");
  const char *path = getenv("COST_CLOCK");
  int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *found = mmap(NULL, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (found != MAP_FAILED) page = found;
  close(file);
  // A program that is not our parent may trace us.
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!page || !page->isMoved || clock < 0 || clock >= CLOCKS) return kernelClock(clock, time);
  int64_t nanoseconds = page->times[clock];
  *time = (struct timespec){.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  return 0;
}
