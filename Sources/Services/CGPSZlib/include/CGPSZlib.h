// zlib, loaded when a file of a page is first compressed, because most commands compress none. A static program
// can't load it, and has no page either.
#ifndef GPSBRIDGE_CZLIB_H
#define GPSBRIDGE_CZLIB_H

#include <stdbool.h>
#include <stddef.h>

/// Loads the library. Returns whether it is there.
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

#endif
