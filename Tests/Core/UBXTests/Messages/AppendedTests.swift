import TestSupport
import Testing

@testable import UBX

/// Later firmware appends fields to a message: what is in front of them is read as before.
@Suite struct `A message whose maker has appended fields` {
  /// The longest form of each kind; only these can be appended to.
  ///
  /// Settings come as pairs of a key and a value up to the end, so that nothing can follow them.
  private static let longest = Dictionary(
    grouping: PayloadShape.all.filter { ![.cfgVALSET, .cfgVALGET].contains($0.kind) }, by: \.kind
  ).values
    .compactMap { forms in forms.max { $0.length < $1.length } }
    .sorted { $0.kind.rawValue < $1.kind.rawValue }

  @Test(arguments: longest)
  func `is read, and keeps them`(shape: PayloadShape) throws {
    var random = SeededGenerator()
    for count in [1, 2, 4, 6, 8, 16, 40] {
      let payload = shape.payload(&random) + random.bytes(count)
      if case .unknown = try read(shape.kind, payload) {
        Issue.record("\(shape.testDescription) with \(count) bytes more is not read, seed \(seed)")
      }
      #expect(try read(shape.kind, payload).payload == payload, "\(count) bytes more, seed \(seed)")
    }
  }

  @Test(arguments: 1...40) func `of NAV-PVT has the same solution`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    guard case .navPVT(let plain) = try read(.navPVT, Sample.navPVTPayload),
      case .navPVT(let longer) = try read(.navPVT, Sample.navPVTPayload + random.bytes(count))
    else { throw Unexpected() }
    #expect(longer.position != nil && longer.position == plain.position)
    #expect(longer.horizontalAccuracy == plain.horizontalAccuracy)
    #expect(longer.magneticDeclination == plain.magneticDeclination)
  }

  @Test(arguments: [1, 4, 7, 9, 16, 40]) func `of MON-HW has the same state`(count: Int) throws {
    // 68 bytes are the form of u-blox 5 and 6.
    var random = SeededGenerator(seed: UInt64(count))
    let payload = random.bytes(60)
    guard case .monHW(let plain) = try read(.monHW, payload),
      case .monHW(let longer) = try read(.monHW, payload + random.bytes(count))
    else { throw Unexpected() }
    #expect(longer.interference == plain.interference)
    #expect(longer.antennaState == plain.antennaState && longer.jamming == plain.jamming)
    #expect(longer.virtualPins == plain.virtualPins && longer.pinsPulledLow == plain.pinsPulledLow)
  }
}
