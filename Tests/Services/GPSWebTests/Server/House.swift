import GPSBridge
import SimulatedGPS
import TestSupport

@testable import GPSWeb
@testable import GPSWebHost

/// The body of an answer; empty where it is not there at once.
func text(of answer: WebAnswer?) -> String {
  guard case .bytes(let bytes)? = answer?.body else { return "" }
  return String(decoding: bytes, as: UTF8.self)
}

/// A page of a simulated receiver, on time that is moved by hand; it ends with its test.
final class House {
  let time = ManualTime(utcSeconds: 1_795_158_480)
  let simulated: SimulatedReceiver
  let server: WebServer
  let port: UInt16

  init(_ scenario: Scenario = .staticDesk, _ change: (inout WebOptions) -> Void = { _ in }) throws {
    var options = WebOptions()
    change(&options)
    simulated = SimulatedReceiver(scenario, time: time)
    server = WebServer(simulated.receiver, options: options)
    port = try server.listen("127.0.0.1:0")
  }

  deinit { server.stop() }

  /// Begins a request; an answer of HTTP/1.0 has no chunks, and its connection ends with it.
  func ask(_ target: String, _ head: String = "", method: String = "GET", version: String = "1.0") throws
    -> Peer
  {
    let peer = try Peer(port: port)
    peer.say("\(method) \(target) HTTP/\(version)\r\nHost: localhost:\(port)\r\n\(head)\r\n")
    return peer
  }

  /// The status, the head and the body of an answer.
  func answer(_ target: String, _ head: String = "", method: String = "GET") throws -> Answer {
    try Self.read(try ask(target, head, method: method))
  }

  typealias Answer = (status: Int, head: [String], body: String)

  static func read(_ peer: Peer) throws -> Answer {
    let head = try Self.head(peer)
    var body = ""
    while let line = try? peer.line() { body += line + "\n" }
    return (Int(head[0].split(separator: " ")[1]) ?? 0, head, body)
  }

  static func head(_ peer: Peer) throws -> [String] {
    var head: [String] = []
    while case let line = try peer.line(), !line.isEmpty { head.append(line) }
    return head
  }
}
