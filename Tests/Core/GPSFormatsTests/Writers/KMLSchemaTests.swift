import Foundation
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSFormats

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
