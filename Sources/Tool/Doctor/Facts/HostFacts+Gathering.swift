package import GPSBridge
internal import SerialPorts
internal import Texts
package import ToolSources

extension HostFacts {
  /// Looks at a machine; nothing is opened but files in which it tells about itself.
  ///
  /// - Parameters:
  ///   - files: Where the machine tells about itself.
  ///   - source: What a person wants examined.
  ///   - memory: The ports that once spoke.
  ///   - isRemote: Whether the user has come over SSH.
  package init(
    _ files: MachineFiles, source: SourceName, memory: PortMemory = PortMemory(), isRemote: Bool = false
  ) {
    let all = SerialPortList.current(roots: files.ports).ports
    let remembered = memory.keys(among: all)
    ports = all.map { ExaminedPort($0, files, remembered: remembered) }
    usb = USBDevice.all(files)
    processes = ProcessTable(files)
    user = UserFacts(files, isRemote: isRemote)
    isGPSDAwaited = Self.isAwaited(files)
    system = SystemFacts(files)
    target = Self.target(source, all, files, memory)
  }

  private static func target(
    _ source: SourceName, _ ports: [SerialPortDescription], _ files: MachineFiles, _ memory: PortMemory
  ) -> Target {
    let remembered = memory.keys(among: ports)
    func examined(_ port: SerialPortDescription) -> Target {
      .port(ExaminedPort(port, files, remembered: remembered))
    }
    switch source {
    case .simulated(let text): return .simulated(text)
    case .automatic:
      let last = memory.last(among: ports)
      if let choice = try? SerialPortSelector.auto.choose(among: ports, preferring: last) {
        return examined(choice.port)
      }
      // None is known by its ids: then it is the one that spoke last.
      return last.flatMap { last in ports.first { $0.key == last } }.map(examined) ?? .none
    case .port(let text):
      do throws(SerialPortSelectionError) {
        let selector = try SerialPortSelector(text)
        return examined(try selector.choose(among: ports, roots: files.ports).port)
      } catch {
        return .missing(name: ShownText.of(text.utf8), found: ShownText.of(error.found.utf8))
      }
    // A recording has no machine.
    case .file, .standardInput: return .none
    }
  }

  /// Whether port 2947 is listened to, by the kernel's tables of connections.
  private static func isAwaited(_ files: MachineFiles) -> Bool {
    ["/proc/net/tcp", "/proc/net/tcp6"].contains { table in
      (files.text(table) ?? "").split(separator: "\n").contains { line in
        let words = line.split(separator: " ")
        // 0A is the state of who listens.
        return words.count > 3 && words[1].hasSuffix(":0B83") && words[3] == "0A"
      }
    }
  }
}
