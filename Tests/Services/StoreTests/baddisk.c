// Loaded before a program (LD_PRELOAD), it makes the disk of a folder bad: writes that fail, and syncs that take long.
//
//   BAD_DIR     the folder
//   BAD_AFTER   this many writes succeed; then
//   BAD_COUNT   this many fail,
//   BAD_ERROR   with this number: 5 is EIO, 28 is ENOSPC
//   BAD_SYNC    each sync takes this many milliseconds more
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum { most_files = 4096 };

static char folder[512];
static long after = -1, count, error, slowness, writes;
static char is_watched[most_files];
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static long number(const char *name, long otherwise) { return getenv(name) ? atol(getenv(name)) : otherwise; }
static void begin(void) {
  snprintf(folder, sizeof folder, "%s/", getenv("BAD_DIR") ? getenv("BAD_DIR") : "/nonexistent");
  after = number("BAD_AFTER", -1);
  count = number("BAD_COUNT", 0);
  error = number("BAD_ERROR", EIO);
  slowness = number("BAD_SYNC", 0);
}

static int opened(int file, const char *path) {
  pthread_once(&once, begin);
  if (file >= 0 && file < most_files) is_watched[file] = !strncmp(path, folder, strlen(folder));
  return file;
}
static int watched(int file) { return file >= 0 && file < most_files && is_watched[file]; }

/// Whether this write fails.
static int fails(int file) {
  if (!watched(file) || after < 0) return 0;
  pthread_mutex_lock(&lock);
  long place = writes++;
  pthread_mutex_unlock(&lock);
  if (place < after || place >= after + count) return 0;
  errno = (int)error;
  return 1;
}

#define OPEN(name)                                                                                                     \
  int name(const char *path, int flags, ...) {                                                                         \
    va_list list;                                                                                                      \
    va_start(list, flags);                                                                                             \
    int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, int) : 0;                                                  \
    va_end(list);                                                                                                      \
    return opened(REAL(name)(path, flags, mode), path);                                                                \
  }
OPEN(open)
OPEN(open64)

int close(int file) {
  if (watched(file)) is_watched[file] = 0;
  return REAL(close)(file);
}

ssize_t write(int file, const void *bytes, size_t length) { return fails(file) ? -1 : REAL(write)(file, bytes, length); }
ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
  return fails(file) ? -1 : REAL(pwrite)(file, bytes, length, offset);
}
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
  return fails(file) ? -1 : REAL(pwrite64)(file, bytes, length, offset);
}

static void wait_for(int file) {
  if (!watched(file) || !slowness) return;
  struct timespec time = {slowness / 1000, slowness % 1000 * 1000000};
  nanosleep(&time, NULL);
}
int fsync(int file) {
  wait_for(file);
  return REAL(fsync)(file);
}
int fdatasync(int file) {
  wait_for(file);
  return REAL(fdatasync)(file);
}
