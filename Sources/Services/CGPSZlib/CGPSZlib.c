#include "CGPSZlib.h"

#include <dlfcn.h>
#include <limits.h>
#include <zlib.h>

// The library functions that we call. Their types come from the header, so a changed type does not compile.
#define FUNCTIONS(use) use(deflateInit2_) use(deflate) use(deflateEnd)

#define POINTER(name) static __typeof__(&name) name##_;
FUNCTIONS(POINTER)

static void *library;

bool gpsbridge_zlib_open(const char *name) {
  void *opened = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!opened) return false;
  if (library) {
    dlclose(opened);
    return true;
  }
#define FIND(function)                                                                                                 \
  function##_ = (__typeof__(&function))dlsym(opened, #function);                                                       \
  if (!function##_) {                                                                                                  \
    dlclose(opened);                                                                                                   \
    return false;                                                                                                      \
  }
  FUNCTIONS(FIND)
  library = opened;
  return true;
}

size_t gpsbridge_zlib_compress(const void *bytes, size_t count, void *room, size_t size) {
  // The library counts in 32 bits.
  if (count > UINT_MAX || size > UINT_MAX) return 0;
  z_stream stream = {.next_in = (Bytef *)bytes, .avail_in = (uInt)count, .next_out = room, .avail_out = (uInt)size};
  // A window of 2^15 bytes, and 16 for gzip's form, whose head then has no time. 8 is the usual size of its tables.
  int result = deflateInit2__(
      &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, sizeof stream);
  if (result != Z_OK) return 0;
  result = deflate_(&stream, Z_FINISH);
  deflateEnd_(&stream);
  return result == Z_STREAM_END ? stream.total_out : 0;
}
