// Waits for receivers, opens each, and says how many bytes came. Uses `SerialPorts` and nothing else of gpsbridge.
import Dispatch
import SerialPorts

let monitor = SerialPortMonitor()
let queue = DispatchQueue(label: "gps")
var connections: [SerialConnection] = []
for await case .appeared(let port) in monitor.events where port.classification.kind == .receiver {
  print(port.node, port.displayName)  // /dev/ttyACM0 u-blox 8
  let connection = SerialConnection(try SerialPort(path: port.node), queue: queue)
  try connection.start(
    bytes: { bytes, arrival in print(bytes.count, "bytes") },
    end: { end in print(end.error) })
  connections.append(connection)
}
