import GPSPageFiles
import GPSSystemCalls
import GPSWebHost
import TestSupport
import Testing

@testable import GPSFleetCollector

@Suite struct `A question of the page` {
  private func question(_ path: String, _ query: String = "") throws(PageQuestion.Fault) -> PageQuestion {
    let fields = query.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return WebField(parts[0], parts.count > 1 ? parts[1] : "")
    }
    return try PageQuestion(path, fields)
  }

  @Test func `has its parameters`() throws {
    #expect(try question("/fleet.json") == .devices(after: 0))
    #expect(try question("/fleet.json", "after=2500") == .devices(after: 2500))
    #expect(try question("/fleet.json", "since=1795132800000001") == .changes(since: 1_795_132_800_000_001))
    #expect(
      try question("/track.json", "device=7&since=5&until=10&step=40")
        == .track(device: 7, times: 5..<10, step: 40))
    #expect(
      try question("/near.json", "lat=-90&lon=180&meters=100.5&since=5&until=10")
        == .near(latitude: -90, longitude: 180, meters: 100.5, times: 5..<10))
  }

  @Test(arguments: [
    ("/fleet.json", "after=-1", "after=-1"), ("/fleet.json", "after=x", "after=x"),
    ("/fleet.json", "after=99999999999", "after=99999999999"),
    ("/fleet.json", "after=1&after=2", "after twice"),
    ("/fleet.json", "since=1&after=2", "the parameter after"),
    ("/fleet.json", "since=9223372036854775808", "since=9223372036854775808"),
    ("/fleet.json", "since=253402300800000000", "since=253402300800000000"),
    ("/track.json", "device=1&since=0&until=253402300800000", "until=253402300800000"),
    ("/fleet.json", "most=5", "the parameter most"), ("/fleet.json", "%3Cb%3E=5", "the parameter %3Cb%3E"),
    ("/track.json", "", "no parameter device"), ("/track.json", "device=0&since=5&until=10", "device=0"),
    ("/track.json", "device=1&since=10&until=10", "since=10 and until=10"),
    ("/track.json", "device=1&since=0&until=691200001", "since=0 and until=691200001"),
    ("/track.json", "device=1'; DROP TABLE fix;--&since=0&until=1", "device=1'; DROP TABLE fix;--"),
    ("/near.json", "lat=90.1&lon=0&meters=5&since=0&until=1", "lat=90.1"),
    ("/near.json", "lat=nan&lon=0&meters=5&since=0&until=1", "lat=nan"),
    ("/near.json", "lat=0x1&lon=0&meters=5&since=0&until=1", "lat=0x1"),
    ("/near.json", "lat=0&lon=0&meters=100001&since=0&until=1", "meters=100001"),
    ("/near.json", "lat=0&lon=0&meters=5&since=0&until=1&south=0", "the parameter south"),
  ])
  func `is refused with what was found and expected`(path: String, query: String, found: String) {
    let fault = #expect(throws: PageQuestion.Fault.self) { try question(path, query) }
    #expect(fault?.found == found)
    #expect(fault?.expected.isEmpty == false && fault?.remedy.isEmpty == false)
  }

  @Test func `names a remedy for each failure of the database`() {
    for (state, remedy) in [
      ("", "by itself"), ("57014", "shorter time"), ("42501", "GRANT gpsbridge_page"), ("42P01", "--create"),
      ("XX000", "by itself"),
    ] { #expect(PageDatabase.fault(SQLFailure(state: state, description: "x")).remedy.contains(remedy)) }
  }
}

@Suite struct `The files of the page of a fleet` {
  private static let folder = ProjectFolder.path + "/Sources/Fleet/CGPSFleetFiles/Page"

  @Test func `are all of those in its folder, and those that they name of the receiver's page`() throws {
    let own = FleetPageFiles.own.map { $0.path == "/" ? "index.html" : String($0.path.dropFirst()) }
    #expect(own.sorted() == Kernel.names(in: Self.folder).sorted())
    let paths = Set(FleetPageFiles.all.map(\.path))
    #expect(paths == FleetPageFiles.shared.union(FleetPageFiles.own.map(\.path)))
    var named: Set<String> = []
    for file in FleetPageFiles.all where !file.type.hasPrefix("image") && !file.type.hasPrefix("application")
    {
      let text = String(decoding: file.bytes, as: UTF8.self)
      for match in text.matches(of: /["'](?:\.?(\/[a-z]+\.(?:js|css|bin|svg)))["']/) {
        named.insert(String(match.1))
      }
    }
    #expect(named.isSubset(of: paths), "\(named.subtracting(paths))")
    // What no file names would be sent to nobody.
    #expect(paths.subtracting(named) == ["/"])
  }

  @Test func `have 35 kB of their own at most, and 90 kB in all`() {
    let own = FleetPageFiles.own.reduce(0) { $0 + $1.bytes.count }
    #expect(1...35_000 ~= own, "\(own) bytes")
    let all = FleetPageFiles.all.reduce(0) { $0 + $1.bytes.count }
    #expect(1...90_000 ~= all, "\(all) bytes")
  }

  /// The indentation of a text over several lines would go as well.
  @Test func `have no text over several lines`() throws {
    for file in FleetPageFiles.own where file.path.hasSuffix(".js") {
      let bytes = try #require(Kernel.contents(of: Self.folder + file.path, limit: 1 << 20))
      for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
        #expect(line.count { $0 == UInt8(ascii: "`") }.isMultiple(of: 2), "\(file.path):\(number + 1)")
      }
    }
  }
}
