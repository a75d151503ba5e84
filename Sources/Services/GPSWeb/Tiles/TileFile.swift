internal import GPSBase
internal import GPSSQLiteFiles

/// Map tiles in an MBTiles 1.3 file, in formats that a browser can show directly.
///
/// ```
/// metadata  name     value          tiles  zoom_level  tile_column  tile_row          tile_data
///           format   png                   3           4            2                 …
///           minzoom  0                     rows are counted from the south: the page's are 2^z - 1 - y
/// ```
struct TileFile: Sendable {
  let type: String
  /// The zoom levels according to the metadata, if present.
  let least: Int?
  let greatest: Int?
  /// The attribution of the map, which may contain HTML entities and links; the page runs nothing in it.
  let attribution: String?
  private let tiles: SQLiteStatement

  /// The zoom levels of a web map.
  static let levels = 0...24
  private static let mostFacts = 256
  private static let longestAttribution = 1024
  private static let types = [
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp",
  ]

  /// Opens a file and reads its metadata.
  init(_ path: String) throws(SQLiteFault) {
    let file = try SQLiteConnection(foreign: path)
    guard let facts = file.query("SELECT name, value FROM metadata"),
      let tiles = file.query(
        "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?")
    else { throw SQLiteFault(.unexpected, "it is not MBTiles: it has no tables metadata and tiles") }
    var known: [String: String] = [:]
    try Self.rows(of: facts, most: Self.mostFacts) { known[$0.text(0) ?? ""] = $0.text(1) ?? "" }
    guard let type = Self.types[known["format"]?.lowercased() ?? ""] else {
      let found = known["format"].map { "the format \(VisibleText.replaced($0, limit: 32))" } ?? "no format"
      throw SQLiteFault(
        .unexpected, "its metadata names \(found); png, jpg or webp is expected, not vector tiles")
    }
    self.type = type
    (least, greatest) = (Self.level(known["minzoom"]), Self.level(known["maxzoom"]))
    attribution = known["attribution"].map { VisibleText.replaced($0, limit: Self.longestAttribution) }
      .flatMap { $0.isEmpty ? nil : $0 }
    self.tiles = tiles
  }

  /// A tile; nil if the file does not have it.
  func tile(_ place: TilePlace) throws(SQLiteFault) -> [UInt8]? {
    let fromSouth = (1 << place.level) - 1 - place.row
    var bytes: [UInt8] = []
    try Self.rows(of: tiles, [place.level, place.column, fromSouth], most: 1) { bytes = $0.bytes(0) }
    return bytes.isEmpty ? nil : bytes
  }

  /// Runs a query with numbers for its question marks.
  private static func rows(
    of query: SQLiteStatement, _ numbers: [Int] = [], most: Int, _ body: (SQLiteStatement) -> Void
  ) throws(SQLiteFault) {
    defer { query.reset() }
    do throws(SQLiteFault) {
      try query.bind(numbers.map { Int64($0) })
      for _ in 0..<most {
        guard try query.next() else { break }
        body(query)
      }
    } catch { throw SQLiteFault(error.cause, "its content can't be read") }
  }

  /// Adds the facts that a page needs.
  func describe(in json: inout JSONWriter) {
    json.member("minzoom", least)
    json.member("maxzoom", greatest)
    json.member("attribution", attribution)
  }

  private static func level(_ text: String?) -> Int? {
    text.flatMap { Int($0) }.flatMap { levels.contains($0) ? $0 : nil }
  }
}

/// The position of a tile as pages request it; rows are counted from the north.
struct TilePlace: Sendable, Hashable {
  var level: Int
  var column: Int
  var row: Int

  static let prefix = "/tiles/"

  /// Parses `/tiles/Z/X/Y`; nil for anything else, or for a tile outside the map.
  init?(path: String) {
    guard path.hasPrefix(Self.prefix) else { return nil }
    let parts = path.utf8.dropFirst(Self.prefix.utf8.count).split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { digits -> Int? in
      guard 1...8 ~= digits.count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
      return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    guard parts.count == 3, numbers.count == 3, TileFile.levels.contains(numbers[0]),
      numbers[1] < 1 << numbers[0], numbers[2] < 1 << numbers[0]
    else { return nil }
    (level, column, row) = (numbers[0], numbers[1], numbers[2])
  }
}
