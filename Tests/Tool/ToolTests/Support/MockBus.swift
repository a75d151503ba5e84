import DiscoverySupport
import TestSupport

@testable import GPSBridgeTool

/// USB ports that the built program sees as real ones, by way of umockdev; what speaks behind them, a test plays.
///
/// umockdev's preload library turns `/dev` and `/sys` of the program around into a folder of its own. A link there leads
/// from a port's name to a pseudo-terminal.
struct MockBus {
  static let runner = OtherProgram.path(of: "umockdev-run")

  private let folder = Result { try WorkFolder() }
  private var ports: [(port: FakePort, terminal: String?)] = []

  init() {}

  /// Plugs a port in, and a terminal behind it; without one, opening it fails.
  mutating func plug(_ port: FakePort, _ terminal: String?) { ports.append((port, terminal)) }

  /// The command line that runs the program on these ports.
  func words(_ words: [String]) throws -> [[UInt8]] {
    let folder = try folder.get()
    let blocks = (FakeBlock.bus + ports.flatMap(\.port.blocks)).map(\.umockdev).joined()
    let description = try folder.write("bus.umockdev", Array(blocks.utf8))
    let links = ports.compactMap { port in
      port.terminal.map { "ln -s \($0) \"$UMOCKDEV_DIR\(port.port.node)\"; " }
    }
    let plain = ports.filter { $0.terminal == nil }.map { ": > \"$UMOCKDEV_DIR\($0.port.node)\"; " }
    let script = "mkdir -p \"$UMOCKDEV_DIR/dev\"; " + (links + plain).joined() + "exec \"$@\""
    let runner = [Self.runner ?? "umockdev-run", "-d", description, "--", "sh", "-c", script, "sh"]
    return runner.map { Array($0.utf8) } + Program.words(words)
  }
}
