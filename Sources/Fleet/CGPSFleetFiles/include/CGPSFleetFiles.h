// The files of a fleet's page, and the tables of its database, as bytes of the program.
#ifndef GPSBRIDGE_CFLEET_FILES_H
#define GPSBRIDGE_CFLEET_FILES_H

#include <CGPSPageFiles.h>

/// All files of the folder Page, then one without a path.
extern const struct gpsbridge_embedded_file *const _Nonnull gpsbridge_fleet_page_files;

/// The script that creates the tables.
extern const struct gpsbridge_embedded_file *const _Nonnull gpsbridge_fleet_schema_file;

#endif
