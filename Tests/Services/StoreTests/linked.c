// Makes a store's table with SQLite linked, as a static program has it: GPSBRIDGE_LINKED_SQLITE.
#include "CGPSSQLite.h"

#include <stdio.h>
#include <string.h>

static int check(int holds, const char *what) {
  if (!holds) fprintf(stderr, "linked: %s\n", what);
  return holds ? 0 : 1;
}

int main(int count, char **words) {
  if (count != 2) return 2;
  // The name of a library does not matter.
  if (check(gpsbridge_sqlite_open("libabsent.so.0") == NULL, "it should be there")) return 1;
  sqlite3 *file = NULL;
  int code = gpsbridge_sqlite_open_own(words[1], SQLITE_OPEN_READWRITE, &file);
  if (check(code == SQLITE_OK, gpsbridge_sqlite_words(code))) return 1;
  int wrong = check(gpsbridge_sqlite_run(file, "CREATE TABLE fix (seq INTEGER PRIMARY KEY, a, b)") == SQLITE_OK,
                    gpsbridge_sqlite_message(file));
  sqlite3_stmt *insert = gpsbridge_sqlite_prepare(file, "INSERT INTO fix VALUES (?, ?, ?)");
  int64_t numbers[3] = {7, 1, -2};
  wrong |= check(gpsbridge_sqlite_bind_numbers(insert, numbers, 3, 2) == SQLITE_OK, "three numbers");
  wrong |= check(gpsbridge_sqlite_next(insert) == 0, "a row");
  gpsbridge_sqlite_end(insert);
  sqlite3_stmt *query = gpsbridge_sqlite_prepare(file, "SELECT seq, a, b FROM fix");
  memset(numbers, 1, sizeof numbers);
  wrong |= check(gpsbridge_sqlite_next(query) == 1, "the row");
  wrong |= check(gpsbridge_sqlite_numbers(query, numbers, 3) == 2, "one of them NULL");
  wrong |= check(numbers[0] == 7 && numbers[1] == 0 && numbers[2] == -2, "its numbers");
  gpsbridge_sqlite_end(query);
  gpsbridge_sqlite_close(file);
  return wrong;
}
