// What a stranger can give to the tool beside bytes: arguments, names of sources and devices, settings, remembered ports.

import GPSBridge
import GPSBridgeTool
import GPSFleetVerbs
import GPSServiceVerbs
import GPSFormats
import SerialPorts
import GPSBase

enum ToolFuzz {
  /// Checks one input, whose first byte selects what the others are taken for.
  static func shake(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    switch kind {
    case UInt8(ascii: "a"): checkArguments(rest)
    case UInt8(ascii: "c"): checkConfiguration(rest)
    case UInt8(ascii: "n"): checkNames(rest)
    case UInt8(ascii: "p"): checkMemory(rest)
    case UInt8(ascii: "s"): checkSource(rest)
    default: checkShown(bytes)
    }
  }
}

/// The table of the whole program, as its main file makes it, with the flags behind doors.
private let table = Tool(
  Verb.core(Doors(store: .tracks(sinks: Verb.sinks(of:)), page: .web, gpsd: .server))
    + Verb.services(sinks: Verb.sinks(of:)) + Verb.fleet, settings: [.serve, .publish, .store]
).table

/// Words of a command line, one on each line.
private func checkArguments(_ bytes: [UInt8]) {
  let words = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Argument(Array($0)) }
  let parsed = table.parse(words)
  if let problem = parsed.problem { checkError(problem) }
  let page = table.page(about: parsed.command).help
  precondition(!page.isEmpty, "nothing to help with")
}

private func checkConfiguration(_ bytes: [UInt8]) {
  var configuration = Configuration(table)
  do throws(ToolError) {
    try configuration.read(bytes, from: "config.json5")
    var parsed = table.parse([Argument("fix")])
    configuration.fill(&parsed)
  } catch {
    checkError(error)
  }
}

/// What was remembered and is kept again is the same.
private func checkMemory(_ bytes: [UInt8]) {
  guard let memory = try? PortMemory(text: bytes) else { return }
  precondition(memory.entries.count <= 64, "memory without a bound")
  guard let again = try? PortMemory(text: memory.text) else {
    preconditionFailure("what was kept can't be read")
  }
  precondition(again == memory, "what was kept is not what was there")
}

private func checkSource(_ bytes: [UInt8]) {
  do throws(ToolError) {
    let source = try SourceName(named: String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self))
    checkHarmless(source.shown)
  } catch {
    checkError(error)
  }
}

/// Names of a device as udev brings them, one on each line.
private func checkNames(_ bytes: [UInt8]) {
  let names = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
    String(decoding: $0, as: UTF8.self)
  }
  func name(_ index: Int) -> String { index < names.count ? names[index] : "" }
  var port = SerialPortDescription(
    node: name(0),
    usb: USBDescription(
      identity: USBIdentity(vendor: 0x1546, product: 0x01A8), serialNumber: name(1), place: name(2)))
  port.usb?.productName = name(3)
  port.driver = name(4)
  port.links = [name(5)]
  let holder = PortHolder(process: 7, name: name(6))
  let listed = ListedPort(port, among: [port], holders: { _ in [holder] })
  for column in listed.columns { checkHarmless(column) }
  let line = NDJSONFormat(device: name(0), types: []).line(listed.change)
  precondition(line.dropLast().allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a record with a control in it")
}

private func checkShown(_ bytes: [UInt8]) {
  let shown = VisibleText.escaped(bytes)
  checkHarmless(shown)
  precondition(shown.utf8.count <= 4 * bytes.count, "shown text that is much longer")
  precondition(VisibleText.escaped(shown.utf8) == shown, "shown text that is not fit to be shown")
}

private func checkError(_ complaint: ToolError) {
  for line in complaint.text.split(separator: "\n") { checkHarmless(String(line)) }
}

private func checkHarmless(_ text: String) {
  precondition(text.unicodeScalars.allSatisfy(VisibleText.isHarmless), "text that steers a terminal")
}
