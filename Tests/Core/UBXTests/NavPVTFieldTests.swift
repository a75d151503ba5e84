import TestSupport
import Testing

@testable import UBX

/// One field as the protocol describes it: where it begins, how many bytes it has, and what one step of it means.
struct FieldDescription: Sendable, CustomTestStringConvertible {
  var name: String
  var offset: Int
  var width: Int
  var isSigned: Bool
  var step: Double
  var value: @Sendable (NavPVT) -> Double?

  init(
    _ name: String, at offset: Int, _ width: Int, signed isSigned: Bool = false, step: Double,
    _ value: @escaping @Sendable (NavPVT) -> Double?
  ) {
    self.name = name
    self.offset = offset
    self.width = width
    self.isSigned = isSigned
    self.step = step
    self.value = value
  }

  var testDescription: String { name }

  static let all: [FieldDescription] = [
    FieldDescription("iTOW", at: 0, 4, step: 1) { Double($0.timeOfWeek) },
    FieldDescription("tAcc", at: 12, 4, step: 1e-9) { $0.timeAccuracy },
    FieldDescription("fixType", at: 20, 1, step: 1) { Double($0.fixType.rawValue) },
    FieldDescription("numSV", at: 23, 1, step: 1) { Double($0.satellitesUsed) },
    FieldDescription("lon", at: 24, 4, signed: true, step: 1e-7) { $0.position?.longitude },
    FieldDescription("lat", at: 28, 4, signed: true, step: 1e-7) { $0.position?.latitude },
    FieldDescription("height", at: 32, 4, signed: true, step: 1e-3) { $0.position?.height },
    FieldDescription("hMSL", at: 36, 4, signed: true, step: 1e-3) { $0.position?.altitude },
    FieldDescription("hAcc", at: 40, 4, step: 1e-3) { $0.horizontalAccuracy },
    FieldDescription("vAcc", at: 44, 4, step: 1e-3) { $0.verticalAccuracy },
    FieldDescription("velN", at: 48, 4, signed: true, step: 1e-3) { $0.velocityNorth },
    FieldDescription("velE", at: 52, 4, signed: true, step: 1e-3) { $0.velocityEast },
    FieldDescription("velD", at: 56, 4, signed: true, step: 1e-3) { $0.velocityDown },
    FieldDescription("gSpeed", at: 60, 4, signed: true, step: 1e-3) { $0.groundSpeed },
    FieldDescription("headMot", at: 64, 4, signed: true, step: 1e-5) { $0.headingOfMotion },
    FieldDescription("sAcc", at: 68, 4, step: 1e-3) { $0.speedAccuracy },
    FieldDescription("headAcc", at: 72, 4, step: 1e-5) { $0.headingAccuracy },
    FieldDescription("pDOP", at: 76, 2, step: 0.01) { $0.positionDilution },
    FieldDescription("headVeh", at: 84, 4, signed: true, step: 1e-5) { $0.vehicleHeading },
    FieldDescription("magDec", at: 88, 2, signed: true, step: 0.01) { $0.magneticDeclination?.degrees },
    FieldDescription("magAcc", at: 90, 2, step: 0.01) { $0.magneticDeclination?.accuracy },
  ]
}

@Suite struct `A field of NAV-PVT` {
  /// Nothing but zeros, and the flags up that let the later fields be read.
  private static let blank: [UInt8] = {
    var payload = [UInt8](repeating: 0, count: 92)
    payload[11] = 0x08
    payload[21] = 0x20
    return payload
  }()

  private func isNear(_ a: Double?, _ b: Double) -> Bool {
    guard let a else { return false }
    return abs(a - b) <= abs(b) * 1e-12
  }

  @Test(arguments: FieldDescription.all)
  func `takes each of its bytes at its place, the first one lowest, and touches no other`(
    field: FieldDescription
  ) throws {
    let zero = try #require(navPVT(Self.blank))
    #expect(field.value(zero) == 0)
    for byte in 0..<field.width {
      // The top byte of a position would lie beyond the pole.
      let bits: [UInt8] = byte == 3 ? [0x01, 0x20] : [0x01, 0x20, 0x7F]
      for bit in bits {
        var payload = Self.blank
        payload[field.offset + byte] = bit
        let solution = try #require(navPVT(payload))
        let steps = Double(UInt64(bit) << UInt64(8 * byte))
        #expect(isNear(field.value(solution), steps * field.step), "\(bit) at byte \(byte)")
        let changed = FieldDescription.all.filter { $0.value(solution) != $0.value(zero) }
        #expect(changed.map(\.name) == [field.name], "\(bit) at byte \(byte)")
      }
    }
  }

  @Test(arguments: FieldDescription.all)
  func `has the sign that the protocol says`(field: FieldDescription) throws {
    var payload = Self.blank
    let steps: [UInt8] = [0xFE] + [UInt8](repeating: 0xFF, count: field.width - 1)
    payload.replaceSubrange(field.offset..<field.offset + field.width, with: steps)
    let unsigned = Double((UInt64(1) << UInt64(8 * field.width)) - 2)
    let expected = (field.isSigned ? -2 : unsigned) * field.step
    #expect(isNear(field.value(try #require(navPVT(payload))), expected))
  }

  @Test(arguments: [12, 40, 44, 68, 72]) func `of an accuracy says nothing when it is all ones`(offset: Int)
    throws
  {
    var payload = Self.blank
    payload.replaceSubrange(offset..<offset + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
    let solution = try #require(navPVT(payload))
    let field = try #require(FieldDescription.all.first { $0.offset == offset })
    #expect(field.value(solution) == nil)
    let silent = FieldDescription.all.filter { $0.value(solution) == nil }.map(\.name)
    #expect(silent == [field.name])
  }

  @Test func `that is a position may be at the pole and at the date line, and not beyond`() throws {
    func position(_ latitude: Int32, _ longitude: Int32) -> NavPVT.Position? {
      var payload = Self.blank
      for byte in 0..<4 {
        payload[24 + byte] = UInt8(truncatingIfNeeded: longitude >> (8 * Int32(byte)))
        payload[28 + byte] = UInt8(truncatingIfNeeded: latitude >> (8 * Int32(byte)))
      }
      return navPVT(payload)?.position
    }
    #expect(position(900_000_000, 1_800_000_000)?.latitude == 90)
    #expect(position(-900_000_000, -1_800_000_000)?.longitude == -180)
    for (latitude, longitude) in [
      (900_000_001, 0), (-900_000_001, 0), (0, 1_800_000_001), (0, -1_800_000_001),
    ] {
      #expect(position(Int32(latitude), Int32(longitude)) == nil)
    }
  }
}

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
    #expect(solution.confirmation == nil && solution.correctionAge == nil)
    #expect(solution.vehicleHeading == nil && solution.magneticDeclination == nil)
    #expect(!solution.isTimeAuthenticated && solution.position != nil && solution.isFixOK)
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

@Suite struct `The time of a NAV-PVT message` {
  /// A message whose date and time fields are these.
  private func read(
    _ year: Int, _ month: UInt8, _ day: UInt8, _ hour: UInt8, _ minute: UInt8, _ second: UInt8, _ nano: Int32
  ) throws -> NavPVT {
    var payload = Sample.navPVTPayload
    payload[4] = UInt8(year & 0xFF)
    payload[5] = UInt8(year >> 8)
    payload.replaceSubrange(6..<11, with: [month, day, hour, minute, second])
    payload.replaceSubrange(16..<20, with: (0..<4).map { UInt8(truncatingIfNeeded: nano >> (8 * $0)) })
    return try #require(navPVT(payload))
  }

  private func date(_ year: Int, _ month: Int, _ day: Int) -> NavPVT.CalendarDate? {
    NavPVT.CalendarDate(year: year, month: month, day: day)
  }

  private func time(_ hour: Int, _ minute: Int, _ second: Int, _ nanosecond: Int = 0) -> NavPVT.TimeOfDay? {
    NavPVT.TimeOfDay(hour: hour, minute: minute, second: second, nanosecond: nanosecond)
  }

  @Test func `belongs to the second before when its fraction is negative`() throws {
    #expect(try read(2024, 3, 24, 20, 42, 23, -1).time == time(20, 42, 22, 999_999_999))
    #expect(try read(2024, 3, 24, 20, 42, 23, -1_000_000_000).time == time(20, 42, 22))
    #expect(try read(2024, 3, 24, 20, 42, 0, -4_000_000).time == time(20, 41, 59, 996_000_000))
    #expect(try read(2024, 3, 24, 20, 0, 0, -4_000_000).time == time(19, 59, 59, 996_000_000))
  }

  @Test func `belongs to the second behind when its fraction is a whole one`() throws {
    #expect(try read(2024, 3, 24, 20, 42, 23, 1_000_000_000).time == time(20, 42, 24))
    #expect(try read(2024, 3, 24, 20, 42, 59, 1_000_000_000).time == time(20, 43, 0))
  }

  @Test func `takes the day before along over midnight`() throws {
    let solution = try read(2024, 3, 1, 0, 0, 0, -5_000_000)
    #expect(solution.date == date(2024, 2, 29) && solution.time == time(23, 59, 59, 995_000_000))
    #expect(try read(2023, 3, 1, 0, 0, 0, -1).date == date(2023, 2, 28))
    #expect(try read(2100, 3, 1, 0, 0, 0, -1).date == date(2100, 2, 28))
    #expect(try read(2025, 1, 1, 0, 0, 0, -1).date == date(2024, 12, 31))
    #expect(try read(2025, 7, 15, 0, 0, 0, -1).date == date(2025, 7, 14))
  }

  @Test func `takes the day behind along over midnight`() throws {
    let solution = try read(2024, 12, 31, 23, 59, 59, 1_000_000_000)
    #expect(solution.date == date(2025, 1, 1) && solution.time == time(0, 0, 0))
    #expect(try read(2024, 2, 28, 23, 59, 59, 1_000_000_000).date == date(2024, 2, 29))
    #expect(try read(2023, 2, 28, 23, 59, 59, 1_000_000_000).date == date(2023, 3, 1))
  }

  @Test func `may be a leap second`() throws {
    #expect(try read(2016, 12, 31, 23, 59, 60, 500).time == time(23, 59, 60, 500))
    #expect(try read(2016, 12, 31, 23, 59, 60, 500).date == date(2016, 12, 31))
    #expect(try read(2016, 12, 31, 23, 59, 60, -500).time == time(23, 59, 59, 999_999_500))
    #expect(try read(2016, 12, 31, 23, 59, 60, 1_000_000_000).date == date(2017, 1, 1))
  }

  @Test func `is none when its numbers can't be, whatever its flag says`() throws {
    #expect(try read(2024, 3, 24, 24, 0, 0, 0).time == nil)
    #expect(try read(2024, 3, 24, 0, 60, 0, 0).time == nil)
    #expect(try read(2024, 3, 24, 0, 0, 61, 0).time == nil)
    #expect(try read(2024, 3, 24, 0, 0, 0, 1_000_000_001).time == nil)
    #expect(try read(2024, 3, 24, 0, 0, 0, .min).time == nil)
    #expect(try read(2023, 2, 29, 0, 0, 0, 0).date == nil)
    #expect(try read(2024, 13, 1, 0, 0, 0, 0).date == nil)
    #expect(try read(0, 1, 1, 0, 0, 0, 0).date == nil)
    #expect(try read(2024, 3, 24, 24, 0, 0, -1).date == date(2024, 3, 24))
  }
}
