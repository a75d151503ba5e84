#define _GNU_SOURCE
#include "CEventLoop.h"

#include <errno.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 64 };

int gpsbridge_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

static int control(int epoll, int operation, int descriptor, uint32_t events, uint64_t data) {
  struct epoll_event event = {.events = events, .data.u64 = data};
  return epoll_ctl(epoll, operation, descriptor, &event);
}

int gpsbridge_epoll_add(int epoll, int descriptor, uint32_t events, uint64_t data) {
  return control(epoll, EPOLL_CTL_ADD, descriptor, events, data);
}

int gpsbridge_epoll_change(int epoll, int descriptor, uint32_t events, uint64_t data) {
  return control(epoll, EPOLL_CTL_MOD, descriptor, events, data);
}

int gpsbridge_epoll_remove(int epoll, int descriptor) { return control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0); }

static int wait_nanoseconds(int epoll, struct epoll_event *found, int capacity, int64_t nanoseconds) {
#ifdef SYS_epoll_pwait2
  struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  int count = (int)syscall(SYS_epoll_pwait2, epoll, found, capacity, nanoseconds < 0 ? NULL : &time, NULL, 0);
  if (count >= 0 || errno != ENOSYS) return count;
#endif
  int64_t milliseconds = nanoseconds < 0 ? -1 : nanoseconds / 1000000 + (nanoseconds % 1000000 != 0);
  // A longer wait looks again.
  return epoll_wait(epoll, found, capacity, milliseconds > 86400000 ? 86400000 : (int)milliseconds);
}

int gpsbridge_epoll_wait(int epoll, gpsbridge_event *events, int capacity, int64_t nanoseconds) {
  struct epoll_event found[MOST];
  int count = wait_nanoseconds(epoll, found, capacity > MOST ? MOST : capacity, nanoseconds);
  for (int index = 0; index < count; index++) {
    events[index].events = found[index].events;
    events[index].data = found[index].data.u64;
  }
  return count;
}

int gpsbridge_bell_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static _Thread_local const void *current_loop;
const void *gpsbridge_current_loop(void) { return current_loop; }
void gpsbridge_set_current_loop(const void *loop) { current_loop = loop; }
