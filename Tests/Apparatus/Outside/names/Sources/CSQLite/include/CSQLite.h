#pragma once

// A number that no SQLite has as its version.
int csqlite_version(void);
