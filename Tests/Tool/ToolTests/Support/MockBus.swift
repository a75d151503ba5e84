import DiscoverySupport
import Foundation
import Glibc
import TestSupport

@testable import GPSBridgeTool

/// USB ports that the built program sees as real ones; a test plays what speaks behind them.
///
/// umockdev's preload library turns `/dev` and `/sys` of the program around into a folder, where a link leads from a port's name to a
/// pseudo-terminal. The folder exists as long as this value.
struct MockBus {
  static let isPossible = OtherProgram.path(of: "umockdev-run") != nil

  private let system: FakeSystem
  private let calls: IoctlCalls

  /// Plugs ports in, and a terminal behind each.
  init(_ ports: (port: FakePort, terminal: String)...) throws {
    system = try FakeSystem()
    for (port, terminal) in ports {
      try system.plug(port)
      try system.link(port.node, to: terminal)
    }
    calls = try IoctlCalls(in: system.root + "/ioctl")
  }

  /// The command line that runs the program on these ports.
  func words(_ words: [String]) -> [[UInt8]] {
    // The moved clock is preloaded, too.
    let script = "LD_PRELOAD=$LD_PRELOAD:libumockdev-preload.so.0 UMOCKDEV_DIR=\(system.root) exec \"$@\""
    return ["/bin/sh", "-c", script, "sh"].map { Array($0.utf8) } + Program.words(words)
  }
}

/// Answers about each ioctl of a port, as umockdev-run would, which at times takes half a minute for its folder.
private final class IoctlCalls: Sendable {
  private let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)

  init(in folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = "\(folder)/_default".utf8
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
    let listener = listener
    let isBound = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(listener, 32) == 0
      }
    }
    guard isBound else { throw Unexpected("\(folder): no socket, error \(errno)") }
    Thread.detachNewThread {
      while case let client = accept(listener, nil, nil), client >= 0 {
        Thread.detachNewThread { Self.serve(client) }
      }
      close(listener)
    }
  }

  deinit { shutdown(listener, CInt(SHUT_RDWR)) }

  private static func serve(_ client: CInt) {
    defer { close(client) }
    // A request is followed by what it was about; a result by the value and the error.
    let (request, result, done, run): (UInt, UInt, UInt, UInt) = (1, 2, 3, 4)
    var words = [UInt](repeating: 0, count: 3)
    let size = words.count * MemoryLayout<UInt>.size
    while unsafe recv(client, &words, size, CInt(MSG_WAITALL)) == size {
      guard words[0] == request || words[0] == result else { return }
      words[0] = words[0] == request ? run : done
      guard unsafe send(client, words, size, CInt(MSG_NOSIGNAL)) == size else { return }
    }
  }
}
