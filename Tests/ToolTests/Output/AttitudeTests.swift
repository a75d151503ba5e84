import GNSS
import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import GPSFormats

@Suite struct `Which way something points` {
  private let time = UTC(secondsSince1970: 1_795_158_480)

  /// What is gathered from sentences, the open epoch at the end.
  private func gather(_ bodies: String..., at time: UTC? = nil) -> [Attitude] {
    var gatherer = AttitudeGatherer()
    var all: [Attitude] = []
    for body in bodies {
      let sentence = wire(body).dropLast(2)
      if let attitude = gatherer.take(Array(sentence)) { all.append(attitude) }
    }
    if let last = gatherer.endEpoch(at: time) { all.append(last) }
    return all
  }

  @Test func `is told by all sentences of an epoch together, with its time`() {
    let all = gather("HEHDT,84.4,T", "HCHDM,81.3,M", "TIROT,-12.5,A", at: time)
    #expect(all == [Attitude(time: time, trueHeading: 84.4, magneticHeading: 81.3, rateOfTurn: -12.5)])
  }

  @Test func `is told without a time where a compass says more than a receiver`() {
    let all = gather("HEHDT,84.4,T", "HEHDT,85.0,T", "HEHDT,86.0,T", at: time)
    #expect(all.map(\.trueHeading) == [84.4, 85, 86])
    #expect(all.map(\.time) == [nil, nil, time])
  }

  @Test func `follows from a compass with what is wrong with it on this ship and in this place`() {
    let whole = gather("HCHDG,350.0,5.0,E,12.0,E")
    #expect(whole.first?.magneticHeading == 355)
    #expect(whole.first?.trueHeading == 7)
    let west = gather("HCHDG,3.0,5.0,W,,")
    #expect(west.first?.magneticHeading == 358)
    #expect(west.first?.trueHeading == nil)
    #expect(gather("HCHDG,,5.0,W,,").isEmpty)
  }

  @Test func `is told with pitch and roll where a receiver has several antennas`() {
    let all = gather("PASHR,120000.00,84.40,T,-1.25,2.50,0.10,0.1,0.1,0.2,1,1")
    #expect(all == [Attitude(trueHeading: 84.4, pitch: 2.5, roll: -1.25)])
  }

  @Test(arguments: [
    "HETHS,84.4,V", "TIROT,-12.5,V", "GPGGA,120000,,,,,0,00,,,M,,M,,", "HEHDT,,T", "HEHDX,84.4,T", "X",
  ])
  func `is not told by what is void, empty, or about something else`(body: String) {
    #expect(gather(body).isEmpty)
  }

  // MARK: Records

  @Test func `is printed behind the fix of its epoch where that is asked for`() throws {
    let input = wire([
      "GPRMC,120000,A,4807.038,N,01131.000,E,022.4,084.4,201126,,,A", "HEHDT,84.4,T",
      "GPRMC,120001,A,4807.038,N,01131.000,E,022.4,084.4,201126,,,A", "HETHS,85.1,A",
    ])
    let run = try gpsbridge("watch", "--types=fix,attitude", "-", input: input)
    #expect(run.message == "")
    let records = try SecludedRun.records(run)
    #expect(records.map { $0["type"]?.text } == ["fix", "attitude", "fix", "attitude"])
    #expect(records.map { $0["heading_true_deg"]?.number } == [nil, 84.4, nil, 85.1])
    #expect(records[1]["time"]?.text == "2026-11-20T12:00:00.000Z")
    #expect(try gpsbridge("watch", "-", input: input).lines.count == 2)
  }

  @Test func `is printed where nothing but a compass speaks`() throws {
    let run = try gpsbridge("watch", "--types=attitude", "-", input: wire(["HCHDM,81.3,M", "HCHDM,82.3,M"]))
    #expect(try SecludedRun.records(run).map { $0["heading_mag_deg"]?.number } == [81.3, 82.3])
  }

  @Test func `is printed for a receiver as it comes`() throws {
    let device = try PseudoTerminal()
    let run = try LiveRun.run(
      ["watch", device.path, "--types=attitude", "--count=3", "--timeout=20s"], on: device
    ) { round, _ in .send(Epoch.fix(round) + wire("HEHDT,\(round % 360).0,T")) }
    #expect(run.exit == 0)
    let records = try SecludedRun.records(run)
    #expect(records.count == 3)
    #expect(records.allSatisfy { $0["device"]?.text == device.path && $0["heading_true_deg"] != nil })
  }
}
