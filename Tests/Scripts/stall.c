// Holds the threads of a program up at random where they read a clock or look at a file: LD_PRELOAD=stall.so STALL_SEED=N
//
// A thread can lose its processor between any two calls; here it does so at one call of 64, for up to 20 ms, until that has cost 20 s.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Atomic uint64_t calls, nanoseconds;

static void stall(void) {
  static _Atomic uint64_t seed;
  if (!seed) seed = (getenv("STALL_SEED") ? strtoull(getenv("STALL_SEED"), NULL, 10) : 0) | 1;
  // The mixing function of SplitMix64.
  uint64_t word = seed * 0x9E3779B97F4A7C15u * ++calls;
  word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
  word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
  if (word >> 58 || nanoseconds > 20000000000u) return;
  struct timespec pause = {0, word % 20000000};
  nanoseconds += pause.tv_nsec;
  syscall(SYS_nanosleep, &pause, NULL);
}

#define STALLED(name, parameters, arguments)             \
  int name parameters {                                  \
    static int (*_Atomic next) parameters;               \
    if (!next) next = dlsym(RTLD_NEXT, #name);           \
    stall();                                             \
    return next arguments;                               \
  }

STALLED(clock_gettime, (clockid_t clock, struct timespec *time), (clock, time))
STALLED(stat, (const char *restrict path, struct stat *restrict found), (path, found))
STALLED(lstat, (const char *restrict path, struct stat *restrict found), (path, found))
