// Waits for receivers, opens each, and prints how many bytes arrive; of gpsbridge it uses only `SerialPorts`.
//
//     swift run read-a-port                 # every receiver, plugged in now or later
//     swift run read-a-port /dev/ttyUSB0    # the bytes from this port

import SerialPorts

if let path = CommandLine.arguments.dropFirst().first { await readAlone(path) }

let monitor = SerialPortMonitor()
var connections: [SerialConnection] = []
for await case .appeared(let port) in monitor.events where port.classification.kind == .receiver {
  print(port.node, port.displayName)  // /dev/ttyACM0 u-blox 8
  let connection = SerialConnection(try SerialPort(path: port.node))
  try connection.start(
    bytes: { bytes, arrival in print(bytes.count, "bytes") },
    end: { end in print(end.error) })
  connections.append(connection)
}
