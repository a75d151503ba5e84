#include "CGPSSQLite.h"

#include <dlfcn.h>

// The library functions that we call. Their types come from the header, so a changed type does not compile.
#define FUNCTIONS(use)                                                                                                 \
  use(sqlite3_open_v2) use(sqlite3_close_v2) use(sqlite3_errstr) use(sqlite3_prepare_v2) use(sqlite3_finalize)         \
  use(sqlite3_reset) use(sqlite3_bind_int) use(sqlite3_step) use(sqlite3_column_blob) use(sqlite3_column_bytes)        \
  use(sqlite3_limit) use(sqlite3_progress_handler) use(sqlite3_exec)

#define POINTER(name) static __typeof__(&name) name##_;
FUNCTIONS(POINTER)

static void *library;

/// The maximum size of a tile or text in bytes; a longer one can't be read.
enum { longest = 1 << 20 };
/// The maximum number of steps of a query. A tile takes fewer than a hundred, and in a file without an index
/// a few for each tile in it.
enum { most_steps = 2000000 };

static int stop(void *context) {
  (void)context;
  return 1;
}

const char *gpsbridge_sqlite_open(void) {
  if (library) return NULL;
  void *opened = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!opened) return dlerror();
#define FIND(name)                                                                                                     \
  name##_ = (__typeof__(&name))dlsym(opened, #name);                                                                   \
  if (!name##_) return dlerror();
  FUNCTIONS(FIND)
  library = opened;
  return NULL;
}

const char *gpsbridge_sqlite_file(const char *uri, sqlite3 **file) {
  int code = sqlite3_open_v2_(uri, file, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
  if (code != SQLITE_OK) return sqlite3_errstr_(code);
  sqlite3_limit_(*file, SQLITE_LIMIT_LENGTH, longest);
  // A file from elsewhere may define a view that never ends.
  sqlite3_progress_handler_(*file, most_steps, stop, NULL);
  return NULL;
}

void gpsbridge_sqlite_close(sqlite3 *file) { sqlite3_close_v2_(file); }

sqlite3_stmt *gpsbridge_sqlite_query(sqlite3 *file, const char *text) {
  sqlite3_stmt *query = NULL;
  return sqlite3_prepare_v2_(file, text, -1, &query, NULL) == SQLITE_OK ? query : NULL;
}

void gpsbridge_sqlite_end(sqlite3_stmt *query) { sqlite3_finalize_(query); }

int gpsbridge_sqlite_next(sqlite3_stmt *query) {
  int code = sqlite3_step_(query);
  return code == SQLITE_ROW ? 1 : code == SQLITE_DONE ? 0 : -1;
}

int gpsbridge_sqlite_first(sqlite3_stmt *query, const int *numbers, int count) {
  sqlite3_reset_(query);
  for (int index = 0; index < count; index++) {
    if (sqlite3_bind_int_(query, index + 1, numbers[index]) != SQLITE_OK) return -1;
  }
  return gpsbridge_sqlite_next(query);
}

const void *gpsbridge_sqlite_bytes(sqlite3_stmt *query, int column, size_t *count) {
  const void *bytes = sqlite3_column_blob_(query, column);
  *count = bytes ? (size_t)sqlite3_column_bytes_(query, column) : 0;
  return bytes;
}

int gpsbridge_sqlite_make(const char *path, const char *statements) {
  sqlite3 *file = NULL;
  int code = sqlite3_open_v2_(path, &file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
  if (code == SQLITE_OK) code = sqlite3_exec_(file, statements, NULL, NULL, NULL);
  sqlite3_close_v2_(file);
  return code == SQLITE_OK;
}
