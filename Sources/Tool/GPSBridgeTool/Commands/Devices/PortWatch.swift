internal import CommandLineTable
internal import Dispatch
internal import GPSBridge
internal import GPSFormats
internal import SerialPorts
internal import TerminalKit
internal import ToolFiles

/// `gpsbridge devices --watch`: a line for each port that comes, changes or goes.
struct PortWatch {
  private let isAll: Bool
  private let isRecords: Bool
  private let timeout: Duration?
  private let output: ByteOutput

  init(isAll: Bool, isRecords: Bool, _ timeout: Duration?, _ output: ByteOutput) {
    self.isAll = isAll
    self.isRecords = isRecords
    self.timeout = timeout
    self.output = output
  }

  func run() throws(Complaint) -> ExitCode {
    let queue = EventQueue<SerialPortEvent>()
    let interrupts = Interrupts { queue.interrupt($0) }
    let monitor = SerialPortMonitor()
    let observation = monitor.observe(on: DispatchQueue(label: "gpsbridge.devices")) { queue.put($0) }
    defer { withExtendedLifetime((interrupts, monitor)) { observation.cancel() } }
    let deadline = timeout.map { SystemTime().now + $0 }
    while output.failure == nil {
      switch queue.take(until: deadline) {
      case .event(let event):
        output.write(line(event, among: monitor.ports))
        output.flush()
      case .interrupt(.end(let signal)):
        output.flush()
        Interrupts.end(by: signal)
        return .unexpected
      case .interrupt: break
      case .deadline: return .done
      }
    }
    return .done
  }

  private func line(_ event: SerialPortEvent, among ports: [SerialPortDescription]) -> [UInt8] {
    var listed = ListedPort(event.port, among: ports, holders: { _ in [] })
    guard isAll || listed.isCandidate else { return [] }
    if case .disappeared = event { listed.change.state = .gone }
    if isRecords { return NDJSONFormat(device: event.port.node, types: [.device]).line(listed.change) }
    let mark =
      switch event {
      case .appeared: "+"
      case .changed: "~"
      case .disappeared: "-"
      }
    return Array("\(mark) \(listed.columns.joined(separator: "  "))\n".utf8)
  }
}
