// Moves the clocks of one program while it runs. The test shares the file that CONDITIONS_CLOCK names with the program.
//
// SHIFT: the clocks are the kernel's, with the nanoseconds of `realtime` and `boottime` added.
//
// DRIVE: the clocks of the program `gpsbridge` stand still, and so do its timeouts, until the test moves them. A thread that
// waits publishes its deadline, and returns when a descriptor is ready or `moved` has reached the deadline. The test adds to
// `moved` and writes to the FIFO `.bell`; each waiting thread answers a new `ping` in the FIFO `.answers`, after it has looked at
// all its descriptors.
//
// IDLE: the library itself moves the time to the next deadline when all threads sleep, and at most to `until`, unless that is 0.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

enum { SHIFT, DRIVE, IDLE };
enum { SLOTS = 16, WATCHED = 64, SECOND = 1000000000 };
#define NEVER INT64_MAX

/// A thread that waits.
struct slot {
  _Atomic int64_t thread, deadline, answered;
};

static struct shared {
  // Nanoseconds that are added to CLOCK_REALTIME and CLOCK_BOOTTIME, and whether the kernel vouches for the clock (0, 1, or
  // -1: ask the kernel itself).
  _Atomic int64_t realtime, boottime, voucher;
  _Atomic int64_t mode;
  // The clocks before they were moved, in nanoseconds, and by how much they are moved.
  int64_t monotonic_base, realtime_base, boottime_base;
  _Atomic int64_t moved, ping, process;
  // How many waits have ended.
  _Atomic int64_t turns;
  struct slot slots[SLOTS];
  int64_t until;
} none = {.voucher = -1}, *shared = &none;

static int is_driven, bell = -1, answers = -1;
static int sleepers[SLOTS];
static _Atomic int watched[WATCHED];

/// A system call without the C library: its `syscall` is replaced below, and looking it up would allocate memory, for which
/// a sanitizer reads the clock.
static long call(long number, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
  long result;
  register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = number, result __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d, x4 __asm__("x4") = e, x5 __asm__("x5") = f;
  __asm__ volatile("svc 0" : "+r"(result) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
#else
#error "how does this machine call its kernel?"
#endif
  if ((unsigned long)result < -4095UL) return result;
  errno = (int)-result;
  return -1;
}

static int high(int descriptor) {
  // Out of the way of the program's own descriptors.
  int moved = descriptor < 0 ? -1 : fcntl(descriptor, F_DUPFD_CLOEXEC, 800);
  if (moved < 0) return descriptor;
  close(descriptor);
  return moved;
}

static int fifo(const char *path, const char *suffix) {
  char name[4096];
  snprintf(name, sizeof name, "%s%s", path, suffix);
  return high(open(name, O_RDWR | O_NONBLOCK | O_CLOEXEC));
}

__attribute__((constructor)) static void begin(void) {
  for (int index = 0; index < SLOTS; index++) sleepers[index] = -1;
  for (int index = 0; index < WATCHED; index++) watched[index] = -1;
  const char *path = getenv("CONDITIONS_CLOCK");
  int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *mapped = mmap(NULL, sizeof none, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (mapped == MAP_FAILED) return;
  shared = mapped;
  // Shells and other programs around it have the kernel's clocks.
  if (shared->mode == SHIFT || strcmp(program_invocation_short_name, "gpsbridge") != 0) return;
  bell = fifo(path, ".bell");
  answers = fifo(path, ".answers");
  is_driven = bell >= 0 && answers >= 0;
  if (is_driven) shared->process = getpid();
}

// MARK: - Clocks

static int64_t nanoseconds(const struct timespec *time) { return (int64_t)time->tv_sec * SECOND + time->tv_nsec; }

static int64_t base(clockid_t clock) {
  switch (clock) {
  case CLOCK_REALTIME: case CLOCK_REALTIME_COARSE: return shared->realtime_base;
  case CLOCK_MONOTONIC: case CLOCK_MONOTONIC_RAW: case CLOCK_MONOTONIC_COARSE: return shared->monotonic_base;
  case CLOCK_BOOTTIME: return shared->boottime_base;
  default: return 0;
  }
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int64_t all, first = is_driven ? base(clock) : 0;
  if (first) {
    all = first + shared->moved;
  } else {
    if (call(SYS_clock_gettime, clock, (long)time, 0, 0, 0, 0) != 0) return -1;
    all = nanoseconds(time);
  }
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) all += shared->realtime;
  if (clock == CLOCK_BOOTTIME) all += shared->boottime;
  *time = (struct timespec){.tv_sec = all / SECOND, .tv_nsec = all % SECOND};
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
  int64_t voucher = shared->voucher;
  if (voucher < 0) return (int)call(SYS_adjtimex, (long)clock, 0, 0, 0, 0, 0);
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

// MARK: - Waiting

static int real_poll(struct pollfd *asked, nfds_t count, int64_t timeout) {
  struct timespec time = {timeout / SECOND, timeout % SECOND};
  return (int)call(SYS_ppoll, (long)asked, (long)count, timeout < 0 ? 0 : (long)&time, 0, 0, 0);
}

static int real_epoll(int epoll, struct epoll_event *events, int most, int milliseconds) {
  return (int)call(SYS_epoll_pwait, epoll, (long)events, most, milliseconds, 0, 0);
}

/// A poll of a terminal waits until the kernel has passed on what its other side wrote; epoll does not look that far.
static void flush(void) {
  struct pollfd all[WATCHED];
  nfds_t count = 0;
  for (int index = 0; index < WATCHED; index++)
    if (watched[index] >= 0) all[count++] = (struct pollfd){.fd = watched[index], .events = POLLIN};
  if (count) real_poll(all, count, 0);
}

int epoll_ctl(int epoll, int operation, int descriptor, struct epoll_event *event) {
  if (is_driven && operation != EPOLL_CTL_MOD) {
    int old = descriptor, none = -1, is_known = 0;
    for (int index = 0; index < WATCHED; index++, old = descriptor)
      is_known |= atomic_compare_exchange_strong(&watched[index], &old, operation == EPOLL_CTL_ADD ? descriptor : -1);
    for (int index = 0; index < WATCHED && !is_known && operation == EPOLL_CTL_ADD; index++, none = -1)
      is_known = atomic_compare_exchange_strong(&watched[index], &none, descriptor);
  }
  return (int)call(SYS_epoll_ctl, epoll, operation, descriptor, (long)event, 0, 0);
}

static void ring(void) {
  char drained[256];
  while (read(bell, drained, sizeof drained) > 0) {}
  (void)!write(bell, "", 1);
}

/// Whether all other threads sleep; adds up how often each has run.
static int others_sleep(int64_t *runs) {
  char path[64], text[512];
  int self = gettid(), is_asleep = 1;
  DIR *folder = opendir("/proc/self/task");
  if (!folder) return 0;
  *runs = 0;
  for (struct dirent *entry; is_asleep && (entry = readdir(folder));) {
    int thread = atoi(entry->d_name);
    if (!thread || thread == self) continue;
    for (int part = 0; part < 2 && is_asleep; part++) {
      snprintf(path, sizeof path, "/proc/self/task/%d/%s", thread, part ? "schedstat" : "stat");
      int file = open(path, O_RDONLY | O_CLOEXEC);
      ssize_t count = file < 0 ? 0 : read(file, text, sizeof text - 1);
      if (file >= 0) close(file);
      text[count > 0 ? count : 0] = 0;
      char *place = part ? strrchr(text, ' ') : strrchr(text, ')');
      if (!place) is_asleep = file < 0;
      else if (part) *runs += atoll(place);
      else is_asleep = place[1] && place[2] == 'S';
    }
  }
  closedir(folder);
  return is_asleep;
}

/// Moves the time to the next deadline, unless anything is going on; returns how long to wait really, in nanoseconds.
static int64_t move_if_idle(void) {
  int64_t before, after, first = NEVER, moved = shared->moved;
  int64_t turns = shared->turns;
  if (!others_sleep(&before) || !others_sleep(&after) || before != after || turns != shared->turns) return 200000;
  for (int index = 0; index < SLOTS; index++)
    if (shared->slots[index].thread && shared->slots[index].deadline < first) first = shared->slots[index].deadline;
  if (shared->until && first > shared->until) first = shared->until;
  if (first == NEVER || (shared->until && moved >= shared->until)) return -1;
  if (first > moved) atomic_compare_exchange_strong(&shared->moved, &moved, first);
  ring();
  return 0;
}

static int sleeper(int index) {
  if (sleepers[index] < 0) {
    int made = high(epoll_create1(EPOLL_CLOEXEC));
    struct epoll_event event = {.events = EPOLLIN | EPOLLET};
    // Edge-triggered: each sleeper sees each ring once.
    call(SYS_epoll_ctl, made, EPOLL_CTL_ADD, bell, (long)&event, 0, 0);
    sleepers[index] = made;
  }
  return sleepers[index];
}

/// Waits on the moved clock: for an epoll descriptor, whose events it returns, or like poll.
static int wait_moved(int epoll, struct epoll_event *events, struct pollfd *asked, int count, int64_t timeout) {
  int64_t deadline = timeout < 0 ? NEVER : shared->moved + timeout;
  int64_t thread = gettid();
  int index = 0, found;
  for (int64_t nobody = 0; index < SLOTS; index++, nobody = 0)
    if (atomic_compare_exchange_strong(&shared->slots[index].thread, &nobody, thread)) break;
  if (index == SLOTS) abort();
  struct slot *slot = &shared->slots[index];
  slot->deadline = NEVER;
  slot->answered = 0;
  int alarm = sleeper(index), is_idle = 0, error = 0;
  struct pollfd all[WATCHED];
  int waits = epoll >= 0 ? 1 : count > WATCHED - 1 ? WATCHED - 1 : count;
  while (1) {
    struct epoll_event rung;
    real_epoll(alarm, &rung, 1, 0);
    int64_t ping = shared->ping;
    if (ping != slot->answered || is_idle) flush();
    found = epoll >= 0 ? real_epoll(epoll, events, count, 0) : count ? real_poll(asked, count, 0) : 0;
    if (found != 0 || shared->moved >= deadline) break;
    slot->deadline = deadline;
    if (ping != slot->answered) {
      slot->answered = ping;
      (void)!write(answers, "", 1);
    }
    int64_t real = -1;
    if (shared->mode == IDLE && !is_idle) {
      // Look once more at all descriptors before the time moves.
      is_idle = 1;
      continue;
    }
    if (shared->mode == IDLE) real = move_if_idle();
    is_idle = 0;
    if (epoll >= 0) all[0] = (struct pollfd){.fd = epoll, .events = POLLIN};
    else if (waits) memcpy(all, asked, waits * sizeof *all);
    all[waits] = (struct pollfd){.fd = alarm, .events = POLLIN};
    if (real_poll(all, waits + 1, real) < 0) {
      found = -1;
      break;
    }
  }
  error = errno;
  shared->turns++;
  slot->deadline = NEVER;
  slot->thread = 0;
  errno = error;
  return found;
}

int epoll_wait(int epoll, struct epoll_event *events, int most, int milliseconds) {
  if (is_driven) return wait_moved(epoll, events, NULL, most, milliseconds < 0 ? -1 : milliseconds * INT64_C(1000000));
  return real_epoll(epoll, events, most, milliseconds);
}

int poll(struct pollfd *asked, nfds_t count, int milliseconds) {
  int64_t timeout = milliseconds < 0 ? -1 : milliseconds * INT64_C(1000000);
  if (is_driven && timeout != 0) return wait_moved(-1, NULL, asked, (int)count, timeout);
  return real_poll(asked, count, timeout);
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted, struct timespec *left) {
  if (!is_driven || !base(clock))
    return call(SYS_clock_nanosleep, clock, flags, (long)wanted, (long)left, 0, 0) < 0 ? errno : 0;
  int64_t first = flags & TIMER_ABSTIME ? base(clock) + shared->moved : 0;
  int64_t timeout = nanoseconds(wanted) - first;
  while (timeout > 0 && wait_moved(-1, NULL, NULL, 0, timeout) < 0) {
    if (flags & TIMER_ABSTIME) timeout = nanoseconds(wanted) - base(clock) - shared->moved;
  }
  return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *left) {
  int error = clock_nanosleep(CLOCK_MONOTONIC, 0, wanted, left);
  if (!error) return 0;
  errno = error;
  return -1;
}

long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long words[6];
  for (int index = 0; index < 6; index++) words[index] = va_arg(list, long);
  va_end(list);
#ifdef SYS_epoll_pwait2
  if (is_driven && number == SYS_epoll_pwait2 && !words[4]) {
    const struct timespec *time = (const struct timespec *)words[3];
    return wait_moved((int)words[0], (struct epoll_event *)words[1], NULL, (int)words[2], time ? nanoseconds(time) : -1);
  }
#endif
  return call(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
