import CGPSFleetFiles
import GPSPageFiles

/// The files of the page of a fleet: its own, and the shared ones of the receiver's page.
enum FleetPageFiles {
  static let all: [PageFile] =
    (own + PageFile.all.filter { shared.contains($0.path) }).sorted { $0.path < $1.path }

  static let own = unsafe PageFile.all(in: gpsbridge_fleet_page_files)

  /// The paths of the shared files: the map with its coasts and hands, colors, units and choices.
  static let shared: Set<String> = [
    "/borders.bin", "/canvas.js", "/choices.js", "/coast.bin", "/dark.css", "/geography.js", "/gestures.js",
    "/icon.svg", "/idle.js", "/map.js", "/style.css", "/theme.js", "/track.js", "/units.js",
  ]
}
