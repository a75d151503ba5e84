import GPSBridge
import Testing

@testable import GPSFormats

@Suite struct `An expression about fields` {
  private static let values: [String: Scalar] = [
    "speed_mps": .number(4), "sats_used": .count(7), "mode": .text("3d"), "verdict": .text("jammed"),
    "simulated": .truth,
    "time": .text("2026-11-24T09:00:00.000Z"),
  ]

  private func isMet(_ text: String) throws -> Bool {
    try FieldExpression(reading: text).holds { field in
      switch field {
      case .verdict: Self.values["verdict"]
      case .fix(let key): Self.values[key.rawValue]
      }
    }
  }

  @Test(
    arguments: [
      "speed_mps = 4", "speed_mps==4.0", "speed_mps>3", " speed_mps  >=  4 ", "speed_mps <= 4",
      "speed_mps < 4.01", "speed_mps != 3", "sats_used > 6", "mode = 3d", "mode != 2d", "verdict = jammed",
      "simulated = true", "time > 2026-11-24T08:59", "time = 2026-11-24T09:00:00Z",
      "time >= 2026-11-24T09:00:00Z", "speed_mps > 9 or mode = 3d",
      "mode = 2d and speed_mps > 9 or verdict = jammed", "verdict = jammed or mode = 2d and mode = none",
    ]) func `holds`(_ text: String) throws
  { #expect(try isMet(text)) }

  @Test(
    arguments: [
      "speed_mps > 4", "speed_mps != 4", "sats_used < 7", "mode = 2d", "verdict != jammed",
      "mode = 3d and verdict = good",
      "verdict = good or mode = 2d and speed_mps > 1", "time < 2026",
      "time > 2026-11-24T09:00:00Z",
      // What is not known satisfies nothing.
      "h_acc_m < 1000", "h_acc_m != 3", "state != live", "suspect = spoofed",
    ]) func `does not hold`(_ text: String) throws
  { #expect(try !isMet(text)) }

  @Test(
    arguments: [
      ("", "is empty"), ("speed > 3", "'speed' is not a field"), ("speed_mps", "one of = != < <= > >="),
      ("speed_mps >", "a value is missing"), ("speed_mps > fast", "is a number, and 'fast' is not"),
      ("speed_mps > nan", "is not"), ("mode = 3D", "is none, 2d, 3d, time"), ("mode > 2d", "has no order"),
      ("verdict = jamed", "is never 'jamed'"), ("mode = 3d mode = 2d", "'and' or 'or' is expected"),
      ("mode = 3d and", "a comparison is missing"), ("mode <> 3d", "one of ="),
      ("(mode = 3d)", "'(mode' is not a field"), ("mode = 3d; rm -rf /", "is never '3d;'"),
      ("time > banana", "time is a time such as 2026-11-24T09:30:00.000Z"),
      ("received > 10:00", "or its beginning, and '10:00' is not"),
      ("time > 2026-11-24T09:30:00.000Z0", "is not"), ("time_of_day > 2026", "such as 09:30:00.000Z"),
      ("time = 2026-11-24", "use < or >"), (String(repeating: "x", count: 2000), "more than 1000 bytes"),
    ]) func `is refused with the reason`(_ text: String, _ reason: String)
  {
    let fault = #expect(throws: FieldExpression.Fault.self) { try FieldExpression(reading: text) }
    #expect(fault?.message.contains(reason) == true, "\(fault?.message ?? "")")
  }

  @Test func `knows each mode, each quality and each verdict that a record can have`() throws {
    for mode in [FixMode.none, .twoDimensional, .threeDimensional, .time] {
      _ = try FieldExpression(reading: "mode = \(mode.word)")
    }
    for quality in [
      FixQuality.autonomous, .differential, .precise, .rtkFixed, .rtkFloat, .deadReckoning, .manual,
      .surveyed, .simulated,
    ] { _ = try FieldExpression(reading: "quality = \(quality.word)") }
    for code in Verdict.Code.allCases { _ = try FieldExpression(reading: "verdict = \(code.rawValue)") }
    #expect(Set(Verdict.Code.allCases).count == Verdict.Code.allCases.count)
  }
}
