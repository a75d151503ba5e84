import SimulatedGPS
import TestSupport
import Testing

@Suite struct `A GPX file` {
  private func route(_ text: String) throws -> Scenario.Route {
    let bytes = Array(text.utf8)
    return try Scenario.Route(gpx: bytes.span)
  }

  private func refusal(_ text: String) -> String {
    #expect(throws: RouteError.self) { try route(text) }?.description ?? ""
  }

  @Test func `gives the points of its track, with heights and times`() throws {
    let route = try route(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="somebody" xmlns="http://www.topografix.com/GPX/1/1">
        <metadata><time>2020-01-01T00:00:00Z</time></metadata>
        <wpt lat="1" lon="2"><name>not on the way</name></wpt>
        <trk><name>a walk</name><trkseg>
          <trkpt lat="48.1173" lon="11.516667"><ele>545.4</ele><time>2026-11-20T07:08:22Z</time></trkpt>
          <trkpt lon='11.6' lat='48.2'><time>2026-11-20T08:08:23.5+01:00</time></trkpt>
        </trkseg></trk>
      </gpx>
      """)
    #expect(route.points.count == 2 && route.points[0].altitude == 545.4)
    #expect(route.points[0].time == 1_795_158_502)
    #expect(route.points[1] == Scenario.Route.Point(latitude: 48.2, longitude: 11.6, time: 1_795_158_503.5))
  }

  @Test func `gives its route where it has no track, and its waypoints where it has neither`() throws {
    let both = "<gpx><wpt lat='1' lon='1'/><rte><rtept lat='2' lon='2'/></rte></gpx>"
    #expect(try route(both).points.map(\.latitude) == [2])
    #expect(try route("<gpx><wpt lat='1' lon='1'/></gpx>").points.map(\.latitude) == [1])
  }

  @Test(
    arguments: [
      ("", "no <gpx>"), ("$GPGGA,123519,4807.038,N", "no <gpx>"), ("<kml><Point/></kml>", "no <gpx>"),
      ("<gpx></gpx>", "no <trkpt>"), ("<gpx><trk><trkpt lat=\"1\"", "ends within a tag"),
    ])
  func `that is none says so`(text: String, words: String) {
    #expect(refusal(text).contains(words), "\(refusal(text))")
  }

  @Test func `with a point that no place has says where and what`() {
    for bad in ["lat='91' lon='0'", "lat='0' lon='181'", "lat='x' lon='0'", "lon='0'", "lat='nan' lon='0'"] {
      #expect(refusal("<gpx>\n<trkpt \(bad)/></gpx>").contains("-90 to 90"), "\(bad)")
    }
    let refusal = refusal("<gpx>\n\n<trkpt lat='91' lon='0'/></gpx>")
    #expect(refusal.hasPrefix("line 3: ") && refusal.contains("lat=91"))
  }

  @Test func `with heights and times that mean nothing gives the points without them`() throws {
    let route = try route("<gpx><trkpt lat='1' lon='1'><ele>high</ele><time>yesterday</time></trkpt></gpx>")
    #expect(route.points == [Scenario.Route.Point(latitude: 1, longitude: 1)])
  }

  @Test func `cut, mixed up or made of chance never breaks its reader`() {
    let whole = Array(
      "<gpx a='b'><!-- c --><trk><trkpt lat='1' lon=\"2\"><ele>3</ele></trkpt></trk><![CDATA[x]]></gpx>".utf8)
    var random = SeededGenerator(seed: 1)
    for _ in 0..<3000 {
      var bytes = Array(whole.prefix(Int.random(in: 0...whole.count, using: &random)))
      for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try? Scenario.Route(gpx: bytes.span)
    }
  }
}
