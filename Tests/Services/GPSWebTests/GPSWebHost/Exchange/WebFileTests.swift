import Glibc
import TestSupport
import Testing

@testable import GPSWebHost

@Suite struct `A file of a page` {
  private static let accepting = {
    var request = WebRequest(path: "/")
    request.headers = [WebField("Accept-Encoding", "gzip")]
    return request
  }()

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

  private static func body(of answer: WebAnswer) -> [UInt8]? {
    if case .bytes(let body) = answer.body { body } else { nil }
  }

  @Test(arguments: [(100, 1), (70_000, 1), (70_000, 100)])
  func `is the same after gzip has decompressed it`(count: Int, times: Int) throws {
    var random = SeededGenerator(seed: 3)
    let part = (0..<count).map { _ in UInt8.random(in: 0..<3, using: &random) }
    var bytes: [UInt8] = []
    for _ in 0..<times { bytes += part }
    let answer = WebFile(type: "text/css", bytes: bytes).answer(to: Self.accepting)
    let body = try #require(Self.body(of: answer))
    #expect(body.count < bytes.count && answer.headers.contains { $0.isNamed("Content-Encoding") })
    #expect(try Self.decompressed(body) == bytes)
    #expect(body[4..<8] == [0, 0, 0, 0], "no time: the same file has the same bytes")
  }

  @Test(
    arguments: [
      ([], nil), (["gzip"], "gzip"), (["deflate, GZIP;q=0.5, br"], "gzip"), (["br", " gzip "], "gzip"),
      (["gzip;q=0"], nil), (["gzip; q=0.000"], nil), (["gzipped"], nil), ([""], nil), ([";q=1,,"], nil),
      (["identity"], nil),
    ] as [([String], String?)])
  func `is compressed for clients that accept it`(accepted: [String], encoding: String?) throws {
    let file = WebFile(type: "text/css", bytes: [UInt8](repeating: 65, count: 5000))
    var request = WebRequest(path: "/")
    request.headers = accepted.map { WebField("accept-encoding", $0) }
    let answer = file.answer(to: request)
    #expect(answer.headers.first { $0.isNamed("Content-Encoding") }?.value == encoding)
    #expect(answer.headers.first { $0.isNamed("Vary") }?.value == "Accept-Encoding")
    let body = try #require(Self.body(of: answer))
    #expect(encoding == nil ? body == file.bytes : body.starts(with: [0x1F, 0x8B, 8]) && body.count < 100)
  }

  @Test func `has a tag of its own when compressed, for which the client has it already`() throws {
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

  @Test(arguments: [0, 1, 9, 5000]) func `is sent as it is where that saves nothing`(count: Int) {
    var random = SeededGenerator(seed: 5)
    let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    let answer = WebFile(type: "image/png", bytes: bytes).answer(to: Self.accepting)
    #expect(!answer.headers.contains { $0.isNamed("Content-Encoding") })
  }

  @Test func `is sent as it is without zlib`() {
    let bytes = [UInt8](repeating: 65, count: 5000)
    let file = WebFile(type: "text/css", bytes: bytes, library: "libabsent.so.0")
    for _ in 0..<2 {
      let answer = file.answer(to: Self.accepting)
      #expect(answer.status == 200 && Self.body(of: answer) == bytes)
      #expect(answer.headers.first { $0.isNamed("ETag") }?.value == file.tag)
      #expect(answer.headers.first { $0.isNamed("Vary") }?.value == "Accept-Encoding")
      #expect(!answer.headers.contains { $0.isNamed("Content-Encoding") })
    }
  }
}
