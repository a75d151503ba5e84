// Loaded before a program (LD_PRELOAD), it writes down all that happens to files below a folder, in order and with the bytes:
// writes, cuts, syncs, creations, removals and renamings. Tests/Scripts/store.py cuts the power at each of them.
//
//   CUT_DIR   the folder
//   CUT_LOG   the log: C create, T cut, W write, S sync, U remove, R rename; each with name, offset, length and bytes
//   CUT_ACK   a descriptor whose text is logged under the name `ack`: what the program calls safe
//   CUT_LIE   an end of names whose syncs do nothing, as on a disk that lies, or with synchronous=NORMAL for "-wal"
//
// It does not see files that are written in mapped memory (SQLite's -shm, which is made again after a crash), io_uring, pwritev and
// fallocate. SQLite needs none of these.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { most_files = 4096 };

static int log_file = -1;
static int ack = -1;
static char folder[512];
static size_t folder_length;
static const char *lie;
static char *names[most_files];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static ssize_t (*real_write)(int, const void *, size_t);

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void begin(void) {
  real_write = REAL(write);
  const char *watched = getenv("CUT_DIR"), *log = getenv("CUT_LOG"), *number = getenv("CUT_ACK");
  lie = getenv("CUT_LIE");
  if (!watched || !log) return;
  snprintf(folder, sizeof folder, "%s/", watched);
  folder_length = strlen(folder);
  log_file = REAL(open)(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (number) ack = atoi(number);
}
static void ready(void) { pthread_once(&once, begin); }

/// The name of a path in the folder; NULL for others.
static const char *base(const char *path) {
  ready();
  if (log_file < 0 || strncmp(path, folder, folder_length - 1)) return NULL;
  // The folder itself has no name.
  if (!path[folder_length - 1]) return "";
  return path[folder_length - 1] == '/' ? path + folder_length : NULL;
}
static const char *name_of(int file) {
  ready();
  if (file >= 0 && file == ack) return "ack";
  return file >= 0 && file < most_files ? names[file] : NULL;
}
static void put(const void *bytes, size_t count) {
  const char *at = bytes;
  while (count) {
    ssize_t written = real_write(log_file, at, count);
    if (written <= 0) _exit(99);
    at += written;
    count -= (size_t)written;
  }
}
static void note(char kind, const char *name, uint64_t offset, uint64_t length, const void *bytes) {
  struct {
    char kind;
    uint8_t name;
    uint64_t offset, length;
  } __attribute__((packed)) head = {kind, (uint8_t)strlen(name), offset, length};
  put(&head, sizeof head);
  put(name, head.name);
  if (bytes && length) put(bytes, length);
}

static int opened(int file, const char *path, int flags) {
  const char *name = base(path);
  if (file < 0) return file;
  pthread_mutex_lock(&lock);
  if (file < most_files) {
    free(names[file]);
    names[file] = name ? strdup(name) : NULL;
  }
  if (name && flags & O_CREAT) note('C', name, 0, 0, NULL);
  if (name && flags & O_TRUNC) note('T', name, 0, 0, NULL);
  pthread_mutex_unlock(&lock);
  return file;
}
static int mode_of(int flags, va_list list) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(list, int) : 0; }

#define OPEN(name)                                                                                                     \
  int name(const char *path, int flags, ...) {                                                                         \
    va_list list;                                                                                                      \
    va_start(list, flags);                                                                                             \
    int mode = mode_of(flags, list);                                                                                   \
    va_end(list);                                                                                                      \
    return opened(REAL(name)(path, flags, mode), path, flags);                                                         \
  }
OPEN(open)
OPEN(open64)

int openat(int at, const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  int mode = mode_of(flags, list);
  va_end(list);
  return opened(REAL(openat)(at, path, flags, mode), path, flags);
}

int close(int file) {
  ready();
  pthread_mutex_lock(&lock);
  if (file >= 0 && file < most_files) {
    free(names[file]);
    names[file] = NULL;
  }
  pthread_mutex_unlock(&lock);
  return REAL(close)(file);
}

ssize_t write(int file, const void *bytes, size_t count) {
  const char *name = name_of(file);
  if (!name) return real_write(file, bytes, count);
  pthread_mutex_lock(&lock);
  off_t offset = file == ack ? 0 : lseek(file, 0, fcntl(file, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR);
  ssize_t written = real_write(file, bytes, count);
  if (written > 0) note('W', name, (uint64_t)offset, (uint64_t)written, bytes);
  pthread_mutex_unlock(&lock);
  return written;
}

#define PWRITE(name, type)                                                                                             \
  ssize_t name(int file, const void *bytes, size_t count, type offset) {                                               \
    ready();                                                                                                           \
    pthread_mutex_lock(&lock);                                                                                         \
    ssize_t written = REAL(name)(file, bytes, count, offset);                                                          \
    if (name_of(file) && written > 0) note('W', name_of(file), (uint64_t)offset, (uint64_t)written, bytes);            \
    pthread_mutex_unlock(&lock);                                                                                       \
    return written;                                                                                                    \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define CUT(name, type)                                                                                                \
  int name(int file, type size) {                                                                                      \
    ready();                                                                                                           \
    pthread_mutex_lock(&lock);                                                                                         \
    int code = REAL(name)(file, size);                                                                                 \
    if (name_of(file) && !code) note('T', name_of(file), (uint64_t)size, 0, NULL);                                     \
    pthread_mutex_unlock(&lock);                                                                                       \
    return code;                                                                                                       \
  }
CUT(ftruncate, off_t)
CUT(ftruncate64, off64_t)

static int is_lie(const char *name) {
  size_t count = lie ? strlen(lie) : 0;
  return count && strlen(name) >= count && !strcmp(name + strlen(name) - count, lie);
}

#define SYNC(name)                                                                                                     \
  int name(int file) {                                                                                                 \
    ready();                                                                                                           \
    int code = REAL(name)(file);                                                                                       \
    pthread_mutex_lock(&lock);                                                                                         \
    if (name_of(file) && !is_lie(name_of(file))) note('S', name_of(file), 0, 0, NULL);                                 \
    pthread_mutex_unlock(&lock);                                                                                       \
    return code;                                                                                                       \
  }
SYNC(fsync)
SYNC(fdatasync)

int unlink(const char *path) {
  int code = REAL(unlink)(path);
  const char *name = base(path);
  pthread_mutex_lock(&lock);
  if (name && !code) note('U', name, 0, 0, NULL);
  pthread_mutex_unlock(&lock);
  return code;
}

int rename(const char *from, const char *to) {
  int code = REAL(rename)(from, to);
  const char *old = base(from), *new = base(to);
  pthread_mutex_lock(&lock);
  if (old && new && !code) note('R', old, 0, strlen(new), new);
  pthread_mutex_unlock(&lock);
  return code;
}
