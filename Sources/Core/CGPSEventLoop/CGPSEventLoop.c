#define _GNU_SOURCE
#include "CGPSEventLoop.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timex.h>
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

static atomic_int knows_nanoseconds = 1;
void gpsbridge_epoll_set_knows_nanoseconds(int knows) { atomic_store(&knows_nanoseconds, knows); }
int gpsbridge_epoll_knows_nanoseconds(void) { return atomic_load(&knows_nanoseconds); }

static int wait_nanoseconds(int epoll, struct epoll_event *found, int capacity, int64_t nanoseconds) {
#ifdef SYS_epoll_pwait2
  if (atomic_load_explicit(&knows_nanoseconds, memory_order_relaxed)) {
    struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    int count = (int)syscall(SYS_epoll_pwait2, epoll, found, capacity, nanoseconds < 0 ? NULL : &time, NULL, 0);
    // Seccomp filters older than this call reject it with EPERM.
    if (count >= 0 || (errno != ENOSYS && errno != EPERM)) return count;
    atomic_store(&knows_nanoseconds, 0);
  }
#endif
  int64_t milliseconds = nanoseconds < 0 ? -1 : nanoseconds / 1000000 + (nanoseconds % 1000000 != 0);
  // At most a day at once; the caller repeats a longer wait.
  return epoll_wait(epoll, found, capacity, milliseconds > 86400000 ? 86400000 : (int)milliseconds);
}

int gpsbridge_epoll_wait(int epoll, gpsbridge_event *events, int capacity, int64_t nanoseconds) {
  struct epoll_event found[MOST];
  int count;
  // A process that was stopped and continued is interrupted; a wait without an end goes on.
  do count = wait_nanoseconds(epoll, found, capacity > MOST ? MOST : capacity, nanoseconds);
  while (count < 0 && errno == EINTR && nanoseconds < 0);
  for (int index = 0; index < count; index++) {
    events[index].events = found[index].events;
    events[index].data = found[index].data.u64;
  }
  return count;
}

int gpsbridge_bell_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int gpsbridge_bell_watch(int epoll, int bell, uint64_t data) {
  return control(epoll, EPOLL_CTL_ADD, bell, EPOLLIN | EPOLLET, data);
}

void gpsbridge_bell_ring(int bell) { (void)eventfd_write(bell, 1); }

int gpsbridge_signal_descriptor(const sigset_t *signals) { return signalfd(-1, signals, SFD_CLOEXEC | SFD_NONBLOCK); }

int gpsbridge_next_signal(int descriptor) {
  struct signalfd_siginfo found;
  return read(descriptor, &found, sizeof found) == sizeof found ? (int)found.ssi_signo : 0;
}

int gpsbridge_thread(void) { return (int)syscall(SYS_gettid); }

int gpsbridge_running_threads(int *numbers, int capacity) {
  DIR *folder = opendir("/proc/self/task");
  if (!folder) return 0;
  int count = 0;
  struct dirent *entry;
  while (count < capacity && (entry = readdir(folder))) {
    int number = atoi(entry->d_name);
    if (number <= 0) continue;
    char text[64];
    snprintf(text, sizeof text, "%d/stat", number);
    int file = openat(dirfd(folder), text, O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    // The number, a name of at most 15 bytes in parentheses, and the state.
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    text[length > 0 ? length : 0] = 0;
    const char *end = strrchr(text, ')');
    if (end && !strncmp(end, ") R", 3)) numbers[count++] = number;
  }
  closedir(folder);
  return count;
}

int gpsbridge_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC); }

int gpsbridge_waiting(int listener) {
  // For a listening socket, tcpi_unacked is the length of its accept queue.
  struct tcp_info info;
  socklen_t size = sizeof info;
  return getsockopt(listener, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 ? (int)info.tcpi_unacked : -1;
}

int gpsbridge_drop_requests(int listener) {
  // A connection request has the SYN flag, the second bit of byte 13 of its TCP header. Sockets accepted from
  // this one inherit the filter, but receive no such segment.
  struct sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 13),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 2, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, 0),
      BPF_STMT(BPF_RET | BPF_K, UINT32_MAX),
  };
  struct sock_fprog filter = {.len = sizeof program / sizeof *program, .filter = program};
  return setsockopt(listener, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter);
}

// A control message with one descriptor, aligned as the kernel requires.
typedef union {
  char bytes[CMSG_SPACE(sizeof(int))];
  struct cmsghdr align;
} descriptor_room;

int gpsbridge_send_descriptor(int socket, const void *bytes, size_t count, int descriptor) {
  struct iovec piece = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  descriptor_room room;
  memset(&room, 0, sizeof room);
  if (descriptor >= 0) {
    message.msg_control = room.bytes;
    message.msg_controllen = sizeof room.bytes;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 ? -1 : 0;
}

int gpsbridge_receive_descriptor(int socket, void *bytes, size_t capacity, int *descriptor) {
  struct iovec piece = {.iov_base = bytes, .iov_len = capacity};
  descriptor_room room;
  memset(&room, 0, sizeof room);
  struct msghdr message = {
      .msg_iov = &piece, .msg_iovlen = 1, .msg_control = room.bytes, .msg_controllen = sizeof room.bytes};
  *descriptor = -1;
  ssize_t count = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (count < 0) return -1;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
      header->cmsg_len == CMSG_LEN(sizeof *descriptor))
    memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
  return (int)count;
}

static _Thread_local const void *current_loop;
const void *gpsbridge_current_loop(void) { return current_loop; }
void gpsbridge_set_current_loop(const void *loop) { current_loop = loop; }

int64_t gpsbridge_clock_error(void) {
  // With no mode bit set, this only reads the clock's state.
  struct timex clock = {0};
  int state = adjtimex(&clock);
  if (state < 0 || state == TIME_ERROR || (clock.status & STA_UNSYNC)) return -1;
  return clock.maxerror;
}
