import Foundation
import GPSSystemCalls
import Glibc
import TestSupport

/// A server for tests on this machine, which answers each request as a closure decides.
final class HTTPPeer: Sendable {
  struct Request: Sendable {
    let head: String
    let body: [UInt8]

    /// The value of a field of the head.
    func field(_ name: String) -> String? {
      head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }.map {
        String($0.dropFirst(name.utf8.count + 2))
      }
    }
  }

  enum Answer: Sendable {
    case whole(Int, [UInt8] = [], fields: [String] = [])
    /// The first bytes of a longer body, and then the end of the connection.
    case cut([UInt8])
    /// Nothing, and the connection stays.
    case silence
    case end
  }

  private struct State: Sendable {
    var requests: [Request] = []
    var received: [UInt8] = []
    var connections = 0
    var open: [CInt] = []
  }

  let port: UInt16
  private let listener: CInt
  private let answer: @Sendable (Request) -> Answer
  private let state = Guarded(State())

  init(_ answer: @escaping @Sendable (Request) -> Answer) throws {
    self.answer = answer
    listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = unsafe withUnsafeMutablePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(listener, $0, length) == 0 && listen(listener, 32) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else { throw SystemFailure(number: errno) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        self.state.withLock {
          $0.connections += 1
          $0.open.append(client)
        }
        Thread.detachNewThread { self.serve(client) }
      }
    }
  }

  var requests: [Request] { state.withLock { $0.requests } }
  var received: [UInt8] { state.withLock { $0.received } }
  var connections: Int { state.withLock { $0.connections } }

  /// Ends all connections and all threads, and accepts no others.
  func end() {
    shutdown(listener, CInt(SHUT_RDWR))
    endConnections()
  }

  func endConnections() {
    state.withLock { state in
      for descriptor in state.open { shutdown(descriptor, CInt(SHUT_RDWR)) }
      state.open = []
    }
  }

  private func serve(_ client: CInt) {
    defer { close(client) }
    var (bytes, room): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 65_536))
    while true {
      let count = unsafe recv(client, &room, room.count, 0)
      guard count > 0 else { return }
      bytes += room[..<count]
      state.withLock { $0.received += room[..<count] }
      while let (request, rest) = Self.request(bytes) {
        bytes = rest
        state.withLock { $0.requests.append(request) }
        guard send(answer(request), to: client) else { return }
      }
    }
  }

  private static func request(_ bytes: [UInt8]) -> (Request, rest: [UInt8])? {
    let end = Array("\r\n\r\n".utf8)
    guard bytes.count >= 4,
      let place = (0...(bytes.count - 4)).first(where: { bytes[$0..<($0 + 4)] == end[...] })
    else { return nil }
    let head = String(decoding: bytes[..<place], as: UTF8.self)
    let size = Request(head: head, body: []).field("Content-Length").flatMap { Int($0) } ?? 0
    let body = bytes[(place + 4)...]
    guard body.count >= size else { return nil }
    return (Request(head: head, body: Array(body.prefix(size))), Array(body.dropFirst(size)))
  }

  /// Returns whether the connection stays.
  private func send(_ answer: Answer, to client: CInt) -> Bool {
    func send(_ status: Int, _ size: Int, _ fields: [String], _ body: [UInt8]) {
      let lines = ["HTTP/1.1 \(status) X", "Content-Length: \(size)"] + fields
      var rest = (Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)[...]
      while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes {
          unsafe Glibc.send(client, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
        }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
    switch answer {
    case .whole(let status, let body, let fields): send(status, body.count, fields, body)
    case .cut(let body):
      send(200, body.count + 1000, [], body)
      return false
    case .silence: break
    case .end: return false
    }
    return true
  }
}
