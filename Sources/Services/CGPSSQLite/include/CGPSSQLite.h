// SQLite, loaded when a file is first opened, because most commands open none. Its own functions are declared
// but not linked: call the functions below instead. A connection is used by one thread at a time.
//
// With GPSBRIDGE_LINKED_SQLITE it is linked: a static program can't load libraries.
#ifndef GPSBRIDGE_CSQLITE_H
#define GPSBRIDGE_CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

/// Loads the library. Returns NULL, or the reason for a failure, which is valid until the next call.
///
/// - Parameter name: The file name of the library; after a success, another name is only looked for.
const char *gpsbridge_sqlite_open(const char *name);
/// Returns why a library can't be used; NULL if it can.
///
/// - Parameters:
///   - version: The version as a number: 3040001 for 3.40.1.
///   - threads: Whether it was built for programs with threads.
const char *gpsbridge_sqlite_refusal(int version, int threads);

/// Opens a file from elsewhere for reading, by its URI. Returns the result code. The caller closes `*file` in
/// all cases.
int gpsbridge_sqlite_open_foreign(const char *uri, sqlite3 **file);
/// Opens an own file. Returns the result code. The caller closes `*file` in all cases.
int gpsbridge_sqlite_open_own(const char *path, int flags, sqlite3 **file);
void gpsbridge_sqlite_close(sqlite3 *file);
/// Describes the latest failure of a connection.
const char *gpsbridge_sqlite_message(sqlite3 *file);
/// Describes a result code.
const char *gpsbridge_sqlite_words(int code);
/// Returns the extended result code of the latest call.
int gpsbridge_sqlite_code(sqlite3 *file);
/// Returns the error number of the latest system call that made a file fail; 0 if none did.
int gpsbridge_sqlite_system_error(sqlite3 *file);
/// Runs statements without results. Returns the result code.
int gpsbridge_sqlite_run(sqlite3 *file, const char *statements);
/// Copies the content of the write-ahead log into the file. Returns the result code.
int gpsbridge_sqlite_checkpoint(sqlite3 *file, int mode, int *in_log, int *copied);

/// Prepares a statement. Returns it, or NULL.
sqlite3_stmt *gpsbridge_sqlite_prepare(sqlite3 *file, const char *text);
void gpsbridge_sqlite_end(sqlite3_stmt *statement);
/// Makes a statement ready to run again. Its values stay.
void gpsbridge_sqlite_reset(sqlite3_stmt *statement);
/// Advances to the next row. Returns 1 for a row, 0 for none, -1 for an error.
int gpsbridge_sqlite_next(sqlite3_stmt *statement);

// Values for question marks, which count from 1. Texts and bytes are copied.
int gpsbridge_sqlite_bind_number(sqlite3_stmt *statement, int index, int64_t number);
int gpsbridge_sqlite_bind_null(sqlite3_stmt *statement, int index);
/// Sets the first values, at most 64. Returns the result code.
///
/// - Parameter nulls: The values that are NULL, as bits; the lowest is the first.
int gpsbridge_sqlite_bind_numbers(sqlite3_stmt *statement, const int64_t *numbers, int count, uint64_t nulls);
int gpsbridge_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int count);
int gpsbridge_sqlite_bind_bytes(sqlite3_stmt *statement, int index, const void *bytes, int count);

// Columns of the row, which count from 0.
/// Returns whether the column has no value.
int gpsbridge_sqlite_is_null(sqlite3_stmt *statement, int column);
int64_t gpsbridge_sqlite_number(sqlite3_stmt *statement, int column);
/// Reads the first columns, at most 64. Returns the ones that are NULL, as bits; the lowest is the first.
uint64_t gpsbridge_sqlite_numbers(sqlite3_stmt *statement, int64_t *numbers, int count);
/// Returns the bytes of a column, valid until the next call; NULL if it has none.
const void *gpsbridge_sqlite_bytes(sqlite3_stmt *statement, int column, size_t *count);

#endif
