#include "CSQLite.h"

int csqlite_version(void) { return 17; }
