import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `A source` {
  private func name(_ text: String) throws -> SourceName { try SourceName(named: text) }

  @Test func `is what its name says`() throws {
    for (text, source) in [
      ("auto", .automatic), ("-", .standardInput),
      ("sim:walk?seed=7&rate=5", .simulated("sim:walk?seed=7&rate=5")),
      ("id:usb-u-blox_AG-if00", .port("id:usb-u-blox_AG-if00")), ("path:usb-1.2", .port("path:usb-1.2")),
      ("serial:AB12", .port("serial:AB12")), ("usb:1546:01a8", .port("usb:1546:01a8")),
      ("usb:1546:1A8", .port("usb:1546:1A8")), ("/dev/ttyACM97", .port("/dev/ttyACM97")),
      ("/tmp/walk.nmea", .file(Argument("/tmp/walk.nmea"))),
      ("/tmp/log.d/walk.ubx", .file(Argument("/tmp/log.d/walk.ubx"))),
    ] as [(String, SourceName)] {
      #expect(try name(text) == source, "\(text)")
    }
  }

  @Test func `is a port where a terminal is`() throws {
    let device = try PseudoTerminal()
    #expect(try name(device.path) == .port(device.path))
  }

  @Test func `is a port where a name for one leads nowhere yet, or nowhere any more`() throws {
    let folder = try WorkFolder()
    let link = folder.path + "/gps0"
    // Before `simulate --pty` runs, and after it was killed.
    #expect(try name(link) == .port(link))
    try Links.make(link, to: "/dev/pts/99999")
    #expect(try name(link) == .port(link))
  }

  @Test(arguments: [
    "walk.nmea", "./auto", "./usb:1:2", "/dev/null", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "/tmp",
    "/nonexistent/x", "a:b", "C:walk.nmea", "dev/ttyUSB0",
  ])
  func `is a file in all other cases`(text: String) throws {
    #expect(try name(text) == .file(Argument(text)))
  }

  @Test(arguments: ["usb:zz", "usb:", "serial:", "usb:1546", "id:"])
  func `that selects nothing is refused`(text: String) {
    let complaint = #expect(throws: ToolError.self) { try name(text) }
    #expect(complaint?.code == "malformed_source")
    #expect(complaint?.exit == .usage)
  }

  @Test(arguments: ["gpsd://host", "gpsd://[::1]:2948/dev/ttyUSB0", "tcp://h:1", "udp://:10110"])
  func `is on the network where an address is written`(text: String) throws {
    let source = try name(text)
    #expect(source == .network(text))
    #expect(source.isLive && source.isOnNetwork && !source.isSimulated)
  }

  @Test(arguments: ["gpsd://", "gpsd:host", "gpsd://h:x", "tcp://h", "tcp://h:1/x", "udp://h:1", "udp://"])
  func `on the network that is none is refused, with one that would be`(text: String) {
    let complaint = #expect(throws: ToolError.self) { try name(text) }
    #expect(complaint?.code == "malformed_source" && complaint?.exit == .usage)
    #expect(complaint?.reason?.hasPrefix("Write it like ") == true)
    #expect(complaint?.hint == "for a file of that name write ./\(text)")
  }

  @Test func `of a scheme that nobody knows is refused, with the way to a file of that name`() {
    let complaint = #expect(throws: ToolError.self) { try name("file:///walk.nmea") }
    #expect(complaint?.code == "unknown_source")
    #expect(complaint?.hint == "for a file of that name write ./file:///walk.nmea")
  }

  @Test(arguments: [
    ("gpsd://localhost", UInt16(2947)), ("gpsd://127.0.0.1:2948/dev/x", 2948), ("gpsd://[::1]", 2947),
    ("gpsd://localhost.example.org", nil), ("gpsd://192.168.1.5", nil), ("tcp://localhost:2947", nil),
    ("auto", nil),
  ])
  func `says at which port of this machine it would ask a gpsd`(text: String, port: UInt16?) throws {
    #expect(try name(text).portOfGPSDHere == port)
  }

  @Test func `keeps the bytes of a file whose name is no text`() throws {
    let argument = Argument([0x66, 0xFF])
    #expect(try SourceName(written: argument) == .file(argument))
  }

  @Test func `that is live is told from a recording`() throws {
    #expect(try ["auto", "usb:1:2", "sim:walk"].allSatisfy { try name($0).isLive })
    #expect(try !["-", "walk.nmea"].contains { try name($0).isLive })
  }

  @Test func `comes from the environment where none is written`() throws {
    let run = try Program.run(
      [Program.path, Array("fix".utf8)], input: nil, environment: ["GPSBRIDGE_SOURCE": Places.morningWalk])
    #expect(run.output == "47.612555, 9.405547\n")
    #expect(run.exit == 0)
  }

  @Test func `of the environment that is wrong says where it stands`() throws {
    let run = try Program.run(
      [Program.path, Array("fix".utf8)], input: nil, environment: ["GPSBRIDGE_SOURCE": "usb:zz"])
    #expect(run.exit == 2)
    #expect(
      run.message == """
        error: "usb:zz" names no USB device
          GPSBRIDGE_SOURCE names it; expected two hexadecimal numbers of up to four digits, as in usb:1546:01a8
          fix: gpsbridge devices lists the ports and what selects them

        """)
  }
}
