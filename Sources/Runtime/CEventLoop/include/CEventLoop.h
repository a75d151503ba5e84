// The parts of epoll that Swift cannot see, and one word that each thread has for itself.
#ifndef GPSBRIDGE_CEVENTLOOP_H
#define GPSBRIDGE_CEVENTLOOP_H

#include <stdint.h>

// `struct epoll_event` is packed on x86, and Swift imports no packed structure.
typedef struct {
  uint32_t events;
  uint64_t data;
} gpsbridge_event;

/// Makes an epoll descriptor. Returns it, or -1 with errno.
int gpsbridge_epoll_create(void);

/// Begins, changes and ends the watch of a descriptor. Each returns 0, or -1 with errno.
int gpsbridge_epoll_add(int epoll, int descriptor, uint32_t events, uint64_t data);
int gpsbridge_epoll_change(int epoll, int descriptor, uint32_t events, uint64_t data);
int gpsbridge_epoll_remove(int epoll, int descriptor);

/// Waits for events, at most so many nanoseconds; below zero for ever. Returns how many there are, or -1 with errno.
///
/// The kernel knows nanoseconds since Linux 5.11. Before that, and under valgrind, the time is rounded up to milliseconds.
int gpsbridge_epoll_wait(int epoll, gpsbridge_event *events, int capacity, int64_t nanoseconds);

/// Makes a descriptor that becomes readable when somebody rings it. Returns it, or -1 with errno.
int gpsbridge_bell_create(void);

/// The loop that runs this thread, or null.
const void *gpsbridge_current_loop(void);
void gpsbridge_set_current_loop(const void *loop);

#endif
