#include "CGPSFleetFiles.h"

static const struct gpsbridge_embedded_file fleet_page_files[] = {
#define FILE "Page/card.js"
#include "EmbeddedFile.h"
#define FILE "Page/devices.js"
#include "EmbeddedFile.h"
#define FILE "Page/dots.js"
#include "EmbeddedFile.h"
#define FILE "Page/fleet.css"
#include "EmbeddedFile.h"
#define FILE "Page/fleet.js"
#include "EmbeddedFile.h"
#define FILE "Page/index.html"
#include "EmbeddedFile.h"
#define FILE "Page/lists.js"
#include "EmbeddedFile.h"
#define FILE "Page/near.js"
#include "EmbeddedFile.h"
  {0}
};

static const struct gpsbridge_embedded_file fleet_schema_file[] = {
#define FILE "Schema/fleet.sql"
#include "EmbeddedFile.h"
};

const struct gpsbridge_embedded_file *const gpsbridge_fleet_page_files = fleet_page_files;
const struct gpsbridge_embedded_file *const gpsbridge_fleet_schema_file = fleet_schema_file;
