import SerialPorts
import TestSupport
import Testing

@testable import CommandLineTable
@testable import GPSBridgeTool
@testable import Texts
@testable import ToolFiles
@testable import ToolSources

@Suite struct `The memory of ports` {
  private func port(_ place: String, product: UInt16 = 0x2303, serial: String? = nil) -> SerialPortDescription
  {
    var port = SerialPortDescription(
      node: "/dev/ttyUSB0",
      usb: USBDescription(identity: USBIdentity(vendor: 0x067B, product: product), serialNumber: serial))
    port.pathName = place
    return port
  }

  @Test func `knows a port again by its place and its ids`() {
    var memory = PortMemory()
    memory.spoke(port("usb-1", serial: "A"), speed: 4800, at: 100)
    #expect(memory.keys(among: [port("usb-1", serial: "A")]) == ["usb-1"])
    #expect(memory.keys(among: [port("usb-1", product: 1)]) == [])
    #expect(memory.keys(among: [port("usb-1", serial: "B")]) == [])
    // What is not plugged in may yet come.
    #expect(memory.keys(among: []) == ["usb-1"])
    #expect(memory.speeds == ["usb-1": 4800])
  }

  @Test func `knows which spoke last of those that are there`() {
    var memory = PortMemory()
    let (one, other) = (port("usb-1"), port("usb-2"))
    memory.spoke(one, speed: nil, at: 1)
    memory.spoke(other, speed: nil, at: 2)
    #expect(memory.last(among: [one, other]) == "usb-2")
    #expect(memory.last(among: [one]) == "usb-1")
    memory.spoke(one, speed: nil, at: 3)
    #expect(memory.last(among: [one, other]) == "usb-1")
    #expect(memory.last(among: []) == nil)
    #expect(memory.entries.count == 2)
  }

  @Test func `has no place for what is not on USB`() {
    var memory = PortMemory()
    memory.spoke(SerialPortDescription(node: "/dev/ttyS0"), speed: nil, at: 1)
    #expect(memory.entries.isEmpty)
  }

  @Test func `does not grow without bound`() {
    var memory = PortMemory()
    for number in 0..<1000 { memory.spoke(port("usb-\(number)"), speed: nil, at: number) }
    #expect(memory.entries.count == 64)
    #expect(memory.entries.last?.key == "usb-999")
  }

  @Test func `is written and read as the same`() throws {
    var memory = PortMemory()
    memory.spoke(port("usb-1", serial: "A\"\\\u{1B}"), speed: 4800, at: 1_795_176_000)
    memory.spoke(port("usb-2"), speed: nil, at: 2)
    #expect(try PortMemory(text: memory.text) == memory)
  }

  @Test(arguments: [
    "{}", "[]", "null", "{\"ports\": 3}", "{\"ports\": [1, {}, {\"key\": 3}]}",
    "{\"ports\":[{\"key\":\"a\"}]}",
  ])
  func `of another text is empty`(text: String) throws {
    #expect(try PortMemory(text: Array(text.utf8)).entries.isEmpty)
  }

  @Test func `of a file that was cut is not read`() {
    #expect(throws: JSON5Error.self) { try PortMemory(text: Array("{\"v\":1,\"ports\":[{\"key".utf8)) }
  }
}

@Suite struct `A small file` {
  @Test func `is replaced as a whole`() throws {
    let folder = try TemporaryFolder()
    let path = Array("\(folder.path)/a/b/ports.json".utf8)
    #expect(try SmallFile.read(path) == nil)
    try SmallFile.makeFolder(Array("\(folder.path)/a/b".utf8))
    try SmallFile.write(Array("one".utf8), to: path)
    try SmallFile.write(Array("two".utf8), to: path)
    #expect(try SmallFile.read(path) == Array("two".utf8))
    #expect(SmallFile.names(in: "\(folder.path)/a/b").filter { !$0.hasPrefix(".") } == ["ports.json"])
    Trash.remove("\(folder.path)/a")
  }

  @Test func `that can't be written says why`() {
    let error = #expect(throws: Complaint.self) { try SmallFile.write([1], to: Array("/nonexistent/x".utf8)) }
    #expect(error?.message == "cannot write /nonexistent/x: No such file or directory")
    #expect(error?.exit == .notFound)
  }

  @Test func `that is endless is not read to its end`() {
    let error = #expect(throws: Complaint.self) { try SmallFile.read(Array("/dev/zero".utf8)) }
    #expect(error?.code == "too_long")
  }
}
