import TestSupport
import Testing

@testable import NMEA

@Suite struct `The letter of a field` {
  private func text(_ letters: UInt8...) -> String { String(decoding: letters, as: UTF8.self) }

  @Test func `is the one that the standard gives each meaning`() {
    #expect(text(Status.valid.rawValue, Status.void.rawValue) == "AV")
    #expect(text(ArrivalStatus.arrived.rawValue, ArrivalStatus.underway.rawValue) == "AV")
    #expect(text(NorthReference.trueNorth.rawValue, NorthReference.magneticNorth.rawValue) == "TM")
    let modes: [ModeIndicator] = [
      .autonomous, .differential, .deadReckoning, .rtkFloat, .manual, .noFix, .precise, .rtkFixed, .simulator,
    ]
    #expect(String(decoding: modes.map(\.rawValue), as: UTF8.self) == "ADEFMNPRS")
    let statuses: [NavigationalStatus] = [.safe, .caution, .unsafe, .notGiven]
    #expect(String(decoding: statuses.map(\.rawValue), as: UTF8.self) == "SCUV")
  }

  @Test func `keeps its value when nobody here knows it`() throws {
    let gll: GLL = try read(wire("GPGLL,,,,,,A,Z"))
    #expect(gll.mode?.rawValue == UInt8(ascii: "Z"))
    #expect(String(decoding: gll.encoded(), as: UTF8.self).contains(",A,Z*"))
  }

  @Test(arguments: ["AA", "A V", "valid"]) func `is one and no more`(field: String) throws {
    #expect(try fault(in: "GPGLL,,,,,,\(field)") == FieldFault(field: 6, reason: .notALetter))
  }
}

@Suite struct `A talker` {
  @Test func `is its two letters`() {
    let names: [(Talker, String)] = [
      (.gp, "GP"), (.gl, "GL"), (.ga, "GA"), (.gb, "GB"), (.bd, "BD"), (.gq, "GQ"), (.qz, "QZ"), (.gi, "GI"),
      (.gn, "GN"), (.pq, "PQ"), (.hc, "HC"), (.he, "HE"), (.ii, "II"), (.sd, "SD"), (.vw, "VW"), (.wi, "WI"),
    ]
    for (talker, name) in names {
      #expect(talker.description == name)
      #expect([talker.first, talker.second] == Array(name.utf8))
      #expect(Talker(talker.first, talker.second) == talker)
    }
    #expect(Set(names.map(\.0)).count == names.count)
  }

  @Test func `may be any two letters`() throws {
    let hdt: HDT = try read(wire("XYHDT,1.5,T"))
    #expect(hdt.talker == Talker(UInt8(ascii: "X"), UInt8(ascii: "Y")))
  }
}

@Suite struct `A revision` {
  @Test func `is later than those before it`() {
    let inOrder: [Revision] = [.v2_0, .v2_3, .v3_0, .v4_0, .v4_1, .v4_10, .v4_11]
    #expect(Revision.allCases.sorted() == inOrder)
    #expect(Revision.v4_1 < .v4_10)
    #expect(!(Revision.v4_11 < .v4_11))
  }
}

@Suite struct `The bytes of a tag` {
  private func hasTag(_ text: String, _ tag: StaticString) -> Bool {
    Ascii.hasTag(Array(text.utf8).span, tag)
  }

  @Test func `end at a comma or with the text`() {
    #expect(hasTag("PUBX,00,1", "PUBX,00"))
    #expect(hasTag("PUBX,00", "PUBX,00"))
    #expect(!hasTag("PUBX,001", "PUBX,00"))
    #expect(!hasTag("PUBX,0", "PUBX,00"))
    #expect(!hasTag("", "PUBX,00"))
    #expect(!hasTag(" PUBX,00", "PUBX,00"))
  }

  @Test func `are found at their place only`() {
    func matches(_ index: Int) -> Bool { Ascii.matches(Array("ABCABD".utf8).span, at: index, "AB") }
    #expect((0...6).map(matches) == [true, false, false, true, false, false, false])
  }

  @Test func `take up a field for each comma, and one more`() {
    #expect(Ascii.fields(of: "PGRME") == 1)
    #expect(Ascii.fields(of: "PSTI,030") == 2)
    #expect(Ascii.fields(of: "A,B,C") == 3)
  }
}
