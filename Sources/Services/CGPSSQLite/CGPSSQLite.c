#include "CGPSSQLite.h"

#include <stdio.h>
#ifndef GPSBRIDGE_LINKED_SQLITE
#include <dlfcn.h>
#endif

// The library functions that we call. Their types come from the header, so a changed type does not compile.
#define FUNCTIONS(use)                                                                                                 \
  use(sqlite3_open_v2) use(sqlite3_close_v2) use(sqlite3_errstr) use(sqlite3_errmsg) use(sqlite3_prepare_v2)           \
  use(sqlite3_finalize) use(sqlite3_reset) use(sqlite3_step) use(sqlite3_bind_int64) use(sqlite3_bind_null)            \
  use(sqlite3_bind_text) use(sqlite3_bind_blob) use(sqlite3_column_type) use(sqlite3_column_int64)                     \
  use(sqlite3_column_blob) use(sqlite3_column_bytes) use(sqlite3_limit) use(sqlite3_progress_handler)                  \
  use(sqlite3_exec) use(sqlite3_extended_errcode) use(sqlite3_wal_checkpoint_v2) use(sqlite3_db_config)                \
  use(sqlite3_threadsafe) use(sqlite3_libversion_number) use(sqlite3_system_errno)

#ifdef GPSBRIDGE_LINKED_SQLITE
#define POINTER(name) static const __typeof__(&name) name##_ = name;
FUNCTIONS(POINTER)
#else
#define POINTER(name) static __typeof__(&name) name##_;
FUNCTIONS(POINTER)

static void *library;
#endif

/// The maximum size of a tile or text in bytes; a longer one can't be read.
enum { longest = 1 << 20 };
/// The maximum number of steps of a query. A tile takes fewer than a hundred, and in a file without an index
/// a few for each tile in it.
enum { most_steps = 2000000 };
/// The first version with tables whose columns keep their type (STRICT).
enum { least_version = 3037000 };

static int stop(void *context) {
  (void)context;
  return 1;
}

const char *gpsbridge_sqlite_refusal(int version, int threads) {
  static char text[96];
  if (version < least_version) {
    snprintf(text, sizeof text, "SQLite %d.%d.%d is too old: 3.37 or later is needed", version / 1000000,
             version / 1000 % 1000, version % 1000);
    return text;
  }
  return threads ? NULL : "this SQLite was built for programs without threads";
}

#ifdef GPSBRIDGE_LINKED_SQLITE
const char *gpsbridge_sqlite_open(const char *name) {
  (void)name;
  return gpsbridge_sqlite_refusal(sqlite3_libversion_number_(), sqlite3_threadsafe_());
}
#else
const char *gpsbridge_sqlite_open(const char *name) {
  void *opened = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!opened) return dlerror();
  if (library) {
    dlclose(opened);
    return NULL;
  }
#define FIND(function)                                                                                                 \
  function##_ = (__typeof__(&function))dlsym(opened, #function);                                                       \
  if (!function##_) return dlerror();
  FUNCTIONS(FIND)
  const char *reason = gpsbridge_sqlite_refusal(sqlite3_libversion_number_(), sqlite3_threadsafe_());
  if (reason) return reason;
  library = opened;
  return NULL;
}
#endif

int gpsbridge_sqlite_open_foreign(const char *uri, sqlite3 **file) {
  int code = sqlite3_open_v2_(uri, file, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
  if (code != SQLITE_OK) return code;
  sqlite3_limit_(*file, SQLITE_LIMIT_LENGTH, longest);
  // A file from elsewhere may define a view that never ends.
  sqlite3_progress_handler_(*file, most_steps, stop, NULL);
  return code;
}

int gpsbridge_sqlite_open_own(const char *path, int flags, sqlite3 **file) {
  int code = sqlite3_open_v2_(path, file, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW, NULL);
  // No statement may write the tables in which SQLite describes the file. The function is variadic: Swift can't call it.
  if (code == SQLITE_OK) sqlite3_db_config_(*file, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  return code;
}

void gpsbridge_sqlite_close(sqlite3 *file) { sqlite3_close_v2_(file); }

const char *gpsbridge_sqlite_message(sqlite3 *file) { return sqlite3_errmsg_(file); }

const char *gpsbridge_sqlite_words(int code) { return sqlite3_errstr_(code); }

int gpsbridge_sqlite_code(sqlite3 *file) { return sqlite3_extended_errcode_(file); }

int gpsbridge_sqlite_system_error(sqlite3 *file) { return sqlite3_system_errno_(file); }

int gpsbridge_sqlite_run(sqlite3 *file, const char *statements) {
  return sqlite3_exec_(file, statements, NULL, NULL, NULL);
}

int gpsbridge_sqlite_checkpoint(sqlite3 *file, int mode, int *in_log, int *copied) {
  return sqlite3_wal_checkpoint_v2_(file, NULL, mode, in_log, copied);
}

sqlite3_stmt *gpsbridge_sqlite_prepare(sqlite3 *file, const char *text) {
  sqlite3_stmt *statement = NULL;
  return sqlite3_prepare_v2_(file, text, -1, &statement, NULL) == SQLITE_OK ? statement : NULL;
}

void gpsbridge_sqlite_end(sqlite3_stmt *statement) { sqlite3_finalize_(statement); }

void gpsbridge_sqlite_reset(sqlite3_stmt *statement) { sqlite3_reset_(statement); }

int gpsbridge_sqlite_next(sqlite3_stmt *statement) {
  int code = sqlite3_step_(statement);
  return code == SQLITE_ROW ? 1 : code == SQLITE_DONE ? 0 : -1;
}

int gpsbridge_sqlite_bind_number(sqlite3_stmt *statement, int index, int64_t number) {
  return sqlite3_bind_int64_(statement, index, number);
}

int gpsbridge_sqlite_bind_numbers(sqlite3_stmt *statement, const int64_t *numbers, int count, uint64_t nulls) {
  for (int index = 0; index < count; index++) {
    int code = nulls >> index & 1 ? sqlite3_bind_null_(statement, index + 1)
                                  : sqlite3_bind_int64_(statement, index + 1, numbers[index]);
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}

int gpsbridge_sqlite_bind_null(sqlite3_stmt *statement, int index) { return sqlite3_bind_null_(statement, index); }

int gpsbridge_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
  // Without an address, SQLite would bind NULL instead of an empty text or no bytes.
  return sqlite3_bind_text_(statement, index, text ? text : "", count, SQLITE_TRANSIENT);
}

int gpsbridge_sqlite_bind_bytes(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob_(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

int gpsbridge_sqlite_is_null(sqlite3_stmt *statement, int column) {
  return sqlite3_column_type_(statement, column) == SQLITE_NULL;
}

int64_t gpsbridge_sqlite_number(sqlite3_stmt *statement, int column) {
  return sqlite3_column_int64_(statement, column);
}

uint64_t gpsbridge_sqlite_numbers(sqlite3_stmt *statement, int64_t *numbers, int count) {
  uint64_t nulls = 0;
  for (int column = 0; column < count; column++) {
    numbers[column] = sqlite3_column_int64_(statement, column);
    // NULL is read as 0.
    if (numbers[column] == 0 && sqlite3_column_type_(statement, column) == SQLITE_NULL) nulls |= (uint64_t)1 << column;
  }
  return nulls;
}

const void *gpsbridge_sqlite_bytes(sqlite3_stmt *statement, int column, size_t *count) {
  const void *bytes = sqlite3_column_blob_(statement, column);
  *count = bytes ? (size_t)sqlite3_column_bytes_(statement, column) : 0;
  return bytes;
}
