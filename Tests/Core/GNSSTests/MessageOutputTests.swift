import GNSS
import TestSupport
import Testing
import UBX

@Suite struct `The binary messages of a decoder` {
  private static let version = Message.unknown(.monVER, payload: Array("ROM CORE 3.01".utf8))
  private static let solution = Message.navPVT(NavPVT())

  private func outputs(asking: Bool, _ bytes: [UInt8]) -> [DecodedOutput] {
    var decoder = FixDecoder(.recording())
    decoder.givesMessages = asking
    var outputs: [DecodedOutput] = []
    decoder.decode(bytes.span) { outputs.append($0) }
    decoder.finish { outputs.append($0) }
    return outputs
  }

  private func messages(asking: Bool, _ bytes: [UInt8]) -> [[UInt8]] {
    outputs(asking: asking, bytes).compactMap { if case .message(let bytes) = $0 { bytes } else { nil } }
  }

  @Test func `come whole and in order, from the leader to the checksum, known or not`() throws {
    let sent = [try Self.version.encoded(), try Self.solution.encoded()]
    #expect(messages(asking: true, sent[0] + wire(["GPXXX,1,2,3"]) + sent[1]) == sent)
  }

  @Test func `come only when somebody asks, also behind an interruption`() throws {
    let bytes = try Self.version.encoded()
    #expect(messages(asking: false, bytes).isEmpty)
    var decoder = FixDecoder(.recording())
    decoder.givesMessages = true
    decoder.restart(.recording())
    #expect(decoder.givesMessages && !decoder.givesSentences)
  }

  @Test func `are only those with a right checksum`() throws {
    var broken = try Self.version.encoded()
    broken[broken.count - 1] ^= 1
    #expect(messages(asking: true, broken + (try Self.version.encoded())).count == 1)
  }
}
