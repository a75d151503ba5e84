#include "CGPSZlib.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <zlib.h>

// The library functions that we call. Their types come from the header, so a changed type does not compile.
#define FUNCTIONS(use)                                                                                                 \
  use(deflateInit2_) use(deflate) use(deflateEnd) use(inflateInit2_) use(inflate) use(inflateReset) use(inflateEnd)

#define POINTER(name) static __typeof__(&name) name##_;
FUNCTIONS(POINTER)

static void *library;
// Several threads may load it at the same time.
static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

static bool load(const char *name) {
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

bool gpsbridge_zlib_open(const char *name) {
  pthread_mutex_lock(&loading);
  bool isOpen = load(name);
  pthread_mutex_unlock(&loading);
  return isOpen;
}

// A window of 2^15 bytes, and 16 for gzip's form, whose head then has no time.
enum { gzipWindow = 15 + 16 };

size_t gpsbridge_zlib_compress(const void *bytes, size_t count, void *room, size_t size) {
  // The library counts in 32 bits.
  if (count > UINT_MAX || size > UINT_MAX) return 0;
  z_stream stream = {.next_in = (Bytef *)bytes, .avail_in = (uInt)count, .next_out = room, .avail_out = (uInt)size};
  // 8 is the usual size of its tables.
  int result = deflateInit2__(
      &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzipWindow, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, sizeof stream);
  if (result != Z_OK) return 0;
  result = deflate_(&stream, Z_FINISH);
  deflateEnd_(&stream);
  return result == Z_STREAM_END ? stream.total_out : 0;
}

struct gpsbridge_zlib_reader {
  z_stream stream;
  bool hasEnded;
};

gpsbridge_zlib_reader *gpsbridge_zlib_begin(void) {
  gpsbridge_zlib_reader *reader = calloc(1, sizeof *reader);
  if (reader && inflateInit2__(&reader->stream, gzipWindow, ZLIB_VERSION, sizeof reader->stream) != Z_OK) {
    free(reader);
    return NULL;
  }
  return reader;
}

bool gpsbridge_zlib_read(
    gpsbridge_zlib_reader *reader, const void *bytes, size_t *count, void *room, size_t size, size_t *made) {
  z_stream *stream = &reader->stream;
  uInt given = (uInt)(*count > UINT_MAX ? UINT_MAX : *count), free = (uInt)(size > UINT_MAX ? UINT_MAX : size);
  *stream = (z_stream){.next_in = (Bytef *)bytes, .avail_in = given, .next_out = room, .avail_out = free,
                       .state = stream->state, .zalloc = stream->zalloc, .zfree = stream->zfree, .opaque = stream->opaque};
  int result = Z_OK;
  // A file may have several parts, one after the other.
  if (reader->hasEnded && given > 0) {
    result = inflateReset_(stream);
    reader->hasEnded = false;
  }
  if (result == Z_OK && !reader->hasEnded) result = inflate_(stream, Z_NO_FLUSH);
  if (result == Z_STREAM_END) reader->hasEnded = true;
  *count = given - stream->avail_in;
  *made = free - stream->avail_out;
  return result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR;
}

bool gpsbridge_zlib_hasEnded(const gpsbridge_zlib_reader *reader) { return reader->hasEnded; }

void gpsbridge_zlib_end(gpsbridge_zlib_reader *reader) {
  inflateEnd_(&reader->stream);
  free(reader);
}
