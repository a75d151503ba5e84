import GNSS
import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import GPSBase

@Suite struct `Redaction of whatever a receiver says` {
  private let latitude = "4807.0381"
  private let longitude = "01131.0009"

  /// A sentence of some kind with a position somewhere in it.
  private func sentence(_ random: inout SeededGenerator) -> String {
    let names = ["GGA", "RMC", "GLL", "GNS", "GSV", "VTG", "WPL", "BWC", "RMB", "RTE", "XYZ", "DTM", "GST2"]
    let talkers = ["GP", "GN", "GL", "GA", "P", "PUBX", "PGRM", "II", "!", ""]
    var fields = (0..<Int.random(in: 1...20, using: &random)).map { _ in
      "\(Int.random(in: 0...99, using: &random))"
    }
    fields.insert(latitude, at: Int.random(in: 0...fields.count, using: &random))
    fields.insert(longitude, at: Int.random(in: 0...fields.count, using: &random))
    let name = (talkers.randomElement(using: &random) ?? "") + (names.randomElement(using: &random) ?? "")
    let separator = Bool.random(using: &random) ? "," : ";"
    return "$\(name)\(separator)\(fields.joined(separator: separator))*00"
  }

  @Test(arguments: 0..<20) func `lets no position through, wherever in the sentence it stands`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let text = sentence(&random)
      let shown = SentenceRedaction.redacted(Array(text.utf8))
      // In a sky it may stand where numbers and signals do: no receiver puts it there.
      if text.contains("GSV") { continue }
      #expect(!shown.contains(latitude) && !shown.contains(longitude), "\(text)")
    }
  }

  @Test(arguments: 0..<20) func `takes any bytes, and shows none that move a cursor`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0...90, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let shown = SentenceRedaction.redacted([UInt8(ascii: "$")] + bytes)
      #expect(shown.unicodeScalars.allSatisfy(VisibleText.isHarmless))
    }
  }
}

@Suite struct `A report by one who may not see everything` {
  @Test func `says that it may be incomplete`() {
    var facts = HostFacts()
    facts.processes.sawAll = false
    let text = SupportBundle(
      facts, DoctorReport([]), .automatic, at: .init(secondsSince1970: 0), version: "1"
    ).text
    #expect(
      text.contains("\n[programs]\nfiles open in other users' programs are not visible to this user\n"))
    facts.processes.sawAll = true
    #expect(
      SupportBundle(facts, DoctorReport([]), .automatic, at: .init(secondsSince1970: 0), version: "1").text
        .contains("\n[programs]\nnone\n"))
  }
}
