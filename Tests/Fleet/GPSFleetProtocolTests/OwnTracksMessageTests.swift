import GNSS
import GPSBase
import GPSTrackRows
import Testing

@testable import GPSFleetProtocol

@Suite struct `A message for a guest` {
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

  @Test func `has the fields and units of OwnTracks`() throws {
    let bytes = GuestMessage.ownTracks(entry(), epoch: 9, of: try device(), at: 1_795_000_002)
    #expect(
      String(decoding: bytes ?? [], as: UTF8.self)
        == #"{"_type":"location","tst":1795000000,"lat":-33.8567844,"lon":151.2152967,"acc":2,"alt":13,"vac":3,"vel":36,"#
        + #""cog":0,"tid":"42","created_at":1795000002,"_id":"9-17"}"#)
  }

  @Test func `has no field that the receiver did not report`() throws {
    let bare = entry {
      ($0.altitude, $0.speed, $0.course, $0.errors) = (nil, nil, nil, nil)
    }
    let bytes = GuestMessage.ownTracks(bare, epoch: 9, of: try device("a", "b"), at: 1)
    #expect(
      String(decoding: bytes ?? [], as: UTF8.self)
        == #"{"_type":"location","tst":1795000000,"lat":-33.8567844,"lon":151.2152967,"tid":"b","created_at":1,"_id":"9-17"}"#
    )
    // A height above the ellipsoid is none above the sea.
    let high = entry { ($0.altitude, $0.ellipsoidalAltitude) = (nil, 60) }
    let text = GuestMessage.ownTracks(high, epoch: 9, of: try device(), at: 1).map {
      try? JSON5Reader.read($0)
    }
    #expect(text??["alt"] == nil && text??["acc"]?.number == 2)
    let nowhere = entry { $0.coordinate = nil }
    let none = GuestMessage.ownTracks(nowhere, epoch: 9, of: try device(), at: 1)
    #expect(none == nil)
  }

  @Test func `is a fix record with a mark for the newest position`() throws {
    let json = try JSON5Reader.read(GuestMessage.last(entry(), isLive: false))
    #expect(json["type"]?.text == "fix" && json["live"]?.bool == false && json["lat"]?.number == -33.8567844)
    #expect(json["speed_mps"]?.number == 10.05 && json["h_acc_m"]?.number == 1.01)
  }

  @Test func `has an identity of each device for Home Assistant`() throws {
    let devices = [
      try device("a_b", "c"), try device("a", "b_c"), try device("a-b", "c"), try device("a", "b-c"),
    ]
    let texts = try devices.flatMap { device in
      try GuestMessage.discovery(of: device, program: "1").map {
        try JSON5Reader.read($0.payload)["unique_id"]?.text ?? ""
      }
    }
    #expect(Set(texts).count == 12)
  }

  @Test func `needs names without dots for Home Assistant`() throws {
    let (plain, owner, name) = (try device(), try device("acme.org", "a"), try device("acme", "a.b"))
    #expect(GuestMessage.homeAssistantTakes(plain))
    #expect(!GuestMessage.homeAssistantTakes(owner) && !GuestMessage.homeAssistantTakes(name))
  }
}
