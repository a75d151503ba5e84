#define _GNU_SOURCE
#include "server.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

void fail(const char *what) {
  perror(what);
  exit(1);
}

void raise_descriptor_limit(void) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

int listen_at(int port) {
  int one = 1, listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 1024) != 0) fail("listen");
  return listener;
}

void run_server(char **words, int port, int output) {
  char *rest[64] = {0}, text[16];
  sprintf(text, "%d", port);
  for (int i = 0; words[i] && i < 63; i++) rest[i] = strcmp(words[i], "PORT") == 0 ? text : words[i];
  int nothing = open("/dev/null", O_WRONLY);
  dup2(output, 1);
  if (!getenv("VERBOSE")) dup2(nothing, 2);
  execvp(rest[0], rest);
  _exit(127);
}

double processor_time(pid_t process) {
  char path[64], name[64 + 300];
  double sum = 0, value;
  sprintf(path, "/proc/%d/task", process);
  DIR *folder = opendir(path);
  if (!folder) return 0;
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (entry->d_name[0] == '.') continue;
    snprintf(name, sizeof name, "%s/%s/schedstat", path, entry->d_name);
    FILE *file = fopen(name, "r");
    if (!file) continue;
    if (fscanf(file, "%lf", &value) == 1) sum += value;
    fclose(file);
  }
  closedir(folder);
  return sum;
}

double resident(pid_t process) {
  char path[64], line[256];
  long kilobytes = 0;
  sprintf(path, "/proc/%d/status", process);
  FILE *file = fopen(path, "r");
  while (file && fgets(line, sizeof line, file)) sscanf(line, "VmRSS: %ld", &kilobytes);
  if (file) fclose(file);
  return kilobytes / 1024.0;
}

static int by_size(const void *one, const void *other) {
  double difference = *(const double *)one - *(const double *)other;
  return difference < 0 ? -1 : difference > 0;
}

void sort_figures(double *figures, size_t count) { qsort(figures, count, sizeof *figures, by_size); }

double part(const double *sorted, size_t count, double share) { return count ? sorted[(size_t)((count - 1) * share)] : -1; }
