import GPSBase
import GPSTrackRows
import Testing

@testable import GPSFleetProtocol

@Suite struct `A cursor` {
  @Test func `is a line of JSON, which gives back all of it`() throws {
    let now = Moment(.now)
    var cursor = FleetCursor(installation: "0123456789abcdef0123456789abcdef")
    cursor.epoch = 217_315_200
    cursor.settle(1...60, at: now + .seconds(-2000))
    cursor.settle(100...160, at: now)
    cursor.refuse(61...70, "version")
    cursor.refuse(80...90, "é\"\n")
    _ = cursor.believe(FleetDatabase(identifier: "7301", timeline: 2))
    _ = cursor.learn(reads: 3)
    #expect(FleetCursor(cursor.bytes(at: now), at: now) == cursor)
    let bytes = cursor.bytes(at: now)
    for count in 0..<(bytes.count - 1) { #expect(FleetCursor(Array(bytes[..<count]), at: now) == nil) }
  }

  @Test func `knows what was settled in the last hour, and in 75 minutes at most`() {
    let start = Moment(.now)
    var cursor = FleetCursor(installation: "")
    for minute in 0..<180 as Range<Int64> {
      cursor.settle((minute + 1)...(minute + 1), at: start + .seconds(60 * minute))
    }
    cursor.unsettleRecent()
    let recent = 180 - Int64(cursor.settled.count)
    #expect((60...75).contains(recent) && cursor.settled.ranges == [1...(180 - recent)])
  }
}
