// How long an epoch takes from a cable to all clients of a server, and what it costs.
//
// usage: fanout CLIENTS EPOCHS floor BYTES       the least that a server can do: it reads to the end of a burst and sends a line
//        fanout CLIENTS EPOCHS PROGRAM WORD...   a server that speaks gpsd's language; PTY and PORT stand for the cable and the port
//        fanout 1 EPOCHS pipe PROGRAM WORD...    a program that writes gpsd's language into a pipe, which counts as its client
//
// The cable is a pseudo-terminal on which ten epochs a second are said, eight sentences each. The time is from just before an epoch
// is written until a client has its position in hand; all clients are in this program. Prints one line: key=value.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "../Server/server.h"

#define MOST_CLIENTS 16000
#define MOST_EPOCHS 2000
#define WARMING 20

struct client {
  int socket;
  int watching;            // the answer to its request has come
  char tail[32];           // the end of what came last: a word may be cut
  size_t tail_length;
  int told;                // positions of this epoch
};

static struct client clients[MOST_CLIENTS];
static double times[MOST_EPOCHS * 64];
static size_t time_count;
static int is_pipe;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static int sentence(char *to, const char *body) {
  unsigned char sum = 0;
  for (const char *at = body; *at; at++) sum ^= (unsigned char)*at;
  return sprintf(to, "$%s*%02X\r\n", body, sum);
}

// Eight sentences of a tenth of a second.
static int burst(char *to, int number) {
  int tenth = 12 * 36000 + number, length = 0;
  char time[16], body[128];
  sprintf(time, "%02d%02d%02d.%d00", tenth / 36000 % 24, tenth / 600 % 60, tenth / 10 % 60, tenth % 10);
  sprintf(body, "GPGGA,%s,4807.0380,N,01131.0000,E,1,08,0.9,545.4,M,46.9,M,,", time);
  length += sentence(to + length, body);
  length += sentence(to + length, "GPGSA,A,3,04,05,09,12,24,25,29,31,,,,,1.8,0.9,1.5");
  length += sentence(to + length, "GPGSV,3,1,12,04,40,083,46,05,17,308,41,09,07,344,39,12,22,228,45");
  length += sentence(to + length, "GPGSV,3,2,12,24,67,292,48,25,43,100,44,29,55,060,47,31,12,120,38");
  length += sentence(to + length, "GPGSV,3,3,12,02,05,010,,06,08,200,25,17,03,330,,19,09,040,28");
  sprintf(body, "GPRMC,%s,A,4807.0380,N,01131.0000,E,022.4,084.4,201126,,,A", time);
  length += sentence(to + length, body);
  sprintf(body, "GPVTG,084.4,T,,M,022.4,N,041.5,K,A");
  length += sentence(to + length, body);
  sprintf(body, "GPGLL,4807.0380,N,01131.0000,E,%s,A,A", time);
  length += sentence(to + length, body);
  return length;
}

// MARK: - The floor

static void floor_server(const char *path, int port, int bytes) {
  static int sockets[MOST_CLIENTS];
  static char line[65536], came[65536], asked[4096];
  const char *answer = "{\"class\":\"DEVICES\",\"devices\":[]}\r\n{\"class\":\"WATCH\",\"enable\":true}\r\n";
  int count = 0, one = 1, cable = open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK), listener = listen_at(port);
  int poll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = cable}, events[64];
  epoll_ctl(poll, EPOLL_CTL_ADD, cable, &event);
  event.data.fd = listener;
  epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event);
  memset(line, 'x', sizeof line);
  memcpy(line, "{\"class\":\"TPV\",", 15);
  memcpy(line + bytes - 2, "\r\n", 2);
  for (;;) {
    int ready = epoll_wait(poll, events, 64, -1);
    for (int i = 0; i < ready; i++) {
      int descriptor = events[i].data.fd;
      if (descriptor == listener) {
        int socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
        if (socket < 0) continue;
        setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        event.data.fd = socket;
        epoll_ctl(poll, EPOLL_CTL_ADD, socket, &event);
        sockets[count++] = socket;
        if (send(socket, "{\"class\":\"VERSION\"}\r\n", 21, 0) < 0) perror("send");
      } else if (descriptor == cable) {
        ssize_t length = read(cable, came, sizeof came);
        // GLL is the last sentence of a burst.
        if (length > 8 && memmem(came, length, "GPGLL", 5))
          for (int j = 0; j < count; j++)
            if (send(sockets[j], line, bytes, MSG_NOSIGNAL) < 0) perror("send");
      } else if (read(descriptor, asked, sizeof asked) > 0) {
        if (send(descriptor, answer, strlen(answer), MSG_NOSIGNAL) < 0) perror("send");
      } else {
        epoll_ctl(poll, EPOLL_CTL_DEL, descriptor, NULL);
      }
    }
  }
}

// MARK: - Clients

// Positions in what has come, also where a word was cut.
static int positions(struct client *client, const char *bytes, size_t length) {
  static char text[1 << 20];
  const char *word = client->watching || is_pipe ? "\"class\":\"TPV\"" : "\"class\":\"WATCH\"";
  memcpy(text, client->tail, client->tail_length);
  memcpy(text + client->tail_length, bytes, length);
  size_t all = client->tail_length + length, size = strlen(word), from = 0;
  int count = 0;
  for (char *found; (found = memmem(text + from, all - from, word, size));) {
    count++;
    from = found - text + size;
    if (!client->watching) break;
  }
  size_t rest = all - from;
  if (rest > size - 1) rest = size - 1;
  memcpy(client->tail, text + all - rest, rest);
  client->tail_length = rest;
  return count;
}

int main(int count, char **words) {
  if (count < 5) {
    fprintf(stderr, "usage: fanout CLIENTS EPOCHS floor BYTES | [pipe] PROGRAM WORD...\n");
    return 2;
  }
  int wanted = atoi(words[1]), epochs = atoi(words[2]), port = 20000 + getpid() % 20000;
  int output[2] = {-1, -1};
  is_pipe = strcmp(words[3], "pipe") == 0;
  if (is_pipe && (wanted != 1 || pipe2(output, O_CLOEXEC) != 0)) {
    fprintf(stderr, "fanout: a pipe is one client\n");
    return 2;
  }
  if (wanted < 1 || wanted > MOST_CLIENTS || epochs < 1 || epochs > MOST_EPOCHS) {
    fprintf(stderr, "fanout: 1 to %d clients and 1 to %d epochs\n", MOST_CLIENTS, MOST_EPOCHS);
    return 2;
  }
  raise_descriptor_limit();
  signal(SIGPIPE, SIG_IGN);

  int cable, far;
  char path[256];
  struct termios mode;
  if (openpty(&cable, &far, path, NULL, NULL) != 0) fail("openpty");
  tcgetattr(far, &mode);
  cfmakeraw(&mode);
  cfsetspeed(&mode, B115200);
  tcsetattr(far, TCSANOW, &mode);
  fcntl(cable, F_SETFD, FD_CLOEXEC);
  fcntl(far, F_SETFD, FD_CLOEXEC);

  pid_t server = fork();
  if (server == 0) {
    if (strcmp(words[3], "floor") == 0) floor_server(path, port, atoi(words[4]));
    for (int i = 3; i < count; i++)
      if (strcmp(words[i], "PTY") == 0) words[i] = path;
    run_server(words + 3 + is_pipe, port, is_pipe ? output[1] : open("/dev/null", O_WRONLY));
  }

  if (is_pipe) close(output[1]);

  // Epochs are said from the beginning, so that the server finds its language.
  char bytes[4096];
  static char came[1 << 18];
  int number = 0, connected = 0, watching = 0, poll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN}, *events = calloc(MOST_CLIENTS, sizeof *events);
  const char *watch = "?WATCH={\"enable\":true,\"json\":true}\r\n";
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  double begun = now(), next = begun, cost = 0;
  static double firsts[MOST_EPOCHS], lasts[MOST_EPOCHS];
  int measured = 0, missing = 0, twice = 0, sampled = wanted > 60 ? wanted / 60 : 1;
  if (is_pipe) {
    // The first position is what a client's answer is.
    clients[0] = (struct client){.socket = output[0]};
    fcntl(output[0], F_SETFL, O_NONBLOCK);
    event.data.u32 = connected++;
    epoll_ctl(poll, EPOLL_CTL_ADD, output[0], &event);
  }
  for (int epoch = -1;;) {
    if (now() - begun > 120000 + epochs * 100.0) {
      fprintf(stderr, "fanout: %d of %d clients watch after two minutes\n", watching, wanted);
      kill(server, SIGKILL);
      return 1;
    }
    // One more client at a time, until all of them watch.
    while (connected < wanted && connected - watching < 64) {
      int socket_ = socket(AF_INET, SOCK_STREAM, 0);
      if (connect(socket_, (struct sockaddr *)&address, sizeof address) != 0) {
        close(socket_);
        break;
      }
      fcntl(socket_, F_SETFL, O_NONBLOCK);
      clients[connected] = (struct client){.socket = socket_};
      event.data.u32 = connected++;
      epoll_ctl(poll, EPOLL_CTL_ADD, socket_, &event);
      if (send(socket_, watch, strlen(watch), 0) < 0) fail("send");
    }
    if (watching == wanted && epoch < 0) epoch = 0;
    if (epoch == WARMING) cost = processor_time(server);
    if (epoch == WARMING + epochs) break;
    while (next < now()) next += 100;
    double start;
    int told = 0, length = burst(bytes, number++);
    double first = 0, last = 0;
    for (int i = 0; i < connected; i++) clients[i].told = 0;
    // What comes before the next epoch is of the last one; nothing is said meanwhile.
    struct timespec pause = {0, (long)((next - now()) * 1e6)};
    if (pause.tv_nsec > 0) nanosleep(&pause, NULL);
    start = now();
    if (write(cable, bytes, length) != length) fail("write");
    double end = start + 90;
    for (;;) {
      double left = end - now();
      if (left <= 0) break;
      int ready = epoll_wait(poll, events, MOST_CLIENTS, (int)left);
      for (int i = 0; i < ready; i++) {
        struct client *client = &clients[events[i].data.u32];
        ssize_t size = read(client->socket, came, sizeof came);
        double at = now();
        if (size == 0 || (size < 0 && errno != EAGAIN)) {
          fprintf(stderr, "fanout: the server has let a client go\n");
          kill(server, SIGKILL);
          return 1;
        }
        if (size <= 0) continue;
        int found = positions(client, came, size);
        if (!found) continue;
        if (!client->watching) {
          client->watching = 1;
          watching++;
          continue;
        }
        client->told += found;
        if (client->told > found) continue;
        if (epoch >= WARMING) {
          if (!told) first = at - start;
          last = at - start;
          if (events[i].data.u32 % sampled == 0 && time_count < sizeof times / sizeof *times) times[time_count++] = at - start;
        }
        told++;
      }
      if (epoch < 0 && watching < wanted && ready > 0) break;
    }
    if (epoch >= WARMING) {
      for (int i = 0; i < wanted; i++) {
        missing += clients[i].told == 0;
        twice += clients[i].told > 1;
      }
      firsts[measured] = first;
      lasts[measured++] = last;
    }
    if (epoch >= 0) epoch++;
  }
  cost = (processor_time(server) - cost) / 1e6 / epochs;
  double memory = resident(server);
  kill(server, SIGTERM);
  waitpid(server, NULL, 0);
  sort_figures(times, time_count);
  sort_figures(firsts, measured);
  sort_figures(lasts, measured);
  printf("clients=%d epochs=%d p50_ms=%.3f p99_ms=%.3f first_ms=%.3f last_ms=%.3f cpu_ms=%.3f rss_mib=%.1f missing=%d twice=%d\n",
         wanted, epochs, part(times, time_count, 0.5), part(times, time_count, 0.99), part(firsts, measured, 0.5),
         part(lasts, measured, 0.5), cost, memory, missing, twice);
  return 0;
}
