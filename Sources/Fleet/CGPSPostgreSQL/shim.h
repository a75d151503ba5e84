// libpq talks to PostgreSQL. It is linked: only the collector uses it, which is of no use without.
// Swift imports the unchanged system header; only `GPSFleetCollector/Database` uses it.
#include <libpq-fe.h>
