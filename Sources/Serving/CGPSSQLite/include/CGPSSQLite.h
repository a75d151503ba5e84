// SQLite, opened when a page is first asked for with tiles: nobody else needs it. Its own functions are declared here and must not
// be called: nothing links them. Call those below.
#ifndef GPSBRIDGE_CSQLITE_H
#define GPSBRIDGE_CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>

/// Opens the library. Returns NULL, or why it can't be had; later calls cost nothing.
const char *gpsbridge_sqlite_open(void);

/// Opens a file by its URI to read it. Returns NULL, or the reason as words of the library; `*file` is to be closed in both cases.
const char *gpsbridge_sqlite_file(const char *uri, sqlite3 **file);
void gpsbridge_sqlite_close(sqlite3 *file);

/// Prepares a query. Returns it, or NULL.
sqlite3_stmt *gpsbridge_sqlite_query(sqlite3 *file, const char *text);
void gpsbridge_sqlite_end(sqlite3_stmt *query);

/// Begins the query anew with numbers for its question marks. Returns 1 for a row, 0 for none, -1 where it can't be read.
int gpsbridge_sqlite_first(sqlite3_stmt *query, const int *numbers, int count);
/// Goes on to the next row; returns the same.
int gpsbridge_sqlite_next(sqlite3_stmt *query);
/// The bytes of a column of the row, valid until the next call; NULL for none.
const void *gpsbridge_sqlite_bytes(sqlite3_stmt *query, int column, size_t *count);

/// Runs statements, for tests that make a file. Returns whether all could be run.
int gpsbridge_sqlite_make(const char *path, const char *statements);

#endif
