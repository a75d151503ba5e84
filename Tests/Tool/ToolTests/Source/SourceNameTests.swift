import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `A source` {
  @Test func `is what its name says, as it was found right`() throws {
    let names: KeyValuePairs<String, [String]> = [
      "any, and what comes in": ["auto", "-"],
      "simulated": ["sim:walk?seed=7&rate=5"],
      "ports": [
        "id:usb-u-blox_AG-if00", "path:usb-1.2", "serial:AB12", "usb:1546:01a8", "usb:1546:1A8",
        "/dev/ttyACM97",
      ],
      "files": [
        "/tmp/walk.nmea", "/tmp/log.d/walk.ubx", "walk.nmea", "./auto", "./usb:1:2", "/dev/null",
        "/dev/stdin",
        "/dev/fd/0", "/proc/self/fd/0", "/tmp", "/nonexistent/x", "a:b", "C:walk.nmea", "dev/ttyUSB0",
      ],
      "on the network": [
        "gpsd://host", "gpsd://[::1]:2948/dev/ttyUSB0", "tcp://h:1", "udp://:10110", "gpsd://localhost",
        "gpsd://127.0.0.1:2948/dev/x", "gpsd://[::1]", "gpsd://localhost.example.org", "gpsd://192.168.1.5",
        "tcp://localhost:2947",
      ],
      "names that select nothing": ["usb:zz", "usb:", "serial:", "usb:1546", "id:"],
      "no addresses": [
        "gpsd://", "gpsd:host", "gpsd://h:x", "tcp://h", "tcp://h:1/x", "udp://h:1", "udp://",
      ],
      "a scheme that nobody knows": ["file:///walk.nmea"],
    ]
    var text = ""
    for (claim, names) in names {
      text += "# \(claim)\n"
      for name in names {
        do throws(ToolError) {
          let source = try SourceName(named: name)
          let all: [SourceName] = [
            .automatic, .standardInput, .simulated(name), .port(name), .network(name), .file(Argument(name)),
          ]
          #expect(all.contains(source))
          let kinds = [("live", source.isLive), ("remote", source.isOnNetwork), ("made", source.isSimulated)]
          let more = kinds.filter(\.1).map { ", \($0.0)" }.joined()
          let port = source.portOfGPSDHere.map { ", asks here at \($0)" } ?? ""
          text += "\(name): \("\(source)".prefix { $0 != "(" })\(more)\(port)\n"
        } catch { text += "\(name): \(error.code), \(error.exit): \(error.text)" }
      }
    }
    try Transcript.expect(text, is: "source-names")
  }

  @Test func `is a port where a terminal is`() throws {
    let device = try PseudoTerminal()
    #expect(try SourceName(named: device.path) == .port(device.path))
  }

  @Test func `is a port where a name for one leads nowhere yet, or nowhere any more`() throws {
    let folder = try WorkFolder()
    let link = folder.path + "/gps0"
    // Before `simulate --pty` runs, and after it was killed.
    #expect(try SourceName(named: link) == .port(link))
    try Links.make(link, to: "/dev/pts/99999")
    #expect(try SourceName(named: link) == .port(link))
  }

  @Test func `keeps the bytes of a file whose name is no text`() throws {
    let argument = Argument([0x66, 0xFF])
    #expect(try SourceName(written: argument) == .file(argument))
  }

  @Test func `comes from the environment where none is written`() throws {
    let run = try gpsbridge(["fix"], environment: ["GPSBRIDGE_SOURCE": Places.morningWalk])
    #expect(run.output == "47.612555, 9.405547\n" && run.exit == 0)
  }

  @Test func `of the environment that is wrong says where it stands`() throws {
    let run = try gpsbridge(["fix"], environment: ["GPSBRIDGE_SOURCE": "usb:zz"])
    #expect(run.exit == 2)
    #expect(
      run.message == """
        error: "usb:zz" names no USB device
          GPSBRIDGE_SOURCE names it; expected two hexadecimal numbers of up to four digits, as in usb:1546:01a8
          try: gpsbridge devices lists the ports and what selects them

        """)
  }
}
