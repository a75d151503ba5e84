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

  @Test(arguments: FieldDescription.all) func `is zero where its bytes are`(field: FieldDescription) throws {
    #expect(field.value(try #require(navPVT(Self.blank))) == 0)
  }

  @Test(arguments: FieldDescription.all)
  func `takes each of its bytes at its place, the first one lowest`(field: FieldDescription) throws {
    for byte in 0..<field.width {
      // The top byte of a position would lie beyond the pole.
      let bits: [UInt8] = byte == 3 ? [0x01, 0x20] : [0x01, 0x20, 0x7F]
      for bit in bits {
        var payload = Self.blank
        payload[field.offset + byte] = bit
        let solution = try #require(navPVT(payload))
        let steps = Double(UInt64(bit) << UInt64(8 * byte))
        #expect(isNear(field.value(solution), steps * field.step), "\(bit) at byte \(byte)")
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

  @Test(arguments: FieldDescription.all)
  func `touches no other`(field: FieldDescription) throws {
    var payload = Self.blank
    payload[field.offset] = 1
    let before = try #require(navPVT(Self.blank))
    let after = try #require(navPVT(payload))
    for other in FieldDescription.all where other.name != field.name {
      #expect(other.value(after) == other.value(before), "\(other.name)")
    }
  }

  @Test(arguments: FieldDescription.all)
  func `is written where it is read`(field: FieldDescription) throws {
    var payload = Self.blank
    for byte in 0..<field.width { payload[field.offset + byte] = UInt8(byte + 1) }
    let written = try #require(navPVT(payload)).payload
    let range = field.offset..<field.offset + field.width
    #expect(written[range] == payload[range])
    for index in written.indices where !range.contains(index) && !(84..<88).contains(index) {
      // Without a sensor's heading, the field repeats the heading of motion.
      #expect(written[index] == Self.blank[index], "byte \(index)")
    }
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
    #expect(position(900_000_001, 0) == nil)
    #expect(position(-900_000_001, 0) == nil)
    #expect(position(0, 1_800_000_001) == nil)
    #expect(position(0, -1_800_000_001) == nil)
  }
}
