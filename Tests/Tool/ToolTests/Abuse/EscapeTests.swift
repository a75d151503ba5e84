import SerialPorts
import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import GPSFormats

/// Whatever a stranger has written somewhere, the built program shows it and does not pass it on.
@Suite final class `A terminal escape`: FolderSuite {
  private func run(
    _ words: [[UInt8]], environment: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Run {
    var given = ["XDG_STATE_HOME": folder.path, "XDG_CONFIG_HOME": folder.path]
    given.merge(environment) { $1 }
    let run = try Program.run([Program.path] + words, input: [], environment: given)
    #expect(Hostile.steering(run) == [], "\(words)", sourceLocation: sourceLocation)
    #expect(run.exit < 128, "a signal has ended it", sourceLocation: sourceLocation)
    return run
  }

  private func words(_ words: String...) -> [[UInt8]] { words.map { Array($0.utf8) } }

  @Test(arguments: CommandTable.verbs) func `does not get through from an argument`(verb: String) throws {
    let verb = Array(verb.utf8)
    #expect(try run([verb, Array("--".utf8) + Hostile.unclean]).exit == 2)
    #expect(try run([verb, Array("--format=".utf8) + Hostile.unclean]).exit == 2)
    #expect(try run([verb, Hostile.unclean, Hostile.unclean, Hostile.unclean]).exit != 0)
  }

  @Test(arguments: [
    "", "/dev/", "sim:", "sim:drive?", "sim:drive?seed=", "sim:drive?route=", "usb:", "serial:", "./",
  ]) func `does not get through from the name of a source`(beginning: String) throws {
    for verb in ["watch", "fix", "monitor"] {
      let run = try run([Array(verb.utf8), Array(beginning.utf8) + Hostile.bytes, Array("--timeout=1s".utf8)])
      #expect(run.exit != 0)
    }
  }

  @Test(arguments: [
    "GPSBRIDGE_SOURCE", "LC_ALL", "LANG", "TZ", "TERM", "COLUMNS", "XDG_CONFIG_HOME", "HOME", "TMPDIR",
  ]) func `does not get through from the environment`(name: String) throws {
    for value in [Hostile.text, "/\(Hostile.text)"] {
      _ = try run(words("config"), environment: [name: value])
      _ = try run(words("fix", "--timeout=1s"), environment: [name: value])
    }
  }

  @Test(arguments: [
    "{ \"@\": 1 }", "{ \"@\" 1 }", "{ source: \"@\" }", "{ units: \"@\" }", "{ units: [\"@\"] }", "@",
    "// @\n{",
  ]) func `does not get through from a setting`(form: String) throws {
    for hostile in [Hostile.text, "\\u001b[2J"] {
      try folder.settle(form.replacing("@", with: hostile))
      for command in [["config"], ["config", "--json"], ["fix", "--timeout=1s"], ["monitor", "--once"]] {
        _ = try run(command.map { Array($0.utf8) })
      }
    }
  }

  @Test func `does not get through from a sentence, nor from the name of its file`() throws {
    let sentences = wire([
      "GPTXT,01,01,02,\(Hostile.text)", "GPGGA,120000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
      "GPRMC,120000,A,4807.038,N,01131.000,E,,,201126,,,A", "PUBX,\(Hostile.text)", "GN\(Hostile.text),1",
    ])
    let file = try folder.write(
      Array("a".utf8) + Hostile.unclean + Array(".nmea".utf8), sentences + Hostile.unclean + sentences)
    let commands = [
      ["watch"], ["watch", "--format=gpsd"], ["watch", "--format=csv"], ["stats"], ["fix"],
      ["monitor", "--once"], ["export"], ["replay"],
    ]
    for command in commands { _ = try run(command.map { Array($0.utf8) } + [file]) }
  }

  @Test func `does not get through from what a receiver says`() throws {
    let said = wire(["GPTXT,01,01,02,\(Hostile.text)", "GN\(Hostile.text),1"]) + Hostile.unclean
    for command in [["watch", "--types=fix,event,device", "--count=6"], ["monitor", "--once"]] {
      let device = try PseudoTerminal()
      let run = try LiveRun.run([command[0], device.path] + command.dropFirst(), on: device) { round, _ in
        .send(said + Epoch.fix(tenth: round))
      }
      #expect(run.exit == 0)
      #expect(Hostile.steering(run) == [], "\(command)")
    }
  }

  @Test func `does not get through from a device on USB`() throws {
    var port = SerialPortDescription(
      node: "/dev/\(Hostile.text)",
      usb: USBDescription(
        identity: USBIdentity(vendor: 0x1546, product: 0xFFFF), serialNumber: Hostile.text,
        place: Hostile.text))
    port.usb?.productName = Hostile.text
    port.driver = Hostile.text
    port.links = ["/dev/serial/by-id/\(Hostile.text)"]
    let holder = PortHolder(process: 7, name: Hostile.text)
    let listed = ListedPort(port, among: [port, port], holders: { _ in [holder] })
    #expect(Hostile.steering(PortTable(rows: [listed.columns]).text) == [])
    #expect(listed.columns.joined().contains("\\x1b]0;mine"))
    let record = String(
      decoding: NDJSONFormat(device: port.node, types: []).line(listed.change), as: UTF8.self)
    #expect(Hostile.steering(record) == [])
  }
}
