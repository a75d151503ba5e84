import TestSupport
import Testing

@testable import GPSBridgeTool

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

@Suite(.enabled(if: OtherProgram.xmllint != nil, "xmllint is not installed: apt-get install libxml2-utils"))
struct `xmllint` {
  private func check(_ file: String, _ more: String...) throws -> Run {
    let program = try #require(OtherProgram.xmllint)
    return try Program.run(([program, "--noout"] + more + [file]).map { Array($0.utf8) }, input: nil)
  }

  /// Everything that a point may have, and the ends of what may be.
  private let rich =
    Journey.moment(0, 90, 180) + Journey.moment(1, -90, -180, altitude: -432.1)
    + wire([
      "GPRMC,000005.25,A,0000.0001,S,00000.0001,W,0.0,359.99,201126,0.1,W,D",
      "GPGGA,000005.25,0000.0001,S,00000.0001,W,2,00,0.9,0.0,M,-0.1,M,1.5,4095",
      "GPGSA,A,3,01,02,03,,,,,,,,,,1.7,0.9,1.4",
    ])

  @Test func `finds our GPX to be as its schema says`() throws {
    let folder = try WorkFolder()
    try folder.write("gpx.xsd", Array(schema.utf8))
    for input in [try Places.bytes(of: Places.morningWalk), rich] {
      #expect(try gpsbridge("export", "-", "-o", folder("track.gpx"), "--force", input: input).exit == 0)
      let run = try check(folder("track.gpx"), "--schema", folder("gpx.xsd"))
      #expect(run.exit == 0, "\(run.message)")
    }
  }

  @Test func `finds the GPX of a store to be as its schema says`() throws {
    let folder = try WorkFolder()
    try folder.write("gpx.xsd", Array(schema.utf8))
    try folder.write("drive.nmea", StoredJourney.bytes)
    #expect(try gpsbridge("import", "--store", folder("trips.db"), folder("drive.nmea")).exit == 0)
    #expect(try gpsbridge("export", "store:" + folder("trips.db"), "-o", folder("track.gpx")).exit == 0)
    let text = try folder.text("track.gpx")
    #expect(text.contains("<wpt ") && text.contains("<trkseg>"))
    let run = try check(folder("track.gpx"), "--schema", folder("gpx.xsd"))
    #expect(run.exit == 0, "\(run.message)")
  }

  @Test func `would find what is in the wrong order, and what can't be`() throws {
    let folder = try WorkFolder()
    try folder.write("gpx.xsd", Array(schema.utf8))
    let good = try gpsbridge("export", "-", "--format=gpx", input: rich).output
    let time = try #require(good.firstMatch(of: /<ele>.*?<\/ele>(<time>.*?<\/time>)/)).1
    for bad in [
      good.replacing(time, with: "", maxReplacements: 1).replacing(
        "<fix>", with: "\(time)<fix>", maxReplacements: 1),
      good.replacing("<fix>3d", with: "<fix>4d"), good.replacing(#"lat="90.0"#, with: #"lat="90.1"#),
      good.replacing("00:00:01.000Z", with: "00:00:60.000Z"),
    ] {
      #expect(bad != good)
      try folder.write("track.gpx", Array(bad.utf8))
      #expect(try check(folder("track.gpx"), "--schema", folder("gpx.xsd")).exit != 0)
    }
  }

  @Test func `finds GPX and KML to be XML, whatever the recording is called`() throws {
    let folder = try WorkFolder()
    let name = "a<b>&\"c\"\u{1}\u{FFFF}]]>.nmea"
    try folder.write(name, rich)
    for format in ["gpx", "kml"] {
      #expect(try gpsbridge("export", folder(name), "-o", folder("track.\(format)")).exit == 0)
      let run = try check(folder("track.\(format)"))
      #expect(run.exit == 0, "\(run.message)")
      #expect(
        try folder.text("track.\(format)").contains(
          "<name>a&lt;b&gt;&amp;&quot;c&quot;\u{FFFD}\u{FFFD}]]&gt;.nmea</name>"))
    }
  }
}
