import SerialPorts
import TestSupport
import Testing

@testable import GPSBridge

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
    #expect(memory.keys(among: []) == ["usb-1"] && memory.speeds == ["usb-1": 4800])
  }

  @Test func `knows which spoke last of those that are there`() {
    var memory = PortMemory()
    let (one, other) = (port("usb-1"), port("usb-2"))
    memory.spoke(one, speed: nil, at: 1)
    memory.spoke(other, speed: nil, at: 2)
    #expect(memory.last(among: [one, other]) == "usb-2" && memory.last(among: [one]) == "usb-1")
    memory.spoke(one, speed: nil, at: 3)
    #expect(memory.last(among: [one, other]) == "usb-1" && memory.last(among: []) == nil)
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
    #expect(memory.entries.count == 64 && memory.entries.last?.key == "usb-999")
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
    #expect(throws: (any Error).self) { try PortMemory(text: Array("{\"v\":1,\"ports\":[{\"key".utf8)) }
  }

  @Test func `keeps the dialect of a receiver that does not show it every time`() throws {
    var memory = PortMemory()
    memory.spoke(port("usb-1", serial: "A"), speed: 4800, dialect: .siRF, at: 1)
    memory.spoke(port("usb-1", serial: "A"), speed: 9600, at: 2)
    #expect(try PortMemory(text: memory.text).dialect(at: "usb-1") == .siRF)
    // Another device at the same place is another receiver.
    memory.spoke(port("usb-1", serial: "B"), speed: 9600, at: 3)
    #expect(memory.dialect(at: "usb-1") == nil)
  }

  @Test func `is kept in a file for this user alone, as a whole`() throws {
    let folder = try TestFolder()
    let path = folder.file("ports.json")
    var memory = PortMemory()
    memory.spoke(port("usb-1"), speed: 4800, at: 1)
    try memory.write(to: path)
    memory.spoke(port("usb-2"), speed: nil, at: 2)
    try memory.write(to: path)
    #expect(try PortMemory(contentsOf: path) == memory)
  }

  @Test func `says which file could not be read or written, and why`() {
    let reading = #expect(throws: MemoryFileError.self) { try PortMemory(contentsOf: "/nonexistent/x") }
    #expect(reading?.description == "cannot read /nonexistent/x: No such file or directory")
    let writing = #expect(throws: MemoryFileError.self) { try PortMemory().write(to: "/nonexistent/x") }
    #expect(writing?.description == "cannot write /nonexistent/x: No such file or directory")
    #expect(throws: MemoryFileError.self) { try PortMemory(contentsOf: "/dev/zero") }
  }
}
