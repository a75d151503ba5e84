internal import GPSBase

/// Pictures for the map in a file of MBTiles 1.3; only those that a browser shows as they are.
///
/// ```
/// metadata  name     value          tiles  zoom_level  tile_column  tile_row          tile_data
///           format   png                   3           4            2                 …
///           minzoom  0                     rows are counted from the south: the page's are 2^z - 1 - y
/// ```
struct TileFile: Sendable {
  /// The media type of all tiles.
  let type: String
  /// The levels that there are, as the file says; nil where it does not.
  let least: Int?
  let greatest: Int?
  /// The text beside the map, which may have entities and links of HTML: the page reads it, and runs nothing of it.
  let attribution: String?
  private let tiles: SQLiteQuery

  /// The levels that a map of the web has.
  static let levels = 0...24
  private static let mostFacts = 256
  private static let longestAttribution = 1024
  private static let types = [
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp",
  ]

  /// Opens a file, and looks at what it says of itself.
  init(_ path: String) throws(SQLiteFile.Fault) {
    let file = try SQLiteFile(path)
    guard let facts = file.query("SELECT name, value FROM metadata"),
      let tiles = file.query(
        "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?")
    else {
      throw SQLiteFile.Fault(words: "it is no MBTiles: it has no tables metadata and tiles")
    }
    var known: [String: String] = [:]
    for (name, value) in try facts.pairs(most: Self.mostFacts) { known[name] = value }
    guard let type = Self.types[known["format"]?.lowercased() ?? ""] else {
      let found = known["format"].map { "the format \(VisibleText.replaced($0, limit: 32))" } ?? "no format"
      throw SQLiteFile.Fault(
        words: "its metadata names \(found); png, jpg or webp is expected, and no vector tiles")
    }
    self.type = type
    (least, greatest) = (Self.level(known["minzoom"]), Self.level(known["maxzoom"]))
    attribution = known["attribution"].map { VisibleText.replaced($0, limit: Self.longestAttribution) }
      .flatMap { $0.isEmpty ? nil : $0 }
    self.tiles = tiles
  }

  /// A picture; nil where the file has none.
  func tile(_ place: TilePlace) throws(SQLiteFile.Fault) -> [UInt8]? {
    let fromSouth = (1 << place.level) - 1 - place.row
    let bytes = try tiles.bytes([CInt(place.level), CInt(place.column), CInt(fromSouth)])
    return bytes.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// What a page has to know.
  func describe(in json: inout JSONWriter) {
    json.member("minzoom", least)
    json.member("maxzoom", greatest)
    json.member("attribution", attribution)
  }

  private static func level(_ text: String?) -> Int? {
    text.flatMap { Int($0) }.flatMap { levels.contains($0) ? $0 : nil }
  }
}

/// The place of a tile as pages ask for it: rows are counted from the north.
struct TilePlace: Sendable, Hashable {
  var level: Int
  var column: Int
  var row: Int

  /// What all paths of tiles begin with.
  static let prefix = "/tiles/"

  /// Reads `/tiles/Z/X/Y`; nil for anything else, and for what lies beside the world.
  init?(path: String) {
    guard path.hasPrefix(Self.prefix) else { return nil }
    let parts = path.utf8.dropFirst(Self.prefix.utf8.count).split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { digits -> Int? in
      guard 1...8 ~= digits.count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
      return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    guard parts.count == 3, numbers.count == 3, TileFile.levels.contains(numbers[0]),
      numbers[1] < 1 << numbers[0],
      numbers[2] < 1 << numbers[0]
    else { return nil }
    (level, column, row) = (numbers[0], numbers[1], numbers[2])
  }
}
