// The floor: an event loop that keeps nothing, reads nothing but the first packet of a request, and sends each record to all.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "../Server/server.h"
#include "page.h"

#define MOST_KEPT 4000

// A record as it came: when, since the first one, and its text.
struct kept {
  double offset;
  char *text;
};

static struct kept kept[MOST_KEPT];
static int kept_count;
static int sockets[MOST_LISTENERS], socket_count;
static long number = 1;

// Each line of the file is a number of milliseconds, a tabulator, and a record.
static void read_kept(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) fail(path);
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  while (kept_count < MOST_KEPT && (length = getline(&line, &room, file)) > 0) {
    char *text = strchr(line, '\t');
    if (!text) continue;
    line[length - 1] = 0;
    kept[kept_count++] = (struct kept){atof(line), strdup(text + 1)};
  }
  fclose(file);
  free(line);
  if (kept_count < 2) {
    fprintf(stderr, "page-listeners: %s has no records\n", path);
    exit(1);
  }
}

// Writes an event with the next number, and with the time of now where the record has one; says how long it is.
static int event(char *to, const char *text) {
  double now = wall_time();
  time_t second = (time_t)(now / 1e3);
  char moment[40];
  int length = sprintf(to, "id: FLOR-%ld\ndata: ", number++);
  char *record = to + length;
  length += sprintf(record, "%s\n\n", text);
  char *received = strstr(record, "\"received\":\"");
  if (received && strlen(received) > 36) {
    struct tm parts;
    gmtime_r(&second, &parts);
    size_t size = strftime(moment, sizeof moment, "%FT%T", &parts);
    sprintf(moment + size, ".%03dZ", (int)(now - second * 1e3));
    memcpy(received + 12, moment, 24);
  }
  return length;
}

static void greet(int descriptor) {
  char answer[512], asked[4096];
  if (recv(descriptor, asked, sizeof asked, 0) <= 0) {
    close(descriptor);
    return;
  }
  int length = sprintf(
      answer,
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\nretry: 2000\n\n"
      "data: {\"type\":\"hello\",\"v\":1,\"next\":%ld}\n\n",
      number);
  if (send(descriptor, answer, length, MSG_NOSIGNAL) != length) perror("send");
  if (socket_count < MOST_LISTENERS) sockets[socket_count++] = descriptor;
}

static void send_all(const char *bytes, int length) {
  for (int i = 0; i < socket_count; i++) {
    if (send(sockets[i], bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT) == length) continue;
    close(sockets[i]);
    sockets[i--] = sockets[--socket_count];
  }
}

void floor_server(int port, const char *file) {
  static char text[1 << 20];
  read_kept(file);
  int listener = listen_at(port), poll = epoll_create1(0), one = 1, turn = 0;
  struct epoll_event event_ = {.events = EPOLLIN, .data.fd = listener}, events[64];
  epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event_);
  double begun = wall_time(), round = kept[kept_count - 1].offset + 100;
  for (;;) {
    double left = begun + kept[turn].offset - wall_time();
    int ready = epoll_wait(poll, events, 64, left > 0 ? (int)left + 1 : 0);
    for (int i = 0; i < ready; i++) {
      if (events[i].data.fd != listener) {
        epoll_ctl(poll, EPOLL_CTL_DEL, events[i].data.fd, NULL);
        greet(events[i].data.fd);
        continue;
      }
      for (int socket; (socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0;) {
        setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        event_.data.fd = socket;
        epoll_ctl(poll, EPOLL_CTL_ADD, socket, &event_);
      }
    }
    // What came together is sent together.
    int length = 0;
    while (begun + kept[turn].offset <= wall_time() && length < (int)sizeof text - 65536) {
      length += event(text + length, kept[turn].text);
      if (++turn < kept_count) continue;
      turn = 0;
      begun += round;
    }
    if (length) send_all(text, length);
  }
}
