import GNSS
import NMEA
import Testing

@testable import SimulatedGPS

@Suite struct `A dialect` {
  @Test func `of SiRF is GGA GSA RMC, with GSV every fifth time`() throws {
    let names = lines(bytes(.staticDesk.with { $0.dialect = .sirf }, seconds: 30))
      .map { String($0.dropFirst().prefix { $0 != "," }) }.filter { $0.hasPrefix("GP") }
    #expect(names.prefix(3) == ["GPGGA", "GPGSA", "GPRMC"])
    #expect(names.count { $0 == "GPGGA" } == 29)
    let sets = lines(bytes(.staticDesk.with { $0.dialect = .sirf }, seconds: 30)).count {
      $0.contains("GPGSV") && $0.contains(",1,") && $0.split(separator: ",")[2] == "1"
    }
    #expect(sets == 5)
  }

  @Test func `of Garmin comes every other second`() {
    let stream = lines(bytes(.staticDesk.with { $0.dialect = .garmin }, seconds: 13))
    #expect(stream.count { $0.hasPrefix("$GPRMC") } == 6)
  }

  @Test func `greets when it is switched on`() {
    #expect(lines(bytes(.staticDesk, seconds: 1)).first?.hasPrefix("$GNTXT") == true)
    #expect(lines(bytes(.staticDesk.with { $0.dialect = .mtk }, seconds: 1)).first == "$PMTK011,MTKGPS*08")
  }

  @Test func `that has none of a name is nil`() {
    #expect(Dialect(named: "magellan") == nil)
    for dialect in Dialect.all { #expect(Dialect(named: dialect.name) == dialect) }
  }

  @Test func `is nothing but whole sentences with right checksums`() {
    for dialect in Dialect.all {
      for scenario in [Scenario.drive, .coldStart, .tunnel] {
        let all = bytes(scenario.with { ($0.dialect, $0.speed) = (dialect, 115_200) }, seconds: 110)
        for line in lines(all).dropLast() {
          let body = line.dropFirst().prefix { $0 != "*" }
          let sum = body.utf8.reduce(0, ^)
          #expect(line.first == "$" && UInt8(line.suffix(2), radix: 16) == sum, "\(line)")
        }
      }
    }
  }

  @Test func `says nothing beyond 82 characters, as the standard wants it`() {
    for dialect in Dialect.all {
      for line in lines(
        bytes(
          .flight.with { ($0.dialect, $0.speed) = (dialect, 115_200) }, seconds: 30))
      {
        #expect(line.utf8.count <= 80, "\(line)")
      }
    }
  }
}

@Suite struct `A speaker` {
  /// What one sentence says about an epoch.
  private func say(_ kind: SentenceKind, _ epoch: SimulatedEpoch, _ dialect: Dialect = .ublox9) -> String {
    var speaker = Speaker(dialect)
    speaker.answer(kind, epoch)
    return String(decoding: speaker.writer.bytes.prefix { $0 != UInt8(ascii: "*") }, as: UTF8.self)
  }

  private func epoch(_ scenario: Scenario = .drive, seconds: Int = 12) throws -> SimulatedEpoch {
    try #require(meant(scenario, seconds: seconds).last)
  }

  @Test func `tells each system's mode in GNS`() throws {
    let all = try epoch()
    #expect(say(.gns, all).split(separator: ",")[6] == "AAAA")
    var noGalileo = all
    for index in noGalileo.satellites.indices
    where noGalileo.satellites[index].identity.constellation == .galileo {
      noGalileo.satellites[index].isUsed = false
    }
    #expect(say(.gns, noGalileo).split(separator: ",")[6] == "AANA")
    #expect(say(.gns, try epoch(.noFix)).contains("NNNN"))
    #expect(say(.gns, all, .ublox8).split(separator: ",")[6] == "AA")
  }

  @Test func `tells errors that follow from the geometry and the common part in GST and GBS`() throws {
    let epoch = try epoch()
    let geometry = try #require(epoch.geometry)
    let deviation = try #require(epoch.deviation)
    #expect(deviation == PositionError.deviation(geometry, range: epoch.rangeDeviation))
    let gst = say(.gst, epoch).split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    #expect(abs((Double(gst[6]) ?? 0) - deviation.y) < 0.051)
    #expect(abs((Double(gst[7]) ?? 0) - deviation.x) < 0.051)
    #expect(abs((Double(gst[8]) ?? 0) - deviation.z) < 0.051)
    let gbs = say(.gbs, epoch).split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    #expect(abs((Double(gbs[2]) ?? 0) - deviation.y) < 0.001)
    #expect(say(.gst, try self.epoch(.noFix)).isEmpty)
  }

  @Test func `tells the whole fix in PUBX`() throws {
    let epoch = try epoch()
    let fields = say(.pubx00, epoch).split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    #expect(fields[8] == "G3")
    #expect(abs((Double(fields[7]) ?? 0) - epoch.motion.altitude - epoch.geoidSeparation) < 0.001)
    #expect(abs((Double(fields[11]) ?? 0) / 3.6 - epoch.motion.speed) < 0.001)
    #expect(fields[18] == "\(epoch.usedCount)")
    #expect(say(.pubx00, try self.epoch(.noFix)).contains(",NF,"))
  }

  @Test func `tells Garmin's errors so that half of all fixes keep to them`() throws {
    let epoch = try epoch(.drive.with { $0.dialect = .garmin })
    let deviation = try #require(epoch.horizontalDeviation)
    let fields = say(.pgrme, epoch, .garmin).split(separator: ",").map(String.init)
    #expect(abs((Double(fields[1]) ?? 0) - 0.8326 * deviation) < 0.051)
    let feet = try #require(Double(say(.pgrmz, epoch, .garmin).split(separator: ",")[1]))
    #expect(abs(feet * 0.3048 - epoch.motion.altitude) < 0.16)
  }

  @Test func `puts four satellites into each GSV, and numbers the parts`() throws {
    var epoch = try epoch()
    for count in [0, 1, 4, 5, 12, 13] {
      let gps = Array(epoch.satellites.filter { $0.identity.constellation == .gps }.prefix(count))
      var some = epoch
      some.satellites = gps + Array(repeating: epoch.satellites[0], count: max(0, count - gps.count))
      var speaker = Speaker(.sirf)
      speaker.answer(.gsv, some)
      let sentences = lines(speaker.writer.bytes)
      #expect(sentences.count == max(1, (count + 3) / 4))
      for (index, sentence) in sentences.enumerated() {
        let fields = sentence.prefix { $0 != "*" }.split(separator: ",", omittingEmptySubsequences: false)
        #expect(fields[1] == "\(sentences.count)" && fields[2] == "\(index + 1)")
        #expect(Int(fields[3]) == count)
        #expect(fields.count - 4 == 4 * min(4, count - 4 * index))
      }
    }
    epoch.satellites = []
    #expect(say(.gsv, epoch) == "$GPGSV,1,1,00,1")
  }

  @Test func `repeats the last course where its makers do`() throws {
    var moving = try epoch()
    var speaker = Speaker(.sirf)
    var outputs = OutputTable()
    outputs[.rmc] = 1
    speaker.speak(moving, outputs)
    speaker.writer.removeAll()
    moving.motion.east = 0
    moving.motion.north = 0.01
    speaker.speak(moving, outputs)
    let course = lines(speaker.writer.bytes)[0].split(separator: ",", omittingEmptySubsequences: false)[8]
    #expect(abs((Double(course) ?? 0) - 33) < 2)
    var silent = Speaker(.ublox9)
    silent.speak(moving, outputs)
    #expect(lines(silent.writer.bytes)[0].split(separator: ",", omittingEmptySubsequences: false)[8].isEmpty)
  }
}

@Suite struct `The numbers of satellites` {
  private func dialect(_ base: Dialect, _ revision: Revision) -> Dialect {
    var dialect = base
    dialect.revision = revision
    return dialect
  }

  @Test(
    arguments: [
      (Revision.v2_0, 7, 71, 307, 407, 207), (.v4_0, 7, 71, 307, 407, 207), (.v4_10, 7, 71, 7, 7, 7),
      (.v4_11, 7, 71, 7, 7, 7),
    ])
  func `are those of the edition`(
    revision: Revision, gps: Int, glonass: Int, galileo: Int, ublox: Int, quectel: Int
  ) {
    let numbers = SatelliteNumbers(dialect(.ublox9, revision))
    #expect(numbers.number(SatelliteIdentity(.gps, 7)) == gps)
    #expect(numbers.number(SatelliteIdentity(.glonass, 7)) == glonass)
    #expect(numbers.number(SatelliteIdentity(.galileo, 7)) == galileo)
    #expect(numbers.number(SatelliteIdentity(.beidou, 7)) == ublox)
    #expect(SatelliteNumbers(dialect(.quectel, revision)).number(SatelliteIdentity(.beidou, 7)) == quectel)
  }

  @Test func `go with talkers and systems`() {
    #expect(SatelliteNumbers.talker(.beidou, .ublox9) == .gb)
    #expect(SatelliteNumbers.talker(.beidou, .quectel) == .bd)
    #expect(SatelliteNumbers.talker(.galileo, .ublox9) == .ga)
    #expect(
      [Constellation.gps, .glonass, .galileo, .beidou, .qzss, .navic].map(\.systemNumber) == Array(1...6))
    #expect(SatelliteNumbers.signal(.galileo) == 7 && SatelliteNumbers.signal(.gps) == 1)
  }
}

@Suite struct `A table of what is sent` {
  @Test func `knows when a sentence is due`() {
    var table = OutputTable()
    table[.gsv] = 5
    table[.rmc] = 1
    table[.zda] = -3
    #expect((1...10).filter { table.isDue(.gsv, $0) } == [5, 10])
    #expect((1...10).allSatisfy { table.isDue(.rmc, $0) })
    #expect(!(1...10).contains { table.isDue(.zda, $0) || table.isDue(.gga, $0) })
    table[.gsv] = 1_000_000
    #expect(table[.gsv] == Int(Int16.max))
  }

  @Test func `as built has no more at ten hertz than a line can carry`() {
    for dialect in Dialect.all {
      let slow = dialect.outputs(interval: 1_000_000_000, skyPeriod: nil)
      let fast = dialect.outputs(interval: 100_000_000, skyPeriod: nil)
      #expect(slow[.rmc] == 1 && fast[.rmc] == 1 && fast[.gga] == 1)
      #expect(fast[.gsv] == 10 * dialect.skyPeriod && fast[.gsa] == 10)
      #expect(dialect.outputs(interval: 100_000_000, skyPeriod: 7)[.gsv] == 7)
    }
  }

  @Test func `knows sentences by their names`() {
    for kind in [SentenceKind.gga, .gll, .gsa, .gsv, .rmc, .vtg, .zda, .gns, .gst, .gbs] {
      #expect(SentenceKind(name: Array("\(kind)".uppercased().utf8)) == kind)
    }
    #expect(SentenceKind(name: Array("XXX".utf8)) == nil)
    #expect(SentenceKind(name: []) == nil)
  }
}

@Suite struct `A burst` {
  @Test(arguments: Specimen.driving + Specimen.starting)
  func `looks like that of the real receiver`(specimen: Specimen) throws {
    var engine = SimulatedReceiverMachine(try Scenario(parsing: specimen.scenario))
    _ = engine.advance(to: .milliseconds(specimen.second * 1000 - 500))
    #expect(lines(engine.advance(to: .milliseconds(specimen.second * 1000 + 900)).bytes) == specimen.lines)
  }
}
