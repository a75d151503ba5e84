#include "CGPSArguments.h"

static int argument_count;
static char **arguments;

__attribute__((constructor)) static void keep(int count, char **words) {
  argument_count = count;
  arguments = words;
}

int gpsbridge_argument_count(void) { return argument_count; }

const char *gpsbridge_argument(int index) { return arguments[index]; }
