// What the articles of SerialPorts show.
import SerialPorts

struct Collected {
  private(set) var count = 0
  mutating func take(_ bytes: Span<UInt8>) { count += bytes.count }
}

func overview() throws {
  let port = try SerialPort(path: "/dev/ttyUSB0", settings: LineSettings(speed: 4800))
  let connection = SerialConnection(port)
  try connection.start { bytes, arrival in
    print("\(bytes.count) bytes")
  } end: { end in
    print(end.error)  // /dev/ttyUSB0 has been unplugged. What to do: plug the device in again, …
  }
}

final class Decoder: Sendable {
  func take(_ bytes: Span<UInt8>) { print(bytes.count) }
  func save() -> Bool { true }
}

func open() throws {
  let port = try SerialPort(path: "/dev/ttyACM0", settings: LineSettings(speed: 38400))

  for difference in port.report.differences { print(difference) }  // dataBits: requested 7, found 8
  print(port.report.lowLatency)  // unsupported by the driver
}

func connect(_ port: consuming SerialPort, _ decoder: Decoder) throws {
  let connection = SerialConnection(port)
  try connection.start { bytes, arrival in
    decoder.take(bytes)
  } end: { end in
    print(end.error)
  }
}

func readChunks(_ port: consuming SerialPort) async throws {
  for try await chunk in try SerialConnection(port).chunks() {
    print(chunk.arrival, chunk.bytes.count)
  }
}

func save(_ decoder: Decoder) {
  ReceiverLoop.shared.offload({ decoder.save() }, then: { isSaved in print(isSaved) })
}

func connectApart(_ port: consuming SerialPort) -> SerialConnection {
  let loop = ReceiverLoop()
  loop.start()  // runs until loop.stop()
  let connection = SerialConnection(port, on: loop)
  return connection
}

func change(_ connection: SerialConnection) {
  ReceiverLoop.shared.async {
    do {
      try connection.apply(LineSettings(speed: 9600))
      try connection.discardInput()
    } catch {
      print(error)
    }
  }
}

func write(_ command: [UInt8], to connection: SerialConnection) async {
  do {
    try await connection.write(command, timeout: .seconds(2))
  } catch {
    print(error)  // /dev/ttyUSB0 accepts no more bytes, after 3 of 28 bytes. What to do: …
  }
}

func goOn(
  _ connection: SerialConnection, _ decoder: Decoder, waitForTheDevice: @escaping @Sendable () -> Void
) throws {
  try connection.start { bytes, _ in
    decoder.take(bytes)
  } end: { end in
    if case .vanished = end { waitForTheDevice() }
  }
}

func find(lastKey: String) throws {
  let list = SerialPortList.current()
  for port in list.ports {
    print(port.node, port.displayName, port.classification.reason)
  }
  print("source:", list.source)

  let selector = try SerialPortSelector("usb:1546:01a8")
  let port = try selector.resolve(among: list.ports)
  print(port.node)

  let choice = try SerialPortSelector.auto.choose(among: list.ports, preferring: lastKey)
  if let note = choice.note { print(note) }
}

func followPorts() async {
  let monitor = SerialPortMonitor()
  for await event in monitor.events {
    switch event {
    case .appeared(let port): print("here:", port.node)
    case .changed(let old, let new): print(old.node, "is now", new.node)
    case .disappeared(let port): print("gone:", port.node)
    }
  }
}

func observe(
  _ monitor: SerialPortMonitor, _ mine: SerialPortDescription, _ event: SerialPortEvent,
  welcome: (SerialPortDescription) -> Void
) {
  let observation = monitor.observe(on: .shared) { event in print(event) }  // until cancelled or dropped

  if event.port.key == mine.key { welcome(event.port) }  // the same plug, under any node name
  if event.port.node == mine.node { welcome(event.port) }  // NOT the same: another device may get this node

  let port = mine
  monitor.portHungUp(port.node)
  observation.cancel()
}
