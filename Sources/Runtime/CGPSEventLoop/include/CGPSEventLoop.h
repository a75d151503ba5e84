// The parts of epoll that Swift cannot see, and one word that each thread has for itself.
#ifndef GPSBRIDGE_CEVENTLOOP_H
#define GPSBRIDGE_CEVENTLOOP_H

#include <signal.h>
#include <stddef.h>
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
/// The kernel knows nanoseconds since Linux 5.11. Before that, under valgrind, and in a container whose filter is
/// older than the call, the time is rounded up to milliseconds.
int gpsbridge_epoll_wait(int epoll, gpsbridge_event *events, int capacity, int64_t nanoseconds);

/// Says whether the kernel knows nanoseconds; for tests. The first wait that is refused says no.
void gpsbridge_epoll_set_knows_nanoseconds(int knows);
int gpsbridge_epoll_knows_nanoseconds(void);

/// Makes a bell, a descriptor that wakes a loop. Returns it, or -1 with errno.
int gpsbridge_bell_create(void);

/// Lets an epoll descriptor hear a bell. Returns 0, or -1 with errno.
///
/// Each ring is told once, without being read: on edges. What the bell counts could only be full after 2^64 - 2 rings.
int gpsbridge_bell_watch(int epoll, int bell, uint64_t data);
void gpsbridge_bell_ring(int bell);

/// Makes a descriptor that becomes readable when one of these signals waits. Returns it, or -1 with errno.
int gpsbridge_signal_descriptor(const sigset_t *signals);
/// Takes the next signal that waits at such a descriptor. Returns its number, or 0 if there is none.
int gpsbridge_next_signal(int descriptor);

/// Accepts a connection that never blocks, and is closed in child processes. Returns it, or -1 with errno.
int gpsbridge_accept(int listener);

/// The number of connections that wait at a listening TCP socket; -1 for any other socket.
int gpsbridge_waiting(int listener);

/// Attaches a filter to a listening TCP socket that drops each request for a connection, unanswered. The sender repeats
/// it a second later, and it reaches the socket that listens then. Returns 0, or -1 with errno.
int gpsbridge_drop_requests(int listener);

// The macros around a message that carries a descriptor are none that Swift imports.

/// Sends a datagram, with a descriptor if it is not below zero; never blocks. Returns 0, or -1 with errno.
int gpsbridge_send_descriptor(int socket, const void *bytes, size_t count, int descriptor);
/// Takes a datagram, and the descriptor that came with it, or -1; never blocks. Returns its bytes, or -1 with errno.
int gpsbridge_receive_descriptor(int socket, void *bytes, size_t capacity, int *descriptor);

// `struct timex` is in no module that Swift imports.

/// Microseconds by which the clock of the machine may be off, as the kernel keeps it; -1 if nobody disciplines it.
int64_t gpsbridge_clock_error(void);

/// The loop that runs this thread, or null.
const void *gpsbridge_current_loop(void);
void gpsbridge_set_current_loop(const void *loop);

#endif
