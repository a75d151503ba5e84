// What it costs to tell many listeners at once what a receiver says, and how late they hear it.
//
// usage: page-listeners LISTENERS SECONDS floor FILE         the least that a server can do, with the records of FILE
//        page-listeners LISTENERS SECONDS PROGRAM WORD...    a server of events; PORT stands for its port
//
// All listeners are in this program, at 127.0.0.1:PORT/events. Each record has a number: a gap is one that did not come, a double
// one that came again. How late a record comes is counted from its `received`, at a hundred of them. Prints one line: key=value.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../Server/server.h"
#include "page.h"

#define MOST_SAMPLES 2000000
#define MOST_SAMPLED 100
// How many may be on their way at once: as many as a small backlog has room for.
#define AT_ONCE 64

static struct listener listeners[MOST_LISTENERS];
static double samples[MOST_SAMPLES];
static size_t sample_count;
static int is_measuring;

double wall_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

// MARK: - The server

static pid_t server;

static void stop_server(void) {
  kill(server, SIGTERM);
  waitpid(server, NULL, 0);
}

static void give_up(const char *why) {
  fprintf(stderr, "page-listeners: %s\n", why);
  stop_server();
  exit(1);
}

static void start_server(char **words, int port) {
  server = fork();
  if (server != 0) return;
  if (strcmp(words[0], "floor") == 0) floor_server(port, words[1]);
  run_server(words, port, open("/dev/null", O_WRONLY));
}

// MARK: - Listeners

static void heard(double late) {
  if (is_measuring && late >= 0 && sample_count < MOST_SAMPLES) samples[sample_count++] = late;
}

// A connection to the server, once it asks for events; less than 0 while nobody answers there.
static int ask(int port) {
  char request[128];
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  if (descriptor < 0) fail("socket");
  if (connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) {
    close(descriptor);
    return -1;
  }
  int length = sprintf(request, "GET /events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAccept: text/event-stream\r\n\r\n", port);
  if (send(descriptor, request, length, MSG_NOSIGNAL) != length) fail("send");
  fcntl(descriptor, F_SETFL, O_NONBLOCK);
  return descriptor;
}

static int ask_patiently(int port) {
  struct timespec pause = {0, 20000000};
  for (double end = wall_time() + 20000; wall_time() < end;) {
    int descriptor = ask(port);
    if (descriptor >= 0) return descriptor;
    if (waitpid(server, NULL, WNOHANG) == server) break;
    nanosleep(&pause, NULL);
  }
  give_up("the server does not begin");
  return -1;
}

// Reads what has come to whom, for so long at most.
static void read_all(int poll, int milliseconds) {
  static char came[1 << 16];
  struct epoll_event events[256];
  int ready = epoll_wait(poll, events, 256, milliseconds);
  for (int i = 0; i < ready; i++) {
    struct listener *listener = &listeners[events[i].data.u32];
    ssize_t size = recv(listener->socket, came, sizeof came, 0);
    if (size > 0) hear(listener, came, size, heard);
    else if (size == 0 || errno != EAGAIN) give_up("the server has let a listener go");
  }
}

// Connects all, a few at a time, until each was greeted.
static void connect_all(int poll, int port, int wanted) {
  struct epoll_event event = {.events = EPOLLIN};
  int connected = 0, greeted = 0;
  for (double end = wall_time() + 120000; greeted < wanted;) {
    if (wall_time() > end) give_up("not all listeners were greeted within two minutes");
    for (; connected < wanted && connected - greeted < AT_ONCE; connected++) {
      listeners[connected].socket = ask_patiently(port);
      listeners[connected].is_sampled = connected % (wanted / MOST_SAMPLED + 1) == 0;
      event.data.u32 = connected;
      epoll_ctl(poll, EPOLL_CTL_ADD, listeners[connected].socket, &event);
    }
    read_all(poll, 10);
    while (greeted < connected && listeners[greeted].next) greeted++;
  }
}

static void read_until(int poll, double end) {
  for (double left; (left = end - wall_time()) > 0;) read_all(poll, (int)left + 1);
}

// The number that the first of all has come to.
static long newest(int wanted) {
  long found = 0;
  for (int i = 0; i < wanted; i++)
    if (listeners[i].last > found) found = listeners[i].last;
  return found;
}

// How many have not come to a number within five seconds.
static int behind(int poll, int wanted, long number) {
  int count = 0;
  for (double end = wall_time() + 5000;; read_all(poll, 20)) {
    count = 0;
    for (int i = 0; i < wanted; i++) count += listeners[i].last < number;
    if (!count || wall_time() > end) return count;
  }
}

int main(int count, char **words) {
  int wanted = count > 3 ? atoi(words[1]) : 0, port = 20000 + getpid() % 20000;
  double seconds = count > 3 ? atof(words[2]) : 0;
  if (count < 5 || wanted < 1 || wanted > MOST_LISTENERS || seconds <= 0) {
    fprintf(stderr, "usage: page-listeners LISTENERS SECONDS floor FILE | PROGRAM WORD...\n");
    return 2;
  }
  raise_descriptor_limit();
  signal(SIGPIPE, SIG_IGN);
  start_server(words + 3, port);
  close(ask_patiently(port));
  int poll = epoll_create1(0);
  // What it takes by itself: a receiver that is read, and nobody who listens.
  read_until(poll, wall_time() + 2000);
  double alone = processor_time(server), alone_since = wall_time();
  read_until(poll, wall_time() + 3000);
  alone = (processor_time(server) - alone) / 1e4 / (wall_time() - alone_since);
  double memory_alone = resident(server);

  connect_all(poll, port, wanted);
  read_until(poll, wall_time() + 1000);
  long records = 0, gaps = 0, doubles = 0, before = newest(wanted);
  double cost = processor_time(server), since = wall_time();
  is_measuring = 1;
  read_until(poll, wall_time() + seconds * 1e3);
  is_measuring = 0;
  cost = (processor_time(server) - cost) / 1e4 / (wall_time() - since);
  double memory = resident(server);
  long last = newest(wanted);
  int missing = behind(poll, wanted, last);
  for (int i = 0; i < wanted; i++) {
    records += listeners[i].records;
    gaps += listeners[i].gaps;
    doubles += listeners[i].doubles;
  }
  stop_server();
  sort_figures(samples, sample_count);
  printf("listeners=%d each=%ld all=%ld missing=%d gaps=%ld doubles=%ld cpu=%.2f cpu_alone=%.2f rss_mib=%.1f rss_alone_mib=%.1f "
         "p50_ms=%.2f p99_ms=%.2f samples=%zu\n",
         wanted, last - before, records, missing, gaps, doubles, cost, alone, memory, memory_alone, part(samples, sample_count, 0.5), part(samples, sample_count, 0.99),
         sample_count);
  return 0;
}
