import GNSS
import GPSBridge
import TestSupport
import Testing

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

  @Test func `is in the sentences that a receiver reports for measurements, and in no other`() {
    func isMeasured(_ body: String) -> Bool { Report.Extras.measurements.includes(wire(body)) }
    let measured = ["HEHDT,84.4,T", "HCHDG,,,,,", "TIROT,1,A", "PASHR,1,2", "GPGST,,,,,,,,"]
    #expect(measured.allSatisfy(isMeasured))
    #expect(!["GPGGA,,", "GPRMC,,", "GPGSV,3,1", "PUBX,00", "GPTXT,SHR", ""].contains(where: isMeasured))
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
}
