import GPSBase
import GPSBridge
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSServices

/// A server over simulated receivers, on time that is moved by hand; it stops with this.
final class House {
  let time = ManualTime(utcSeconds: 1_795_158_480)
  let receivers: [SimulatedReceiver]
  let server: LocationServer

  init(
    _ scenario: Scenario = .staticDesk, receivers count: Int = 1,
    _ change: (inout ServiceOptions) -> Void = { _ in }
  ) {
    var options = ServiceOptions()
    change(&options)
    let time = time
    receivers = (0..<count).map { _ in SimulatedReceiver(scenario, time: time) }
    server = LocationServer(receivers.map(\.receiver), options: options)
  }

  deinit { server.stop() }

  /// The first receiver.
  var simulated: SimulatedReceiver { receivers[0] }

  /// Where it serves clients of gpsd, once this was asked for; 0 where it can't.
  lazy var port: UInt16 = (try? server.listen(.gpsd("127.0.0.1:0"))) ?? 0

  var status: OutputStatus? { server.counts.outputs.last }

  func wait(_ duration: Duration) { time.jump(by: duration) }

  /// Lets time pass until something is so; false if that never comes.
  func wait(until isSo: () -> Bool) -> Bool {
    for _ in 0..<2000 where !isSo() { wait(.milliseconds(200)) }
    return isSo()
  }

  /// A client of gpsd that watches.
  func watcher(_ policy: String = #"{"enable":true,"json":true}"#, receiveBuffer: CInt? = nil) throws -> Peer
  {
    try Peer(port: port, receiveBuffer: receiveBuffer).watch(policy)
  }

  /// A client of sentences over TCP that the server knows.
  func client(_ options: String = "", receiveBuffer: CInt? = nil) throws -> Peer {
    let port = try server.listen(.nmea("tcp:127.0.0.1:0" + options)) ?? 0
    let peer = try Peer(port: port, receiveBuffer: receiveBuffer)
    #expect(wait { status?.clients == 1 })
    return peer
  }
}
