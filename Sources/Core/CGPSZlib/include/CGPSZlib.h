// zlib, loaded when a page is first compressed or a recording has been, because most commands need neither. A static program
// can't load it.
#ifndef GPSBRIDGE_CZLIB_H
#define GPSBRIDGE_CZLIB_H

#include <stdbool.h>
#include <stddef.h>

/// Loads the library. Returns whether it is there. Threads may call it at the same time.
///
/// - Parameter name: The file name of the library; after a success, another name is only looked for.
bool gpsbridge_zlib_open(const char *name);

/// Compresses bytes with gzip; the same bytes give the same result. Returns the size of the result, or 0 if it does not fit
/// or memory runs out.
///
/// - Parameters:
///   - room: Where the result is stored. After a failure, its content is undefined.
///   - size: The size of the room.
size_t gpsbridge_zlib_compress(const void *bytes, size_t count, void *room, size_t size);

/// A reader of gzip's form.
typedef struct gpsbridge_zlib_reader gpsbridge_zlib_reader;

/// Begins to read; NULL if memory runs out.
gpsbridge_zlib_reader *gpsbridge_zlib_begin(void);

/// Reads as many bytes as the room holds the content of. Returns false if they are damaged.
///
/// - Parameters:
///   - count: The number of bytes; afterward the number that were read.
///   - made: The number of bytes in the room afterward.
bool gpsbridge_zlib_read(
    gpsbridge_zlib_reader *reader, const void *bytes, size_t *count, void *room, size_t size, size_t *made);

/// Whether all that was read is whole.
bool gpsbridge_zlib_hasEnded(const gpsbridge_zlib_reader *reader);

/// Frees a reader.
void gpsbridge_zlib_end(gpsbridge_zlib_reader *reader);

#endif
