import Foundation
import GNSS
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSFormats

/// `xmllint`, which holds XML against schemas.
struct XMLLint {
  private let folder: TestFolder

  /// Keeps schemas, by the names of their files.
  init(_ schemas: [String: String]) throws {
    folder = try TestFolder()
    for (name, text) in schemas { try folder.write(name, Array(text.utf8)) }
  }

  /// Where it is; nil if it is not installed.
  static let path = OtherProgram.path(of: "xmllint")

  /// Returns what it finds wrong with a text: as XML, and by a schema among these, or at another path.
  func complaints(about text: String, schema: String? = nil) throws -> String {
    let place = schema.map { ["--schema", $0.hasPrefix("/") ? $0 : folder.file($0)] } ?? []
    let path = Self.path ?? "/usr/bin/xmllint"
    let run = try OtherProgram(path, ["--noout", "--nonet"] + place + ["-"], input: Array(text.utf8))
    return run.status == 0 ? "" : run.errors
  }
}

/// GPX 1.1 as topografix.com describes it, written down again for what a track may have.
private let schema = #"""
  <?xml version="1.0" encoding="UTF-8"?>
  <xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns="http://www.topografix.com/GPX/1/1"
      targetNamespace="http://www.topografix.com/GPX/1/1" elementFormDefault="qualified">
    <xsd:element name="gpx">
      <xsd:complexType>
        <xsd:sequence>
          <xsd:element name="wpt" type="point" minOccurs="0" maxOccurs="unbounded"/>
          <xsd:element name="trk" type="track" minOccurs="0" maxOccurs="unbounded"/>
          <xsd:element name="extensions" type="extensions" minOccurs="0"/>
        </xsd:sequence>
        <xsd:attribute name="version" type="xsd:string" use="required" fixed="1.1"/>
        <xsd:attribute name="creator" type="xsd:string" use="required"/>
      </xsd:complexType>
    </xsd:element>
    <xsd:complexType name="track">
      <xsd:sequence>
        <xsd:element name="name" type="xsd:string" minOccurs="0"/>
        <xsd:element name="extensions" type="extensions" minOccurs="0"/>
        <xsd:element name="trkseg" minOccurs="0" maxOccurs="unbounded">
          <xsd:complexType>
            <xsd:sequence>
              <xsd:element name="trkpt" type="point" minOccurs="0" maxOccurs="unbounded"/>
            </xsd:sequence>
          </xsd:complexType>
        </xsd:element>
      </xsd:sequence>
    </xsd:complexType>
    <xsd:complexType name="point">
      <xsd:sequence>
        <xsd:element name="ele" type="xsd:decimal" minOccurs="0"/>
        <xsd:element name="time" type="xsd:dateTime" minOccurs="0"/>
        <xsd:element name="magvar" type="direction" minOccurs="0"/>
        <xsd:element name="geoidheight" type="xsd:decimal" minOccurs="0"/>
        <xsd:element name="name" type="xsd:string" minOccurs="0"/>
        <xsd:element name="desc" type="xsd:string" minOccurs="0"/>
        <xsd:element name="fix" type="fix" minOccurs="0"/>
        <xsd:element name="sat" type="xsd:nonNegativeInteger" minOccurs="0"/>
        <xsd:element name="hdop" type="xsd:decimal" minOccurs="0"/>
        <xsd:element name="vdop" type="xsd:decimal" minOccurs="0"/>
        <xsd:element name="pdop" type="xsd:decimal" minOccurs="0"/>
        <xsd:element name="ageofdgpsdata" type="xsd:decimal" minOccurs="0"/>
        <xsd:element name="dgpsid" type="station" minOccurs="0"/>
        <xsd:element name="extensions" type="extensions" minOccurs="0"/>
      </xsd:sequence>
      <xsd:attribute name="lat" type="latitude" use="required"/>
      <xsd:attribute name="lon" type="longitude" use="required"/>
    </xsd:complexType>
    <xsd:complexType name="extensions">
      <xsd:sequence>
        <xsd:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>
      </xsd:sequence>
    </xsd:complexType>
    <xsd:simpleType name="latitude">
      <xsd:restriction base="xsd:decimal">
        <xsd:minInclusive value="-90.0"/><xsd:maxInclusive value="90.0"/>
      </xsd:restriction>
    </xsd:simpleType>
    <xsd:simpleType name="longitude">
      <xsd:restriction base="xsd:decimal">
        <xsd:minInclusive value="-180.0"/><xsd:maxExclusive value="180.0"/>
      </xsd:restriction>
    </xsd:simpleType>
    <xsd:simpleType name="direction">
      <xsd:restriction base="xsd:decimal">
        <xsd:minInclusive value="0.0"/><xsd:maxExclusive value="360.0"/>
      </xsd:restriction>
    </xsd:simpleType>
    <xsd:simpleType name="station">
      <xsd:restriction base="xsd:integer">
        <xsd:minInclusive value="0"/><xsd:maxInclusive value="1023"/>
      </xsd:restriction>
    </xsd:simpleType>
    <xsd:simpleType name="fix">
      <xsd:restriction base="xsd:string">
        <xsd:enumeration value="none"/><xsd:enumeration value="2d"/><xsd:enumeration value="3d"/>
        <xsd:enumeration value="dgps"/><xsd:enumeration value="pps"/>
      </xsd:restriction>
    </xsd:simpleType>
  </xsd:schema>
  """#

@Suite(.enabled(if: XMLLint.path != nil, "xmllint is not installed: apt-get install libxml2-utils"))
struct `Our GPX` {
  private let lint: XMLLint

  init() throws { lint = try XMLLint(["gpx.xsd": schema]) }

  /// Everything that a point may have, and the ends of what may be.
  private let rich = wire([
    "GPGGA,000000,9000.000,N,18000.000,E,1,08,0.9,545.4,M,46.9,M,,",
    "GPGGA,000001,9000.000,S,18000.000,W,1,08,0.9,-432.1,M,46.9,M,,",
    "GPRMC,000005.25,A,0000.0001,S,00000.0001,W,0.0,359.99,201126,0.1,W,D",
    "GPGGA,000005.25,0000.0001,S,00000.0001,W,2,00,0.9,0.0,M,-0.1,M,1.5,4095",
    "GPGSA,A,3,01,02,03,,,,,,,,,,1.7,0.9,1.4",
  ])

  private func simulated(_ scenario: Scenario) -> [UInt8] {
    var engine = SimulatedReceiverMachine(scenario)
    return engine.advance(to: .seconds(100)).bytes
  }

  @Test func `is as its schema says, with stops too`() throws {
    for input in [simulated(.walk), rich] {
      #expect(try lint.complaints(about: WrittenTrack(.gpx, of: input).text, schema: "gpx.xsd") == "")
    }
    let (sink, place) = (MemorySink(), try #require(Coordinate(latitude: 47.5, longitude: 9.4)))
    let stop = GPXWriter.Waypoint(
      place, at: UTC(secondsSince1970: 1_795_158_480), name: "stopped 5 min", description: "a <stop>")
    let writer = GPXWriter(output: sink, name: "n", waypoints: [stop])
    writer.begin()
    writer.finish()
    #expect(sink.text.contains("<wpt "))
    #expect(try lint.complaints(about: sink.text, schema: "gpx.xsd") == "")
  }

  @Test func `would be found in the wrong order, and with what can't be`() throws {
    let good = WrittenTrack(.gpx, of: rich).text
    let time = try #require(good.firstMatch(of: /<ele>.*?<\/ele>(<time>.*?<\/time>)/)).1
    for bad in [
      good.replacing(time, with: "", maxReplacements: 1).replacing(
        "<fix>", with: "\(time)<fix>", maxReplacements: 1),
      good.replacing("<fix>3d", with: "<fix>4d"), good.replacing(#"lat="90.0"#, with: #"lat="90.1"#),
      good.replacing("00:00:01.000Z", with: "00:00:60.000Z"),
    ] {
      #expect(bad != good)
      #expect(try lint.complaints(about: bad, schema: "gpx.xsd") != "")
    }
  }

  @Test func `and KML are XML, whatever the recording is called`() throws {
    for format in [TrackFormat.gpx, .kml] {
      let text = WrittenTrack(format, of: rich, name: "a<b>&\"c\"\u{1}\u{FFFF}]]>.nmea").text
      #expect(try lint.complaints(about: text) == "")
      #expect(text.contains("<name>a&lt;b&gt;&amp;&quot;c&quot;\u{FFFD}\u{FFFD}]]&gt;.nmea</name>"))
    }
  }
}

/// KML 2.2 and Google's `gx:Track`, written down again for what a track may have.
private enum OwnSchema {
  static let kml = #"""
    <?xml version="1.0" encoding="UTF-8"?>
    <xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns="http://www.opengis.net/kml/2.2"
        targetNamespace="http://www.opengis.net/kml/2.2" elementFormDefault="qualified">
      <xsd:element name="kml">
        <xsd:complexType><xsd:sequence><xsd:element name="Document" type="document"/></xsd:sequence></xsd:complexType>
      </xsd:element>
      <xsd:complexType name="document">
        <xsd:sequence>
          <xsd:element name="name" type="xsd:string" minOccurs="0"/>
          <xsd:element name="Placemark" minOccurs="0" maxOccurs="unbounded">
            <xsd:complexType><xsd:sequence><xsd:element ref="geometry"/></xsd:sequence></xsd:complexType>
          </xsd:element>
        </xsd:sequence>
      </xsd:complexType>
      <xsd:element name="geometry" abstract="true"/>
      <xsd:element name="Point" type="places" substitutionGroup="geometry"/>
      <xsd:element name="LineString" type="places" substitutionGroup="geometry"/>
      <xsd:complexType name="places">
        <xsd:sequence>
          <xsd:element ref="altitudeMode" minOccurs="0"/>
          <xsd:element name="coordinates">
            <xsd:simpleType><xsd:list itemType="place"/></xsd:simpleType>
          </xsd:element>
        </xsd:sequence>
      </xsd:complexType>
      <xsd:simpleType name="place">
        <xsd:restriction base="xsd:string">
          <xsd:pattern value="-?[0-9]+\.[0-9]{9},-?[0-9]+\.[0-9]{9}(,-?[0-9]+\.[0-9]{3})?"/>
        </xsd:restriction>
      </xsd:simpleType>
      <xsd:element name="altitudeMode">
        <xsd:simpleType>
          <xsd:restriction base="xsd:string"><xsd:enumeration value="absolute"/></xsd:restriction>
        </xsd:simpleType>
      </xsd:element>
      <xsd:element name="when" type="xsd:dateTime"/>
    </xsd:schema>
    """#

  static let track = #"""
    <?xml version="1.0" encoding="UTF-8"?>
    <xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:kml="http://www.opengis.net/kml/2.2"
        targetNamespace="http://www.google.com/kml/ext/2.2" elementFormDefault="qualified">
      <xsd:import namespace="http://www.opengis.net/kml/2.2" schemaLocation="kml.xsd"/>
      <xsd:element name="Track" substitutionGroup="kml:geometry">
        <xsd:complexType>
          <xsd:sequence>
            <xsd:element ref="kml:altitudeMode"/>
            <xsd:element ref="kml:when" maxOccurs="unbounded"/>
            <xsd:element name="coord" maxOccurs="unbounded">
              <xsd:simpleType>
                <xsd:restriction base="xsd:string">
                  <xsd:pattern value="-?[0-9]+\.[0-9]{9} -?[0-9]+\.[0-9]{9}( -?[0-9]+\.[0-9]{3})?"/>
                </xsd:restriction>
              </xsd:simpleType>
            </xsd:element>
          </xsd:sequence>
        </xsd:complexType>
      </xsd:element>
    </xsd:schema>
    """#
}

/// What lies beside the sources, or beside the project.
private enum Outside {
  private static let root = URL(filePath: ProjectFolder.path)
  private static let environment = ProcessInfo.processInfo.environment

  /// Google's schema of `gx:Track` with the one of KML 2.2 beside it; `make kml-schema` puts them there.
  static let schema =
    environment["GPSBRIDGE_KML_SCHEMA"] ?? root.appending(path: ".build/kml-schema/kml22gx.xsd").path

  static let hasSchema = FileManager.default.isReadableFile(atPath: schema)

  /// Recordings of many receivers that may lie beside the project.
  static let recordings: [URL] = {
    let shared =
      environment["GPSBRIDGE_SHARED"].map { URL(filePath: $0) } ?? root.appending(path: "../shared")
    let folder = shared.appending(path: "corpus/dev")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".log") }.sorted().map { folder.appending(path: $0) }
  }()
}

@Suite(.enabled(if: XMLLint.path != nil, "xmllint is not installed: apt-get install libxml2-utils"))
struct `Our KML` {
  private let lint: XMLLint

  init() throws { lint = try XMLLint(["kml.xsd": OwnSchema.kml, "track.xsd": OwnSchema.track]) }

  private func complaints(about input: [UInt8], _ schema: String = "track.xsd") throws -> String {
    try lint.complaints(about: WrittenTrack(.kml, of: input).text, schema: schema)
  }

  private func simulated(_ scenario: Scenario) -> [UInt8] {
    var engine = SimulatedReceiverMachine(scenario)
    return engine.advance(to: .seconds(150)).bytes
  }

  private func expectAll(by schema: String) throws {
    for file in Outside.recordings {
      #expect(try complaints(about: Array(Data(contentsOf: file)), schema) == "", "\(file.path)")
    }
    for scenario in Scenario.all {
      #expect(try complaints(about: simulated(scenario), schema) == "", "\(scenario.name)")
    }
  }

  /// A recording that begins in the middle of an epoch, has a hole in its date, and ends without one.
  private let undated: [UInt8] = {
    let place = "4807.038,N,01131.000,E"
    let height = "1,08,0.9,545.4,M,46.9,M,,"
    return wire([
      "GPGGA,120000,\(place),\(height)", "GPGGA,120001,\(place),\(height)",
      "GPRMC,120002,A,\(place),1,1,201126,,,A", "GPGGA,120003,\(place),\(height)",
      "GPGGA,010000,\(place),\(height)", "GPGGA,010001,\(place),\(height)",
    ])
  }()

  @Test func `is as its schema says, also where points have no time`() throws {
    let lone = wire("GPGGA,120000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
    for input in [undated, lone, lone + lone] { #expect(try complaints(about: input) == "") }
  }

  @Test func `of every recording and every scenario is as its schema says`() throws {
    try expectAll(by: "track.xsd")
  }

  @Test func `would be found wrong with an empty time, or places before the times`() throws {
    let good = WrittenTrack(.kml, of: simulated(.walk)).text
    for bad in [
      good.replacing(/<when>[^<]+<\/when>/, with: "<when></when>", maxReplacements: 1),
      good.replacing("<altitudeMode>absolute", with: "<altitudeMode>high", maxReplacements: 1),
      good.replacing(/<gx:coord>[^<]+<\/gx:coord>/, with: "<gx:coord></gx:coord>", maxReplacements: 1),
    ] {
      #expect(bad != good)
      #expect(try lint.complaints(about: bad, schema: "track.xsd") != "")
    }
  }

  @Test(.enabled(if: Outside.hasSchema, "The official schema is not here: make kml-schema"))
  func `of every recording and every scenario is as the official schema says`() throws {
    #expect(try complaints(about: undated, Outside.schema) == "")
    try expectAll(by: Outside.schema)
  }
}
