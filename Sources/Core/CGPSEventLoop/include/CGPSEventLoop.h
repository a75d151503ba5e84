// The parts of epoll and of the scheduler that Swift cannot import, and one thread-local variable.
#ifndef GPSBRIDGE_CEVENTLOOP_H
#define GPSBRIDGE_CEVENTLOOP_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

// `struct epoll_event` is packed on x86, and Swift does not import packed structures.
typedef struct {
  uint32_t events;
  uint64_t data;
} gpsbridge_event;

/// Creates an epoll descriptor. Returns it, or -1 with errno.
int gpsbridge_epoll_create(void);

/// Adds, changes or removes a watched descriptor. Each function returns 0, or -1 with errno.
int gpsbridge_epoll_add(int epoll, int descriptor, uint32_t events, uint64_t data);
int gpsbridge_epoll_change(int epoll, int descriptor, uint32_t events, uint64_t data);
int gpsbridge_epoll_remove(int epoll, int descriptor);

/// Waits for events, with a timeout in nanoseconds; a negative timeout means no limit. Returns the number of
/// events, or -1 with errno.
///
/// The kernel supports nanoseconds since Linux 5.11. On older kernels, under valgrind, and in a container
/// whose seccomp filter is older than the system call, the timeout is rounded up to milliseconds, and a wait
/// ends after a day at the latest.
int gpsbridge_epoll_wait(int epoll, gpsbridge_event *events, int capacity, int64_t nanoseconds);

/// Whether the kernel supports nanoseconds; settable for tests. The first rejected wait sets it to 0.
void gpsbridge_epoll_set_knows_nanoseconds(int knows);
int gpsbridge_epoll_knows_nanoseconds(void);

/// Creates a bell, a descriptor that wakes a loop. Returns it, or -1 with errno.
int gpsbridge_bell_create(void);

/// Watches a bell with an epoll descriptor. Returns 0, or -1 with errno.
///
/// The watch is edge-triggered: each ring is reported once, and the bell need not be read. Its counter would
/// be full only after 2^64 - 2 rings.
int gpsbridge_bell_watch(int epoll, int bell, uint64_t data);
void gpsbridge_bell_ring(int bell);

/// Creates a descriptor that is readable while one of these signals is pending. Returns it, or -1 with errno.
int gpsbridge_signal_descriptor(const sigset_t *signals);
/// Removes the next pending signal from such a descriptor. Returns its number, or 0 if no signal is pending.
int gpsbridge_next_signal(int descriptor);

/// Returns the kernel's number of the calling thread.
int gpsbridge_thread(void);
/// Finds the threads of this process that run or wait for a processor. Returns how many there are, at most `capacity`.
int gpsbridge_running_threads(int *numbers, int capacity);

/// Accepts a connection as a nonblocking descriptor that is closed on exec. Returns it, or -1 with errno.
int gpsbridge_accept(int listener);

/// Returns the number of connections in the accept queue of a listening TCP socket; -1 for any other socket.
int gpsbridge_waiting(int listener);

/// Attaches a filter to a listening TCP socket that drops each connection request without an answer. The
/// client repeats it a second later, when it reaches the next listener. Returns 0, or -1 with errno.
int gpsbridge_drop_requests(int listener);

// Swift does not import the macros for a message that carries a descriptor.

/// Sends a datagram without blocking, with a descriptor unless it is negative. Returns 0, or -1 with errno.
int gpsbridge_send_descriptor(int socket, const void *bytes, size_t count, int descriptor);
/// Receives a datagram without blocking, and its descriptor, or -1 for a datagram without one. Returns the
/// number of bytes, or -1 with errno.
int gpsbridge_receive_descriptor(int socket, void *bytes, size_t capacity, int *descriptor);

// No module that Swift imports contains `struct timex`.

/// Returns the kernel's bound for the system clock's error in microseconds; -1 if it is not synchronized.
int64_t gpsbridge_clock_error(void);

/// The loop that runs on this thread, or NULL.
const void *gpsbridge_current_loop(void);
void gpsbridge_set_current_loop(const void *loop);

#endif
