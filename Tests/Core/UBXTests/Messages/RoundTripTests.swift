import TestSupport
import Testing

@testable import UBX

@Suite struct `A payload` {
  @Test(arguments: PayloadShape.all)
  func `is written again byte for byte, whatever its bytes are`(shape: PayloadShape) throws {
    var random = SeededGenerator()
    for _ in 0..<100 {
      let payload = shape.payload(&random)
      let message = try read(shape.kind, payload)
      if case .unknown = message { Issue.record("\(shape.testDescription) has no type, seed \(seed)") }
      #expect(message.kind == shape.kind, "seed \(seed)")
      #expect(message.payload == payload, "seed \(seed)")
    }
  }

  @Test(arguments: PayloadShape.all)
  func `that is cut short is never read beyond its end`(shape: PayloadShape) throws {
    var random = SeededGenerator()
    let payload = shape.payload(&random)
    for length in 0..<payload.count {
      let cut = [UInt8](payload[..<length])
      #expect(try read(shape.kind, cut).payload == cut, "\(length) bytes, seed \(seed)")
    }
  }

  @Test func `of a version that no one knows is not taken apart`() throws {
    for (kind, place) in [
      (MessageKind.navSAT, 4), (.navSIG, 4), (.navCOV, 4), (.monRF, 0), (.monCOMMS, 0), (.secSIG, 0),
      (.secUNIQID, 0), (.cfgVALGET, 0), (.navHPPOSLLH, 0), (.mgaINI, 1),
    ] {
      var random = SeededGenerator(seed: 1)
      var payload = try #require(PayloadShape.all.first { $0.kind == kind }).payload(&random)
      payload[place] = 99
      #expect(try read(kind, payload) == .unknown(kind, payload: payload))
    }
  }

  @Test func `that promises more blocks than it has is not taken apart`() throws {
    for (kind, place) in [
      (MessageKind.navSAT, 5), (.navSIG, 5), (.navSVINFO, 4), (.navORB, 5), (.monCOMMS, 1), (.cfgGNSS, 3),
      (.monRF, 1),
    ] {
      var random = SeededGenerator(seed: 2)
      let shapes = PayloadShape.all.filter { $0.kind == kind }
      var payload = try #require(shapes.max { $0.length < $1.length }).payload(&random)
      payload[place] = 200
      #expect(try read(kind, payload) == .unknown(kind, payload: payload))
    }
  }

  @Test func `that no one would read is cut, or refused`() {
    let text = InfText { $0.bytes = [UInt8](repeating: 0x41, count: 100_000) }
    #expect(text.encoded().count == MessageFrame.longestPayload + 8)
    #expect(throws: MessageError.tooLong(found: 100_000, allowed: 8192)) { try Message.inf(text).encoded() }
  }

  @Test func `made here has the length that the protocol says`() {
    #expect(NavSAT { $0.satellites = [.init(), .init()] }.payload.count == 8 + 12 * 2)
    #expect(NavPVT().payload.count == 92)
    #expect(CfgNMEA().payload.count == 20)
    #expect(CfgCFG().payload.count == 13)
    #expect(MonHW().payload.count == 60)
    #expect(SecUNIQID { $0.number = [1, 2, 3, 4, 5, 6] }.payload == [2, 0, 0, 0, 1, 2, 3, 4, 5, 6])
    #expect(CfgMSG { $0.isForThisPort = true }.payload.count == 3)
  }
}
