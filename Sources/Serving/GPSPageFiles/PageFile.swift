/// A file of the web page, embedded in the program.
package struct PageFile: Sendable {
  /// The files that browsers load on demand rather than with the page.
  package static let later: Set<String> = [
    "/alarms.js", "/attribution.js", "/beside.js", "/borders.bin", "/coast.bin", "/codes.js",
    "/coordinates.js", "/course.js", "/days.js", "/evaluation.css", "/exports.js", "/files.css",
    "/files.js", "/filetrack.js", "/geodesic.js", "/grids.js", "/heat.js", "/help.js",
    "/icon180.png", "/idle.js", "/manifest.json", "/mapping.js", "/marks.css", "/marks.js",
    "/more.js", "/offline.js", "/pairing.js", "/parts.js", "/print.css", "/qr.js", "/reading.js",
    "/report.css", "/report.js", "/rings.js", "/scatter.js", "/skymore.js", "/span.js",
    "/strips.js", "/tables.js", "/tiles.js", "/waypoints.js", "/whole.js", "/worker.js",
  ]

  /// The URL path of the file.
  package let path: String
  /// The media type sent to browsers.
  package let type: String
  /// The contents as sent to browsers.
  package let bytes: [UInt8]

  /// All files of the page.
  package static let all = [
    PageFile("/", .html, PackageResources.index_html),
    PageFile("/alarms.js", .script, PackageResources.alarms_js),
    PageFile("/attribution.js", .script, PackageResources.attribution_js),
    PageFile("/bad.svg", .picture, PackageResources.bad_svg),
    PageFile("/beside.js", .script, PackageResources.beside_js),
    PageFile("/borders.bin", .data, PackageResources.borders_bin),
    PageFile("/canvas.js", .script, PackageResources.canvas_js),
    PageFile("/charts.js", .script, PackageResources.charts_js),
    PageFile("/choices.js", .script, PackageResources.choices_js),
    PageFile("/coast.bin", .data, PackageResources.coast_bin),
    PageFile("/codes.js", .script, PackageResources.codes_js),
    PageFile("/coordinates.js", .script, PackageResources.coordinates_js),
    PageFile("/course.js", .script, PackageResources.course_js),
    PageFile("/dark.css", .style, PackageResources.dark_css),
    PageFile("/days.js", .script, PackageResources.days_js),
    PageFile("/early.js", .script, PackageResources.early_js),
    PageFile("/evaluation.css", .style, PackageResources.evaluation_css),
    PageFile("/exports.js", .script, PackageResources.exports_js),
    PageFile("/extents.js", .script, PackageResources.extents_js),
    PageFile("/files.css", .style, PackageResources.files_css),
    PageFile("/files.js", .script, PackageResources.files_js),
    PageFile("/filetrack.js", .script, PackageResources.filetrack_js),
    PageFile("/formats.js", .script, PackageResources.formats_js),
    PageFile("/geodesic.js", .script, PackageResources.geodesic_js),
    PageFile("/geography.js", .script, PackageResources.geography_js),
    PageFile("/gestures.js", .script, PackageResources.gestures_js),
    PageFile("/good.svg", .picture, PackageResources.good_svg),
    PageFile("/grids.js", .script, PackageResources.grids_js),
    PageFile("/heat.js", .script, PackageResources.heat_js),
    PageFile("/help.js", .script, PackageResources.help_js),
    PageFile("/icon.svg", .picture, PackageResources.icon_svg),
    PageFile("/icon180.png", .icon, PackageResources.icon180_png),
    PageFile("/idle.js", .script, PackageResources.idle_js),
    PageFile("/keys.js", .script, PackageResources.keys_js),
    PageFile("/layout.css", .style, PackageResources.layout_css),
    PageFile("/levels.js", .script, PackageResources.levels_js),
    PageFile("/loading.js", .script, PackageResources.loading_js),
    PageFile("/main.js", .script, PackageResources.main_js),
    PageFile("/manifest.json", .manifest, PackageResources.manifest_json),
    PageFile("/map.js", .script, PackageResources.map_js),
    PageFile("/mapping.js", .script, PackageResources.mapping_js),
    PageFile("/marks.css", .style, PackageResources.marks_css),
    PageFile("/marks.js", .script, PackageResources.marks_js),
    PageFile("/model.js", .script, PackageResources.model_js),
    PageFile("/more.js", .script, PackageResources.more_js),
    PageFile("/offline.js", .script, PackageResources.offline_js),
    PageFile("/pairing.js", .script, PackageResources.pairing_js),
    PageFile("/panels.js", .script, PackageResources.panels_js),
    PageFile("/parts.js", .script, PackageResources.parts_js),
    PageFile("/player.js", .script, PackageResources.player_js),
    PageFile("/print.css", .style, PackageResources.print_css),
    PageFile("/qr.js", .script, PackageResources.qr_js),
    PageFile("/reading.js", .script, PackageResources.reading_js),
    PageFile("/recordings.js", .script, PackageResources.recordings_js),
    PageFile("/report.css", .style, PackageResources.report_css),
    PageFile("/report.js", .script, PackageResources.report_js),
    PageFile("/rings.js", .script, PackageResources.rings_js),
    PageFile("/scatter.js", .script, PackageResources.scatter_js),
    PageFile("/sharing.js", .script, PackageResources.sharing_js),
    PageFile("/signals.js", .script, PackageResources.signals_js),
    PageFile("/sky.js", .script, PackageResources.sky_js),
    PageFile("/skymore.js", .script, PackageResources.skymore_js),
    PageFile("/span.js", .script, PackageResources.span_js),
    PageFile("/state.js", .script, PackageResources.state_js),
    PageFile("/store.js", .script, PackageResources.store_js),
    PageFile("/stream.js", .script, PackageResources.stream_js),
    PageFile("/strips.js", .script, PackageResources.strips_js),
    PageFile("/style.css", .style, PackageResources.style_css),
    PageFile("/tables.js", .script, PackageResources.tables_js),
    PageFile("/theme.js", .script, PackageResources.theme_js),
    PageFile("/tiles.js", .script, PackageResources.tiles_js),
    PageFile("/track.js", .script, PackageResources.track_js),
    PageFile("/units.js", .script, PackageResources.units_js),
    PageFile("/view.js", .script, PackageResources.view_js),
    PageFile("/warning.svg", .picture, PackageResources.warning_svg),
    PageFile("/waypoints.js", .script, PackageResources.waypoints_js),
    PageFile("/whole.js", .script, PackageResources.whole_js),
    PageFile("/words.js", .script, PackageResources.words_js),
    PageFile("/worker.js", .script, PackageResources.worker_js),
  ]

  /// The JSON Schema of records, as in the documentation.
  package static let schema = PackageResources.records_schema_json

  /// A file as it was written; browsers get a script, a style or a page without its comments.
  package init(_ path: String, _ kind: Kind, _ bytes: [UInt8]) {
    self.path = path
    type = kind.rawValue
    self.bytes =
      switch kind {
      case .html: Self.withoutComments(bytes)
      case .script: Self.withoutComments(bytes) { CompactScript.compact($0) }
      case .style: Self.withoutComments(bytes) { CompactScript.compactStyle($0) }
      case .picture, .icon, .manifest, .data: bytes
      }
  }

  /// The media types by their short names.
  package enum Kind: String {
    case html = "text/html; charset=utf-8"
    case script = "text/javascript; charset=utf-8"
    case style = "text/css; charset=utf-8"
    case picture = "image/svg+xml"
    case icon = "image/png"
    case manifest = "application/manifest+json"
    case data = "application/octet-stream"
  }

  /// Removes comments and indentation from a page, a script or a style sheet.
  ///
  /// It works line by line: no comment of several lines may follow code on its first line, and no string may
  /// span lines.
  ///
  /// - Parameters:
  ///   - bytes: The source file.
  ///   - compact: Shortens a line, and ends it where a line end is needed.
  /// - Returns: The lines that browsers need.
  static func withoutComments(
    _ bytes: [UInt8], _ compact: (ArraySlice<UInt8>) -> [UInt8] = { $0 + [UInt8(ascii: "\n")] }
  ) -> [UInt8] {
    var kept: [UInt8] = []
    var isInComment = false
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let text = line.drop { $0 == UInt8(ascii: " ") }
      if !isInComment, text.starts(with: "/*".utf8) { isInComment = true }
      if isInComment {
        isInComment = !text.reversed().starts(with: "/*".utf8)
      } else if !text.isEmpty, !text.starts(with: "//".utf8) {
        kept += compact(text)
      }
    }
    return kept
  }
}
