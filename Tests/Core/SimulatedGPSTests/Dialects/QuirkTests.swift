import GNSS
import NMEA
import SimulatedGPS
import Testing

@Suite struct `A quirk` {
  private func stream(_ numbers: String, _ name: String = "static", seconds: Int = 20, more: String = "")
    throws -> [UInt8]
  {
    bytes(try Scenario(parsing: "sim:\(name)?speed=115200&quirks=\(numbers)\(more)"), seconds: seconds)
  }

  private func said(_ bytes: [UInt8], _ name: String) -> [[Substring]] {
    lines(bytes).filter { $0.dropFirst(3).hasPrefix(name) }
      .map { $0.prefix { $0 != "*" }.split(separator: ",", omittingEmptySubsequences: false) }
  }

  @Test func `1 begins in the middle`() throws {
    #expect(try stream("1").first != UInt8(ascii: "$"))
    #expect(fixes(try stream("1")).last?.isValid == true)
  }

  @Test func `3 and 4 end lines in other ways`() throws {
    #expect(try !stream("3").contains(0x0D))
    let doubled = try stream("4")
    #expect(zip(doubled, doubled.dropFirst(2)).contains { $0 == 0x0D && $1 == 0x0A })
    for number in ["3", "4"] { #expect(fixes(try stream(number)).last?.isValid == true) }
  }

  @Test func `9, 11 and 12 change what stands behind the body`() throws {
    #expect(lines(try stream("9")).contains { $0.suffix(2).contains { $0.isLowercase } })
    #expect(fixes(try stream("9")).last?.isValid == true)
    #expect(try !stream("11").contains(UInt8(ascii: "*")))
    #expect(lines(try stream("12")).allSatisfy { $0.hasSuffix(" ") })
    #expect(fixes(try stream("12")).last?.isValid == true)
  }

  @Test func `17 and 18 give BeiDou other talkers, and it stays BeiDou`() throws {
    #expect(lines(try stream("17")).contains { $0.hasPrefix("$BDGSV") })
    #expect(lines(try stream("18")).contains { $0.hasPrefix("$PQGSA") })
    for number in ["17", "18"] {
      let satellites = try #require(fixes(try stream(number)).last).satellites
      #expect(satellites.contains { $0.identity.constellation == .beidou && $0.isUsed }, "\(number)")
    }
  }

  @Test func `38, 40, 41 and 45 are about having no fix, and none of them makes one`() throws {
    let timeless = said(try stream("38", "nofix"), "RMC")
    #expect(timeless.allSatisfy { $0[1].isEmpty && $0[2] == "V" })
    let zeros = said(try stream("45", "nofix"), "GGA")
    #expect(zeros.allSatisfy { $0[2] == "0000.00000" && $0[6] == "0" })
    let contrary = said(try stream("41", "nofix"), "RMC")
    #expect(contrary.allSatisfy { $0[2] == "A" && $0[12] == "N" })
    for number in ["38", "41", "45"] {
      #expect(fixes(try stream(number, "nofix")).allSatisfy { !$0.isValid }, "\(number)")
    }
    let kept = said(try stream("40", "tunnel", seconds: 90), "RMC").last
    #expect(kept?[2] == "V" && kept?[3].isEmpty == false)
    #expect(fixes(try stream("40", "tunnel", seconds: 90)).last?.isValid == false)
  }

  @Test func `46, 47 and 48 leave out what others say, and the fix stays`() throws {
    #expect(said(try stream("46"), "GGA").allSatisfy { $0[9].isEmpty })
    #expect(said(try stream("47"), "GGA").last?[9].isEmpty == false)
    #expect(said(try stream("47"), "GGA").last?[11].isEmpty == true)
    #expect(said(try stream("48"), "GGA").last?[7] == "00")
    for number in ["46", "47", "48"] { #expect(fixes(try stream(number)).last?.isValid == true) }
  }

  @Test func `50 says nothing but RMC`() throws {
    let names = Set(lines(try stream("50")).filter { !$0.contains("TXT") }.map { $0.prefix(6) })
    #expect(names == ["$GNRMC"])
    #expect(fixes(try stream("50")).last?.mode == .twoDimensional)
  }

  @Test func `54, 56, 57, 58 and 59 fill fields in odd ways`() throws {
    #expect(said(try stream("54", more: "&dialect=sirf"), "RMC").last?[8].isEmpty == true)
    #expect(said(try stream("56"), "RMC").last?[10] == "0.0")
    #expect(fixes(try stream("56")).last?.magneticVariation == nil)
    #expect(said(try stream("57", "nofix"), "GGA").last?[8] == "50.00")
    #expect(fixes(try stream("57", "nofix")).last?.dilution.horizontal == nil)
    #expect(said(try stream("58"), "GGA").last?[14] == "0000")
    #expect(fixes(try stream("58")).last?.differentialStation == nil)
    #expect(said(try stream("59"), "GLL").last?[5].isEmpty == true)
  }

  @Test func `68, 72 and 73 tell satellites in odd ways`() throws {
    #expect(Set(lines(try stream("68")).filter { $0.contains("GSV") }.map { $0.prefix(6) }) == ["$GPGSV"])
    #expect(said(try stream("72"), "GSA").allSatisfy { $0.count >= 30 })
    #expect(fixes(try stream("72")).last?.satellites.contains { $0.isUsed } == true)
    #expect(said(try stream("73"), "GSA").allSatisfy { $0[3].isEmpty })
    #expect(fixes(try stream("73")).last?.isValid == true)
  }

  @Test func `76 to 83 write satellites in odd ways, and the same ones come back`() throws {
    let plain = try #require(fixes(try stream("1")).last).satellites.map(\.identity)
    for number in ["76", "79", "81", "83"] {
      #expect(try #require(fixes(try stream(number)).last).satellites.map(\.identity) == plain, "\(number)")
    }
    #expect(said(try stream("76"), "GSV").allSatisfy { $0.count == 4 + 16 + 1 })
    #expect(said(try stream("81", "tunnel", seconds: 90), "GSV").last?[7] == "00")
    #expect(said(try stream("83"), "GSV").allSatisfy { $0.last == "0" })
    let noDirections = try #require(fixes(try stream("80", "nofix")).last)
    #expect(noDirections.satellites.allSatisfy { $0.azimuth == nil })
    #expect(!noDirections.satellites.isEmpty)
  }

  @Test func `85 tells the sky every fifth time`() throws {
    let stream = try stream("85")
    let sets = said(stream, "GSV").count { $0[0].hasPrefix("$GP") && $0[2] == "1" }
    #expect(sets == 3)
    #expect(said(stream, "GGA").count == 19)
  }

  @Test func `that is not played is not taken`() {
    #expect(Dialect.Quirks(numbers: [9, 9999, -1, 88]) == [.lowercaseChecksum])
    for quirk in Dialect.Quirk.allCases {
      #expect(Dialect.Quirks(numbers: [quirk.rawValue]) == [quirk])
      #expect(Dialect.Quirks(numbers: [quirk.rawValue]).all == [quirk])
    }
    #expect(!Dialect.Quirks([.lowercaseChecksum]).contains(.noChecksum))
  }

  @Test func `of any number leaves a stream that breaks nothing`() throws {
    for number in Dialect.Quirk.allCases.map(\.rawValue) where number != 11 {
      for name in ["drive", "coldstart", "nofix"] {
        let counts = streamCounts(try stream("\(number)", name))
        #expect(counts.badChecksums + counts.badFields == 0, "\(number) \(name)")
      }
    }
  }
}
