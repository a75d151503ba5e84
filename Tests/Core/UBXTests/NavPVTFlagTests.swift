import Testing

@testable import UBX

@Suite struct `A flag of NAV-PVT` {
  private static let blank = [UInt8](repeating: 0, count: 92)

  /// A message of zeros but for these bytes.
  private func read(_ bytes: [Int: UInt8]) throws -> NavPVT {
    var payload = Self.blank
    // A month and a day, so that a date can be one.
    payload.replaceSubrange(4..<8, with: [0xE8, 0x07, 1, 1])
    for (offset, byte) in bytes { payload[offset] = byte }
    return try #require(navPVT(payload))
  }

  /// The names of the flags that are up.
  private func names(_ solution: NavPVT) -> Set<String> {
    let flags: [(String, Bool)] = [
      ("validDate", solution.date != nil), ("validTime", solution.time != nil),
      ("fullyResolved", solution.isTimeFullyResolved), ("validMag", solution.magneticDeclination != nil),
      ("gnssFixOK", solution.isFixOK), ("diffSoln", solution.isDifferential),
      ("headVehValid", solution.vehicleHeading != nil), ("confirmedAvai", solution.confirmation != nil),
      ("invalidLlh", solution.position == nil), ("authTime", solution.isTimeAuthenticated),
      ("psm", solution.powerState != .notActive), ("carrSoln", solution.carrierSolution != .none),
      ("lastCorrectionAge", solution.correctionAge != nil),
    ]
    return Set(flags.filter(\.1).map(\.0))
  }

  @Test(
    arguments: [
      (11, 0, "validDate"), (11, 1, "validTime"), (11, 2, "fullyResolved"), (11, 3, "validMag"), (11, 4, nil),
      (11, 7, nil), (21, 0, "gnssFixOK"), (21, 1, "diffSoln"), (21, 2, "psm"), (21, 3, "psm"), (21, 4, "psm"),
      (21, 5, "headVehValid"), (21, 6, "carrSoln"), (21, 7, "carrSoln"), (22, 0, nil), (22, 4, nil),
      (22, 5, "confirmedAvai"), (22, 6, nil), (22, 7, nil), (78, 0, "invalidLlh"),
      (78, 1, "lastCorrectionAge"),
      (78, 2, "lastCorrectionAge"), (78, 3, "lastCorrectionAge"), (78, 4, "lastCorrectionAge"), (78, 5, nil),
      (78, 7, nil), (79, 4, nil), (79, 5, "authTime"), (79, 6, nil), (79, 7, nil), (80, 0, nil), (83, 7, nil),
    ] as [(Int, Int, String?)])
  func `has a bit of its own, and no other bit means it`(offset: Int, bit: Int, name: String?) throws {
    #expect(names(try read([offset: 1 << UInt8(bit)])) == Set([name].compactMap { $0 }))
  }

  @Test func `is down in a message of zeros`() throws { #expect(names(try read([:])).isEmpty) }

  @Test(
    arguments: [
      (0b000, NavPVT.PowerState.notActive), (0b001, .enabled), (0b010, .acquisition), (0b011, .tracking),
      (0b100, .optimizedTracking), (0b101, .inactive),
    ] as [(UInt8, NavPVT.PowerState)])
  func `of three bits tells how the receiver saves power`(bits: UInt8, state: NavPVT.PowerState) throws {
    #expect(try read([21: bits << 2]).powerState == state)
    #expect(try read([21: bits << 2 | 0b1110_0011]).powerState == state)
  }

  @Test(
    arguments: [(0, NavPVT.CarrierSolution.none), (1, .float), (2, .fixed)]
      as [(UInt8, NavPVT.CarrierSolution)])
  func `of two bits tells how the carrier is resolved`(bits: UInt8, solution: NavPVT.CarrierSolution) throws {
    #expect(try read([21: bits << 6]).carrierSolution == solution)
    #expect(try read([21: bits << 6 | 0x3F]).carrierSolution == solution)
  }

  @Test(
    arguments: [
      (1, 0, 1), (2, 1, 2), (3, 2, 5), (4, 5, 10), (5, 10, 15), (6, 15, 20), (7, 20, 30), (8, 30, 45),
      (9, 45, 60),
      (10, 60, 90), (11, 90, 120), (12, 120, .infinity), (13, 120, .infinity), (15, 120, .infinity),
    ] as [(UInt8, Double, Double)])
  func `of four bits tells how old the corrections are`(bits: UInt8, from: Double, to: Double) throws {
    #expect(try read([78: bits << 1]).correctionAge?.seconds == from..<to)
    #expect(try read([78: bits << 1 | 0b1110_0001]).correctionAge?.rawValue == bits)
  }

  @Test(
    arguments: [(0x20, false, false), (0x60, true, false), (0xA0, false, true), (0xE0, true, true)]
      as [(UInt8, Bool, Bool)])
  func `confirms date and time apart`(bits: UInt8, date: Bool, time: Bool) throws {
    #expect(try read([22: bits]).confirmation == NavPVT.Confirmation(date: date, time: time))
  }

  @Test func `of the later ones is not looked for in the old form`() throws {
    var payload = Self.blank
    for offset in [11, 21, 22, 78, 79] { payload[offset] = 0xFF }
    let solution = try #require(navPVT(payload[..<84]))
    #expect(solution.confirmation == nil)
    #expect(solution.correctionAge == nil)
    #expect(solution.vehicleHeading == nil)
    #expect(solution.magneticDeclination == nil)
    #expect(!solution.isTimeAuthenticated)
    #expect(solution.position != nil)
    #expect(solution.isFixOK)
  }

  @Test(
    arguments: [
      (0, .none), (1, .deadReckoning), (2, .twoDimensional), (3, .threeDimensional), (4, .combined),
      (5, .timeOnly),
    ] as [(UInt8, NavPVT.FixType)])
  func `of a whole byte tells what was solved for`(byte: UInt8, type: NavPVT.FixType) throws {
    #expect(try read([20: byte]).fixType == type)
  }

  @Test func `of a kind that nobody knows keeps its number`() throws {
    #expect(try read([20: 200]).fixType.rawValue == 200)
    #expect(try read([21: 0b0001_1100]).powerState.rawValue == 7)
    #expect(try read([21: 0b1100_0000]).carrierSolution.rawValue == 3)
  }
}
