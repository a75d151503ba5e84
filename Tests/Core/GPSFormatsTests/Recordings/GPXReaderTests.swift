import GNSS
import Testing

@testable import GPSFormats

@Suite struct `The reader of GPX` {
  private func read(_ text: String, pieces: Int = .max) -> (
    points: [GPXReader.Point], ends: Int, reader: GPXReader
  ) {
    var (reader, points, ends) = (GPXReader(), [GPXReader.Point](), 0)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      reader.read(Array(rest.prefix(pieces)).span) {
        switch $0 {
        case .point(let point): points.append(point)
        case .segmentEnd: ends += 1
        }
      }
      rest = rest.dropFirst(pieces)
    }
    return (points, ends, reader)
  }

  private let tour = """
    <?xml version="1.0"?><!-- a > b's --><gpx version='1.1' creator="x > y">
    <metadata><time>2020-01-01T00:00:00Z</time></metadata><wpt lat="1" lon="1"/>
    <trk><trkseg><trkpt lat="47.5" lon = '9.25'><ele> 404.5 </ele><time>2026-11-20T07:08:02.25Z</time>
    <sat>9</sat><hdop>0.8</hdop><fix>dgps</fix><extensions><a:TPX><a:speed>3.5</a:speed></a:TPX></extensions></trkpt>
    <trkpt lon="-9" lat="-47"><time>2026-11-20T09:08:03+02:00</time></trkpt></trkseg>
    <trkseg><trkpt lat="91" lon="0"/><trkpt lat="1" lon="2"/></trkseg></trk></gpx>
    """

  @Test(arguments: [1, 2, 3, 17, Int.max]) func `gives its points, however it is cut`(pieces: Int) throws {
    let (points, ends, reader) = read(tour, pieces: pieces)
    let fixes = points.filter { $0.kind == .track }.map(\.fix)
    #expect(points.map(\.kind) == [.waypoint, .track, .track, .track, .track] && ends == 2)
    #expect(reader.isGPX && reader.isWhole && points[3].line == 6 && points[3].badPlace == "lat=91 lon=0")
    #expect(fixes[0].coordinate == Coordinate(latitude: 47.5, longitude: 9.25) && fixes[0].altitude == 404.5)
    #expect(fixes[0].time == UTC(secondsSince1970: 1_795_158_482, nanosecond: 250_000_000))
    #expect(fixes[0].speed == 3.5 && fixes[0].satellitesUsed == 9 && fixes[0].quality == .differential)
    #expect(fixes[1].time == UTC(secondsSince1970: 1_795_158_483) && fixes[1].altitude == nil)
    #expect(fixes[1].coordinate == Coordinate(latitude: -47, longitude: -9) && fixes[3].time == nil)
    #expect(fixes.map(\.mode) == [.threeDimensional, .twoDimensional, .twoDimensional, .twoDimensional])
  }

  /// A point, and what may stand before it in a file.
  @Test(arguments: [
    "<name><![CDATA[Peter's walk]]></name>", "<name><![CDATA[27\" wheel ]] > ]> </trk>]]></name>",
    "<wpt lat='9' lon='9'><name><![CDATA[St. John's <trkpt lat='8' lon='8'/>]]></name></wpt>", "<![CDATA[]]>",
    "<!-- it's <trkpt lat='8' lon='8'/> -->", "<!---->", "<?it's <trkpt lat='8' lon='8'/> ?>",
    "<name>Peter's</name>",
    "<a b='x lat=1 \"' c=\"it's > lat='2'\"/>", "<desc>\(String(repeating: "long ", count: 100))</desc>",
  ]) func `passes over what is no point`(before: String) {
    for pieces in [1, 5, Int.max] {
      let (points, _, reader) = read(
        "<?xml?><gpx><trk>\(before)<trkpt name='my lat=3' lat='1' lon='2'/></trk></gpx>", pieces: pieces)
      let places = points.filter { $0.kind == .track }.map(\.fix.coordinate)
      #expect(places == [Coordinate(latitude: 1, longitude: 2)] && reader.isWhole)
    }
  }

  @Test func `passes over a declaration`() {
    let (points, _, _) = read(
      "<!DOCTYPE gpx SYSTEM 'a>b' [ <!-- it's > --> <!ENTITY a \"<trkpt>\"> ]>\n<gpx><trkpt lat='1' lon='2'/></gpx>"
    )
    #expect(points.map(\.line) == [2])
  }

  @Test func `knows prefixes, character data and points without a fix`() {
    let (points, ends, reader) = read(
      """
      <g:gpx><g:trkseg><g:trkpt lat="1" lon="2"><g:time><![CDATA[2026-11-20T07:08:02Z]]></g:time></g:trkpt>
      <g:trkpt lat="1" lon="2"><g:fix>none</g:fix></g:trkpt></g:trkseg></g:gpx>
      """)
    #expect(ends == 1 && reader.isWhole && points.map(\.isWithoutFix) == [false, true])
    #expect(points.first?.fix.time == UTC(secondsSince1970: 1_795_158_482))
  }

  @Test(arguments: [
    "2026-11-20", "2026-13-20T07:08:02Z", "2026-11-20T25:08:02Z", "2026-11-20T07:08:02+2", "T",
    "2026-11-20T07:08:02+99:99",
  ])
  func `marks a point whose time can't be read`(time: String) {
    let points = read(
      "<gpx><trkpt lat='1' lon='1'><time>\(time)</time></trkpt><trkpt lat='1' lon='1'/></gpx>"
    ).points
    #expect(points.map(\.hasBadTime) == [true, false])
  }

  @Test func `is not whole before its last tag`() {
    #expect(!read(String(tour.dropLast(1))).2.isWhole && !read("<gpx><trk>").2.isWhole)
  }

  @Test func `is not any other text`() {
    #expect(GPXReader.mayBegin(with: Array("\u{FEFF} <gpx>".utf8)) && !GPXReader.mayBegin(with: [0x24]))
    let (points, _, reader) = read("<kml><trkpt lat='1' lon='1'/></kml>")
    #expect(points.isEmpty && !reader.isGPX)
    // Neither ends, and neither takes memory.
    #expect(read("<gpx " + String(repeating: "x", count: 100_000)).points.isEmpty)
    #expect(read("<gpx><!--" + String(repeating: "-", count: 100_000)).points.isEmpty)
  }
}
