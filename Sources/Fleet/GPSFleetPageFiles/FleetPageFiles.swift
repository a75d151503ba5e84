package import GPSPageFiles

/// The files of the page of a fleet: its own, and the shared ones of the receiver's page.
package enum FleetPageFiles {
  /// All files by their paths, in the order of these.
  package static let all: [PageFile] =
    (own + PageFile.all.filter { shared.contains($0.path) }).sorted { $0.path < $1.path }

  /// The files that only this page has.
  package static let own = [
    PageFile("/", .html, PackageResources.index_html),
    PageFile("/card.js", .script, PackageResources.card_js),
    PageFile("/devices.js", .script, PackageResources.devices_js),
    PageFile("/dots.js", .script, PackageResources.dots_js),
    PageFile("/fleet.css", .style, PackageResources.fleet_css),
    PageFile("/fleet.js", .script, PackageResources.fleet_js),
    PageFile("/lists.js", .script, PackageResources.lists_js),
    PageFile("/near.js", .script, PackageResources.near_js),
  ]

  /// The paths of the shared files: the map with its coasts and hands, colors, units and choices.
  package static let shared: Set<String> = [
    "/borders.bin", "/canvas.js", "/choices.js", "/coast.bin", "/dark.css", "/geography.js", "/gestures.js",
    "/icon.svg", "/idle.js", "/map.js", "/style.css", "/theme.js", "/track.js", "/units.js",
  ]
}
