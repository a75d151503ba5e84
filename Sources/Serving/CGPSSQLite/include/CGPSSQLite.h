// SQLite, loaded when a page with tiles is first served, because nothing else needs it. Its own functions are
// declared but not linked: call the functions below instead.
#ifndef GPSBRIDGE_CSQLITE_H
#define GPSBRIDGE_CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>

/// Loads the library. Returns NULL, or the reason for a failure; after a success, further calls do nothing.
const char *gpsbridge_sqlite_open(void);

/// Opens a file for reading, by its URI. Returns NULL, or the library's description of the error. The caller
/// closes `*file` in both cases.
const char *gpsbridge_sqlite_file(const char *uri, sqlite3 **file);
void gpsbridge_sqlite_close(sqlite3 *file);

/// Prepares a query. Returns it, or NULL.
sqlite3_stmt *gpsbridge_sqlite_query(sqlite3 *file, const char *text);
void gpsbridge_sqlite_end(sqlite3_stmt *query);

/// Restarts the query with numbers for its question marks. Returns 1 for a row, 0 for none, -1 for an error.
int gpsbridge_sqlite_first(sqlite3_stmt *query, const int *numbers, int count);
/// Advances to the next row. Returns the same values.
int gpsbridge_sqlite_next(sqlite3_stmt *query);
/// Returns the bytes of a column of the row, valid until the next call; NULL if it has none.
const void *gpsbridge_sqlite_bytes(sqlite3_stmt *query, int column, size_t *count);

/// Runs statements, for tests that create a file. Returns whether all of them succeeded.
int gpsbridge_sqlite_make(const char *path, const char *statements);

#endif
