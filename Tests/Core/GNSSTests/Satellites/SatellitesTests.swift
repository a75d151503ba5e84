import GNSS
import TestSupport
import Testing

@Suite struct `The satellites of a sky` {
  private let sentences = [
    "GPRMC,120000,A,4807.038,N,01131.000,E,5.0,84.4,201126,,,A", "GNGSA,A,3,02,12,41,,,,,,,,,,2.5,1.3,2.1,1",
    "GPGSV,2,1,06,02,40,083,46,12,07,360,39,14,95,400,,41,22,228,00,1",
    "GPGSV,2,2,06,99,40,083,46,25,05,100,99,1", "GLGSV,1,1,01,65,10,020,30,1",
  ]

  private func told() throws -> Satellites {
    try #require(decode(wire(sentences)).skies.last).satellites
  }

  private func satellite(
    _ constellation: Constellation, _ number: Int, _ elevation: Int?, _ azimuth: Int?, _ strength: Int?,
    isUsed: Bool = false
  ) -> Satellite {
    var satellite = Satellite(SatelliteIdentity(constellation, number))
    satellite.signal = .l1CA
    satellite.elevation = elevation
    satellite.azimuth = azimuth
    satellite.carrierToNoise = strength
    satellite.isUsed = isUsed
    return satellite
  }

  private var expected: [Satellite] {
    [
      satellite(.gps, 2, 40, 83, 46, isUsed: true), satellite(.gps, 12, 7, 0, 39, isUsed: true),
      satellite(.gps, 14, nil, nil, nil), satellite(.sbas, 128, 22, 228, nil),
      satellite(.gps, 25, 5, 100, 99), satellite(.glonass, 1, 10, 20, 30),
    ]
  }

  @Test func `are made of what the sentences say`() throws {
    #expect(try Array(told()) == expected)
  }

  @Test func `are a collection whose places count from 0`() throws {
    let satellites = try told()
    #expect(satellites.count == 6)
    #expect(satellites.indices == 0..<6)
    var random = SeededGenerator()
    for place in satellites.indices.shuffled(using: &random) { #expect(satellites[place] == expected[place]) }
    #expect(satellites.reversed() == expected.reversed())
    #expect(satellites.last == expected.last)
    #expect(Array(satellites[2..<4]) == Array(expected[2..<4]))
  }

  @Test func `equal those that are made by hand, and hash like them`() throws {
    let satellites = try told()
    #expect(satellites == Satellites(expected))
    #expect(Set([satellites, Satellites(expected)]).count == 1)
    #expect(satellites != Satellites(expected.dropLast()))
    #expect(satellites.description == expected.description)
  }

  @Test func `come one after the other without a loop, all of them or those that are received`() throws {
    for satellites in try [told(), Satellites(told().map { $0 } + [satellite(.navic, 3, 500, nil, 0)])] {
      var all: [Satellite] = []
      satellites.forEachSatellite { all.append($0) }
      #expect(all == Array(satellites))
      var received: [ReceivedSignal] = []
      satellites.forEachReceived { received.append($0) }
      #expect(received.map(\.constellation) == [.gps, .gps, .gps, .glonass])
      #expect(received.map(\.carrierToNoise) == [46, 39, 99, 30])
      #expect(received.map(\.isUsed) == [true, true, false, false])
    }
  }

  @Test func `can be changed as an array can, and a copy stays as it is`() throws {
    let before = try told()
    var satellites = before
    satellites[1].isUsed = false
    satellites.append(satellite(.navic, 3, 500, nil, 0))
    satellites.removeFirst()
    #expect(satellites.map(\.identity.number) == [12, 14, 128, 25, 1, 3])
    #expect(satellites.allSatisfy { !$0.isUsed })
    // A number that somebody sets is no number of a sentence: nobody judges it.
    #expect(satellites.last?.elevation == 500 && satellites.last?.carrierToNoise == 0)
    #expect(Array(before) == expected)
  }

  @Test func `are none where nobody told of any`() {
    #expect(Satellites().isEmpty)
    #expect(Fix().satellites == [])
    #expect(Sky(satellites: [Satellite]()) == Sky())
  }
}
