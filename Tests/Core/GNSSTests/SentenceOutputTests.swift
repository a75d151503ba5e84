import GNSS
import TestSupport
import Testing
import UBX

@Suite struct `The sentences and messages of a decoder` {
  private let gga = (0...1).map { "GPGGA,12000\($0),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,," }

  /// A known message and an unknown one between sentences, of which one is unknown.
  private func sent() throws -> (sentences: [[UInt8]], messages: [[UInt8]]) {
    let version = try Message.unknown(.monVER, payload: Array("ROM CORE 3.01".utf8)).encoded()
    let solution = try Message.navPVT(NavPVT()).encoded()
    return ([wire(gga[0]), wire("GPXXX,1,2,3"), wire(gga[1])], [version, solution])
  }

  /// What a decoder passes on, without line ends.
  private func passed(_ bytes: [UInt8], _ ask: (inout FixDecoder) -> Void) -> [[UInt8]] {
    var decoder = FixDecoder(.recording())
    ask(&decoder)
    var passed: [[UInt8]] = []
    let take = { (output: DecodedOutput) in
      switch output {
      case .sentence(let bytes), .message(let bytes): passed.append(bytes)
      default: break
      }
    }
    decoder.decode(bytes.span, take)
    decoder.finish(take)
    return passed
  }

  @Test func `come whole and in order, known or not, and only to who asks`() throws {
    let (sentences, messages) = try sent()
    let stream = messages[0] + sentences.joined() + messages[1]
    #expect(passed(stream) { $0.givesMessages = true } == messages)
    #expect(passed(stream) { $0.givesSentences = true } == sentences.map { $0.dropLast(2) })
    #expect(passed(stream) { _ in }.isEmpty)
  }

  @Test func `are asked for behind an interruption too`() {
    var decoder = FixDecoder(.recording())
    decoder.givesMessages = true
    decoder.restart(.recording())
    #expect(decoder.givesMessages && !decoder.givesSentences)
  }

  @Test func `are only those with a right checksum`() throws {
    var (sentences, messages) = try sent()
    messages[0][messages[0].count - 1] ^= 1
    sentences[0][10] ^= 1
    let stream = messages[0] + sentences.joined() + messages[1]
    #expect(passed(stream) { $0.givesMessages = true }.count == 1)
    #expect(passed(stream) { $0.givesSentences = true }.count == 2)
  }
}
