import Glibc
import TestSupport
import Testing

@testable import GPSWebHost

@Suite struct `A compressed file` {
  /// Bytes with few and with many repeats, near and far, and with counts that make a code deep.
  private static func sample(_ random: inout SeededGenerator) -> [UInt8] {
    let count = Int.random(in: 0...70_000, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    case 1: return (0..<count).map { _ in UInt8.random(in: 0..<3, using: &random) }
    case 2: return [UInt8](repeating: 7, count: count)
    default:
      var bytes: [UInt8] = []
      while bytes.count < count {
        let rank = Int.random(in: 0..<24, using: &random)
        bytes += (0..<(1 << min(rank, 13))).map { _ in UInt8(rank) }
        guard bytes.count > 100 else { continue }
        let begin = Int.random(in: 0..<bytes.count - 50, using: &random)
        bytes += bytes[begin..<begin + 50]
      }
      return bytes
    }
  }

  /// What Debian's gzip makes of these bytes; nil if it complains.
  private static func decompressed(_ bytes: [UInt8]) throws -> [UInt8]? {
    let file = try TemporaryFile(bytes)
    guard let pipe = unsafe popen("gzip -dc </proc/\(getpid())/fd/\(file.descriptor)", "r") else {
      return nil
    }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = unsafe fread(&buffer, 1, buffer.count, pipe), count > 0 {
      output += buffer[..<count]
    }
    return unsafe pclose(pipe) == 0 ? output : nil
  }

  @Test(arguments: Array(1...12) + [SeededGenerator.seed])
  func `is for gzip what it was`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = Self.sample(&random)
    #expect(try Self.decompressed(Gzip.compressed(bytes)) == bytes, "\(bytes.count) bytes")
  }

  @Test(arguments: [0, 1, 2, 3, 4, 257, 258, 259, 260, 32_767, 32_768, 32_769, 32_770, 33_026])
  func `is for gzip what it was, at the ends of lengths and distances`(count: Int) throws {
    // The first bytes come again after as many others.
    var random = SeededGenerator(seed: 3)
    let others = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    for bytes in [[UInt8](repeating: 1, count: count), others + others.prefix(300)] {
      #expect(try Self.decompressed(Gzip.compressed(bytes)) == bytes, "\(bytes.count) bytes")
    }
  }

  @Test(
    arguments: [
      ([], nil), (["gzip"], "gzip"), (["deflate, GZIP;q=0.5, br"], "gzip"), (["br", " gzip "], "gzip"),
      (["gzip;q=0"], nil), (["gzip; q=0.000"], nil), (["gzipped"], nil), ([""], nil), ([";q=1,,"], nil),
      (["identity"], nil),
    ] as [([String], String?)])
  func `is sent to clients that accept it`(accepted: [String], encoding: String?) {
    let file = WebFile(type: "text/css", bytes: [UInt8](repeating: 65, count: 5000))
    var request = WebRequest(path: "/")
    request.headers = accepted.map { WebField("accept-encoding", $0) }
    let answer = file.answer(to: request)
    #expect(answer.headers.first { $0.isNamed("Content-Encoding") }?.value == encoding)
    #expect(answer.headers.first { $0.isNamed("Vary") }?.value == "Accept-Encoding")
    guard case .bytes(let body) = answer.body else {
      Issue.record("a file has its bytes")
      return
    }
    #expect(encoding == nil ? body == file.bytes : body.starts(with: [0x1F, 0x8B, 8]) && body.count < 100)
  }

  @Test func `has a tag of its own, for which the client has it already`() throws {
    let file = WebFile(type: "text/css", bytes: [UInt8](repeating: 65, count: 5000))
    var request = WebRequest(path: "/")
    request.headers = [WebField("If-None-Match", file.tag)]
    #expect(file.answer(to: request).status == 304)
    request.headers.append(WebField("Accept-Encoding", "gzip"))
    let answer = file.answer(to: request)
    let tag = try #require(answer.headers.first { $0.isNamed("ETag") }).value
    #expect(answer.status == 200 && tag != file.tag)
    request.headers[0].value = tag
    #expect(file.answer(to: request).status == 304)
    request.headers.removeLast()
    #expect(file.answer(to: request).status == 200)
  }

  @Test func `is sent as it is where that saves nothing`() {
    var random = SeededGenerator(seed: 5)
    let bytes = (0..<5000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    var request = WebRequest(path: "/")
    request.headers = [WebField("Accept-Encoding", "gzip")]
    let answer = WebFile(type: "image/png", bytes: bytes).answer(to: request)
    #expect(!answer.headers.contains { $0.isNamed("Content-Encoding") })
  }
}
