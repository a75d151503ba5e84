import GPSBridge
import SerialPorts
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `A list of ports` {
  private func port(
    _ node: String, _ kind: SerialPortKind = .bridge, serial: String? = nil, place: String = "1-1"
  ) -> SerialPortDescription {
    var port = SerialPortDescription(
      node: node,
      usb: USBDescription(
        identity: USBIdentity(vendor: 0x067B, product: 0x2303), serialNumber: serial, place: place))
    port.pathName = "usb-\(place)"
    port.classification = Classification(kind: kind, reason: "", model: "PL2303")
    return port
  }

  private func listed(_ port: SerialPortDescription, holders: [PortHolder] = []) -> ListedPort {
    ListedPort(port, among: [port], holders: { _ in holders })
  }

  @Test func `shows what is behind each, whether it is free, and what selects it`() {
    #expect(
      listed(port("/dev/ttyUSB0", serial: "AB12")).columns == [
        "/dev/ttyUSB0", "PL2303 067b:2303 AB12", "free", "serial:AB12",
        "any device may be attached; --probe listens",
      ])
    #expect(listed(port("/dev/ttyUSB0", .receiver)).columns.suffix(2) == ["path:usb-1-1", "a GPS receiver"])
  }

  @Test func `shows who has it, and whether one may open it`() {
    let busy = listed(port("/dev/ttyUSB0"), holders: [PortHolder(process: 812, name: "gpsd")])
    #expect(busy.columns[2] == "busy: gpsd (process 812)" && !busy.isFree)
    var closed = port("/dev/ttyUSB0")
    closed.isAccessible = false
    #expect(listed(closed).columns[2] == "denied" && !listed(closed).isFree)
  }

  @Test func `does not take this program for another`() {
    let own = PortHolder(process: 1, name: "gpsbridge", isThisProgram: true)
    #expect(listed(port("/dev/ttyUSB0"), holders: [own]).isFree)
  }

  @Test func `leaves out what is known to be no receiver, and what nothing is known about`() {
    let kinds = SerialPortKind.allCases.filter { listed(port("/dev/x", $0)).isCandidate }
    #expect(kinds == [.receiver, .binaryReceiver, .gateway, .bridge, .modemReceiver, .unknown])
    #expect(!listed(SerialPortDescription(node: "/dev/ttyS0")).isCandidate)
  }

  @Test func `stands in columns as wide as they must be`() {
    #expect(
      PortTable(rows: [["A", "BB", "C"], ["aaa", "b", "ccc"]]).text == """
        A    BB  C
        aaa  b   ccc

        """)
    #expect(PortTable(rows: []).text == "")
  }

  @Test func `shows what was heard where somebody listened`() {
    var port = listed(port("/dev/ttyUSB0"))
    port.heard = .speaks(language: "NMEA", speed: 9600)
    #expect(port.columns[2] == "NMEA 9600" && port.columns[4] == "a receiver: it sends")
    port.heard = .silent
    #expect(port.columns[2] == "silent" && port.columns[4] == "no receiver answered")
    port.heard = .notUnderstood(bytes: 1)
    #expect(port.columns[2] == "not understood: 1 byte")
  }

  @Test func `of this machine is the same for people and for programs`() throws {
    let all = SerialPortDescription.all()
    let run = try gpsbridge("devices", "--all", "--json")
    guard !all.isEmpty else {
      #expect(run.exit == 3)
      return
    }
    let records = try SecludedRun.records(run)
    #expect(records.map { $0["path"]?.text } == all.map(\.node))
    let table = try gpsbridge("devices", "--all")
    #expect(table.lines.count == all.count + 1 && table.lines.first?.hasPrefix("PORT") == true)
    for (line, port) in zip(table.lines.dropFirst(), all) { #expect(line.hasPrefix(port.node + " ")) }
  }

  @Test func `is 3 where no port may be a receiver's`() throws {
    let candidates = SerialPortDescription.all().filter { listed($0).isCandidate }
    let run = try gpsbridge("devices")
    #expect(run.exit == (candidates.isEmpty ? 3 : 0))
    if candidates.isEmpty {
      #expect(run.message.hasPrefix("error: no port looks like a GPS receiver\n"))
    }
  }

  @Test func `names for a shell what may stand for a source`() throws {
    let words = Set(try gpsbridge("devices", "--complete").lines)
    for port in SerialPortDescription.all() { #expect(words.contains(port.node)) }
  }

  @Test func `that is watched begins with what is there`() throws {
    let run = try gpsbridge("devices", "--watch", "--all", "--timeout=500ms")
    #expect(run.exit == 0 && run.lines.count == SerialPortDescription.all().count)
    #expect(run.lines.allSatisfy { $0.hasPrefix("+ /dev/") })
  }
}

@Suite struct `Listening to a port` {
  private func probe(_ kinds: [ReceiverEvent.Kind], _ fill: (inout StreamTotals) -> Void = { _ in })
    -> ProbeResult?
  {
    var probe = PortProbe()
    for kind in kinds { probe.take(.event(ReceiverEvent(kind, at: .now))) }
    var counts = StreamTotals()
    fill(&counts)
    probe.end(counts)
    return probe.result
  }

  @Test func `finds a language and its speed, silence, what is not understood, or why it could not`() {
    #expect(probe([.speedFound(4800)]) { $0.sentences = 3 } == .speaks(language: "NMEA", speed: 4800))
    #expect(probe([]) { $0.messages = 3 } == .speaks(language: "UBX", speed: nil))
    #expect(probe([.speedFound(4800), .binary(.sirf)]) == .speaks(language: "SiRF binary", speed: 4800))
    #expect(probe([]) == .silent && probe([]) { $0.bytes = 77 } == .notUnderstood(bytes: 77))
    #expect(probe([.openFailed(LocationError(.deviceBusy, "no"))]) == .refused("busy"))
    #expect(probe([.openFailed(LocationError(.portFailed, "no"))]) == .refused("cannot be opened"))
    #expect(probe([.disconnected(LocationError(.disconnected, "no"))]) == .refused("gone"))
  }

  @Test func `of several at once hears each`() throws {
    let receiver = try PseudoTerminal()
    let silent = try PseudoTerminal()
    // Until the plug is pulled: what was sent before the port is opened is thrown away.
    let speaking = Errand {
      var second = 0
      while (try? receiver.write(Epoch.fix(second))) != nil { second += 1 }
    }
    var ports = [receiver, silent].map { device in
      let port = SerialPortDescription(node: device.path)
      return ListedPort(port, among: [port], holders: { _ in [] })
    }
    #expect(PortProbing.run(&ports, for: .seconds(3), hearsSignals: false) == nil)
    receiver.unplug()
    speaking.join()
    #expect(ports[0].heard?.isReceiver == true && ports[1].heard == .silent)
  }
}
