import Glibc
import TestSupport
import Testing

@testable import GPSBridgeTool

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

  static func write(into folder: WorkFolder) throws -> String {
    try folder.write("kml.xsd", Array(kml.utf8))
    try folder.write("track.xsd", Array(track.utf8))
    return folder("track.xsd")
  }
}

/// Google's schema of `gx:Track` with the one of KML 2.2 beside it; `make kml-schema` puts them there.
private enum OfficialSchema {
  static let path: String = {
    let named = unsafe getenv("GPSBRIDGE_KML_SCHEMA").map { unsafe String(cString: $0) }
    return named ?? Places.root + "/.build/kml-schema/kml22gx.xsd"
  }()

  static let isThere = unsafe access(path, R_OK) == 0
}

/// Recordings of many receivers that may lie beside the project, and the simulated ones.
private enum Inputs {
  static let recordings: [String] = {
    let shared =
      unsafe getenv("GPSBRIDGE_SHARED").map { unsafe String(cString: $0) } ?? Places.root + "/../shared"
    guard let folder = unsafe opendir(shared + "/corpus/dev") else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let bytes = unsafe withUnsafeBytes(of: entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      let name = String(decoding: bytes, as: UTF8.self)
      if name.hasSuffix(".log") { names.append("\(shared)/corpus/dev/\(name)") }
    }
    return names.sorted()
  }()

  static let scenarios = ScenarioList.summaries.map(\.name)
}

@Suite(.enabled(if: OtherProgram.xmllint != nil, "xmllint is not installed: apt-get install libxml2-utils"))
struct `Our KML` {
  private let folder: WorkFolder
  private let own: String

  init() throws {
    folder = try WorkFolder()
    own = try OwnSchema.write(into: folder)
  }

  /// Complaints about the KML of an input; none for an input without a position that could be exported.
  private func complaints(_ schema: String, source: String, input: [UInt8]? = nil) throws -> String {
    let file = folder("track.kml")
    let run = try gpsbridge("export", source, "-o", file, "--force", input: input)
    guard try run.exit == 0 || folder.text("track.kml").hasSuffix("</kml>\n") else { return "" }
    let program = try #require(OtherProgram.xmllint)
    let words = [program, "--noout", "--nonet", "--schema", schema, file]
    let check = try Program.run(words.map { Array($0.utf8) }, input: nil)
    return check.exit == 0 ? "" : check.message
  }

  private func simulated(_ scenario: String) throws -> [UInt8] {
    Array(try gpsbridge("simulate", scenario, "--duration", "150s", "--speed", "max").output.utf8)
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
    for input in [try Places.bytes(of: Places.morningWalk), undated, lone, lone + lone] {
      #expect(try complaints(own, source: "-", input: input) == "")
    }
  }

  @Test func `of every recording and every scenario is as its schema says`() throws {
    for path in Inputs.recordings { #expect(try complaints(own, source: path) == "", "\(path)") }
    for name in Inputs.scenarios {
      #expect(try complaints(own, source: "-", input: simulated(name)) == "", "\(name)")
    }
  }

  @Test func `would be found wrong with an empty time, or places before the times`() throws {
    let good = try gpsbridge("export", Places.morningWalk, "--format=kml").output
    let program = try #require(OtherProgram.xmllint)
    for bad in [
      good.replacing(/<when>[^<]+<\/when>/, with: "<when></when>", maxReplacements: 1),
      good.replacing("<altitudeMode>absolute", with: "<altitudeMode>high", maxReplacements: 1),
      good.replacing(/<gx:coord>[^<]+<\/gx:coord>/, with: "<gx:coord></gx:coord>", maxReplacements: 1),
    ] {
      #expect(bad != good)
      try folder.write("bad.kml", Array(bad.utf8))
      let words = [program, "--noout", "--nonet", "--schema", own, folder("bad.kml")]
      #expect(try Program.run(words.map { Array($0.utf8) }, input: nil).exit != 0)
    }
  }

  @Test(.enabled(if: OfficialSchema.isThere, "The official schema is not here: make kml-schema"))
  func `of every recording and every scenario is as the official schema says`() throws {
    #expect(try complaints(OfficialSchema.path, source: "-", input: undated) == "")
    for path in Inputs.recordings {
      #expect(try complaints(OfficialSchema.path, source: path) == "", "\(path)")
    }
    for name in Inputs.scenarios {
      #expect(try complaints(OfficialSchema.path, source: "-", input: simulated(name)) == "", "\(name)")
    }
  }
}
