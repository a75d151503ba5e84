import GPSBridge
import GPSSQLiteFiles
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSWeb

/// A file of MBTiles in a folder that is gone at the end of a test.
private struct Tiles {
  let shelf: RecordingShelf
  let path: String

  /// Makes a file with two tiles: row 2 of 8 from the north, and a corner.
  init(metadata: [(String, String)] = [("format", "png")], more: String = "", name: String = "map.mbtiles")
    throws
  {
    shelf = try RecordingShelf()
    path = shelf.path + "/" + name
    var text = "CREATE TABLE metadata (name text, value text);"
    for (name, value) in metadata { text += "INSERT INTO metadata VALUES ('\(name)', '\(value)');" }
    text += """
      CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
      INSERT INTO tiles VALUES (3, 4, 5, x'89504E47AA');
      INSERT INTO tiles VALUES (0, 0, 0, x'89504E4700');
      \(more)
      """
    try SQLiteConnection(path, .creating).run(text)
  }

  func tile(_ path: String) throws -> [UInt8]? {
    try withExtendedLifetime(shelf) { try TileFile(self.path).tile(try #require(TilePlace(path: path))) }
  }
}

@Suite struct `A file of tiles` {
  @Test func `has its rows counted from the south`() throws {
    let tiles = try Tiles()
    #expect(try tiles.tile("/tiles/3/4/2") == [0x89, 0x50, 0x4E, 0x47, 0xAA])
    #expect(try tiles.tile("/tiles/3/4/5") == nil)
    #expect(try tiles.tile("/tiles/0/0/0") == [0x89, 0x50, 0x4E, 0x47, 0])
  }

  @Test(arguments: [
    ("png", "image/png"), ("jpg", "image/jpeg"), ("JPEG", "image/jpeg"), ("webp", "image/webp"),
  ]) func `tells the type of its pictures`(format: String, type: String) throws {
    let tiles = try Tiles(metadata: [("format", format)])
    let file = try withExtendedLifetime(tiles.shelf) { try TileFile(tiles.path) }
    #expect(file.type == type)
  }

  @Test func `gives its levels, and its attribution as it is written`() throws {
    let tiles = try Tiles(metadata: [
      ("format", "png"), ("minzoom", "2"), ("maxzoom", "99"),
      ("attribution", "&copy; <a href=\"https://example.org\">Somebody</a>"),
    ])
    let file = try withExtendedLifetime(tiles.shelf) { try TileFile(tiles.path) }
    #expect(file.least == 2 && file.greatest == nil)
    #expect(file.attribution == "&copy; <a href=\"https://example.org\">Somebody</a>")
    let table = String(decoding: WebRoute.table(version: "1", tiles: file), as: UTF8.self)
    #expect(
      table.contains(
        #""tiles":{"minzoom":2,"attribution":"&copy; <a href=\"https://example.org\">Somebody</a>"}"#))
    #expect(table.contains(#""path":"/tiles/Z/X/Y""#))
    // A page would ask for tiles that nobody has.
    #expect(!String(decoding: WebRoute.table(version: "1", tiles: nil), as: UTF8.self).contains("/tiles/"))
  }

  @Test func `of vector tiles is refused, and so is one that says nothing`() throws {
    for (metadata, words) in [([("format", "pbf")], "the format pbf"), ([], "no format")] {
      let tiles = try Tiles(metadata: metadata)
      let fault = withExtendedLifetime(tiles.shelf) {
        #expect(throws: SQLiteFault.self) { try TileFile(tiles.path) }
      }
      #expect(fault?.words.contains(words) == true && fault?.words.contains("png, jpg or webp") == true)
    }
  }

  @Test func `that is none, or is not there, is refused`() throws {
    let shelf = try RecordingShelf()
    try shelf.add("walk.nmea", RecordingShelf.walk)
    withExtendedLifetime(shelf) {
      for path in [shelf.path + "/walk.nmea", shelf.path + "/absent.mbtiles", shelf.path] {
        #expect(throws: SQLiteFault.self) { try TileFile(path) }
      }
    }
  }

  @Test func `may have a name that would mean something in an address`() throws {
    let tiles = try Tiles(name: "a b?mode=rwc#%41.mbtiles")
    #expect(try tiles.tile("/tiles/0/0/0") != nil)
  }

  @Test func `gives no tile beyond a megabyte, and no view without end`() throws {
    let tiles = try Tiles(more: "INSERT INTO tiles VALUES (1, 0, 0, zeroblob(2000000));")
    #expect(throws: SQLiteFault.self) { try tiles.tile("/tiles/1/0/1") }
    #expect(try tiles.tile("/tiles/0/0/0") != nil)
    let endless = try Tiles(
      more: """
        DROP TABLE tiles; CREATE VIEW tiles AS WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more)
        SELECT n AS zoom_level, n AS tile_column, n AS tile_row, NULL AS tile_data FROM more;
        """)
    #expect(throws: SQLiteFault.self) { try endless.tile("/tiles/0/0/0") }
  }

  @Test(arguments: [
    "/tiles/3/4", "/tiles/3/4/2/", "/tiles/3/4/2.png", "/tiles/3/8/0", "/tiles/3/0/8", "/tiles/25/0/0",
    "/tiles/-1/0/0", "/tiles/3/4/", "/tiles/Z/X/Y", "/tiles/3/4/999999999", "/tile/3/4/2", "/tiles/3/+4/2",
  ]) func `has no place for other paths`(path: String) { #expect(TilePlace(path: path) == nil) }

  @Test func `is served, and what it lacks is no error`() throws {
    let tiles = try Tiles()
    let house = try withExtendedLifetime(tiles.shelf) { try House { $0.tiles = tiles.path } }
    let found = try house.answer("/tiles/3/4/2").head
    #expect(found.first?.hasSuffix(" 200 OK") == true && found.contains("Content-Type: image/png"))
    #expect(found.contains { $0.hasPrefix("Cache-Control: ") && $0.contains("max-age=") })
    for (path, status) in [("/tiles/3/0/0", 204), ("/tiles/3/9/0", 404), ("/tiles/Z/X/Y", 404)] {
      #expect(try house.answer(path).status == status, "\(path)")
    }
  }

  @Test func `that can't be shown is a fault when the page begins to listen`() throws {
    let tiles = try Tiles(metadata: [("format", "pbf")])
    let fault = withExtendedLifetime(tiles.shelf) {
      #expect(throws: ServiceFault.self) { try House { $0.tiles = tiles.path } }
    }
    #expect(fault?.code == .tiles && fault?.reason.contains("the format pbf") == true)
  }
}
