// The files of the web page as bytes of the program. A Swift literal of them takes minutes to compile.
#ifndef GPSBRIDGE_CPAGE_FILES_H
#define GPSBRIDGE_CPAGE_FILES_H

#include <stddef.h>

/// A file: its path in this target, and its contents.
struct gpsbridge_embedded_file {
  const char *_Nullable path;
  const unsigned char *_Nullable bytes;
  size_t count;
};

/// All files of the folder Page, then one without a path.
extern const struct gpsbridge_embedded_file *const _Nonnull gpsbridge_page_files;

/// One file: the JSON Schema of records, which the documentation has too.
extern const struct gpsbridge_embedded_file *const _Nonnull gpsbridge_records_schema;

#endif
