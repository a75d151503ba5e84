import GNSS
import GPSBase
import GPSTrackRows
import Testing

@testable import GPSFleetProtocol

@Suite struct `A message for OwnTracks` {
  private func device(_ tenant: String = "acme", _ name: String = "truck-42") throws -> FleetDevice {
    FleetDevice(tenant: try FleetName(tenant, of: .tenant), name: try FleetName(name, of: .device))
  }

  private func entry(_ change: (inout Fix) -> Void = { _ in }) -> TrackColumns.Entry {
    var fix = Fix()
    (fix.mode, fix.quality) = (.threeDimensional, .autonomous)
    fix.coordinate = Coordinate(latitude: -33.8567844, longitude: 151.2152967)
    fix.time = TrackRow.instant(1_795_000_000_990)
    (fix.altitude, fix.speed, fix.course) = (12.6, 10.05, 359.9)
    var errors = ErrorEstimate(north: 0.6, east: 0.8, up: 2.9, source: .gst)
    (errors.horizontal, errors.vertical) = (1.01, 2.9)
    fix.errors = errors
    change(&fix)
    let row = TrackRow(fix, signal: nil, received: TrackRow.instant(1_795_000_000_990))
    return TrackColumns.Entry(number: 17, monotonic: 0, row: row)
  }

  @Test func `has the fields and units of its booklet`() throws {
    let bytes = OwnTracksMessage.bytes(entry(), epoch: 9, of: try device(), at: 1_795_000_002)
    #expect(
      String(decoding: bytes ?? [], as: UTF8.self)
        == #"{"_type":"location","tst":1795000000,"lat":-33.8567844,"lon":151.2152967,"acc":2,"alt":13,"vac":3,"vel":36,"#
        + #""cog":0,"tid":"42","topic":"owntracks/acme/truck-42","created_at":1795000002,"_id":"9-17"}"#)
  }

  @Test func `has no field that the receiver did not report`() throws {
    let bare = entry { ($0.altitude, $0.speed, $0.course, $0.errors) = (nil, nil, nil, nil) }
    let bytes = OwnTracksMessage.bytes(bare, epoch: 9, of: try device("a", "b"), at: 1)
    #expect(
      String(decoding: bytes ?? [], as: UTF8.self)
        == #"{"_type":"location","tst":1795000000,"lat":-33.8567844,"lon":151.2152967,"tid":"b","topic":"owntracks/a/b","#
        + #""created_at":1,"_id":"9-17"}"#)
    #expect(!OwnTracksMessage.hasAccuracy(bare) && OwnTracksMessage.hasAccuracy(entry()))
    // A height above the ellipsoid is none above the sea.
    let high = entry { ($0.altitude, $0.ellipsoidalAltitude) = (nil, 60) }
    let text = OwnTracksMessage.bytes(high, epoch: 9, of: try device(), at: 1).map {
      try? JSON5Reader.read($0)
    }
    #expect(text??["alt"] == nil && text??["acc"]?.number == 2)
    let nowhere = entry { $0.coordinate = nil }
    #expect(OwnTracksMessage.bytes(nowhere, epoch: 9, of: try device(), at: 1) == nil)
  }

  @Test func `has an accuracy of at least a meter, since Home Assistant drops others`() throws {
    let fine = entry { $0.errors = ErrorEstimate(horizontal: 0, vertical: 0.014, source: .dilution) }
    let bytes = OwnTracksMessage.bytes(fine, epoch: 9, of: try device(), at: 1)
    let json = try JSON5Reader.read(bytes ?? [])
    #expect(json["acc"]?.number == 1 && json["vac"]?.number == 1)
  }
}
