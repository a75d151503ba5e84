import DiscoverySupport
import GPSBridge
import Testing

@testable import GPSBridgeTool

/// Whole reports, for whole machines.
@Suite final class `The doctor's report`: MachineSuite {
  private func report(_ facts: HostFacts) -> String { DoctorReport(Checks.findings(facts)).text }

  @Test func `says what to do where nothing is plugged in, or an adapter, or not what was named`() throws {
    try machine.plug(.pl2303())
    try machine.plug(.cp210x("ttyUSB1"))
    let all = [try Machine().facts(), try Machine().facts(.port("/dev/ttyUSB4")), machine.facts()]
    try Transcript.expect(all.map(report).joined(separator: "\n"), is: "reports-nothing")
  }

  @Test func `is short where all is well`() throws {
    try machine.plug(.ublox(), udev: ["G:uaccess", "E:ID_MM_DEVICE_IGNORE=1"])
    try machine.run("ModemManager", number: 20, unit: "ModemManager.service")
    var facts = machine.facts()
    facts.heard = .good
    try Transcript.expect(report(facts), is: "report-good")
    #expect(DoctorReport(Checks.findings(facts), isStrict: true).exit == .done)
  }

  @Test func `has a remedy for everything that is wrong at once`() throws {
    try machine.plug(.ublox())
    try machine.plug(.ublox("ttyACM1", at: "1-2"), udev: ["G:uaccess", "E:ID_MM_PORT_IGNORE=1"])
    try machine.plug("2-3", "0781", "5588", name: "Extreme SSD", speed: "5000", driver: "uas")
    try machine.plug("1-4", "1546", "050c", name: "X20", speed: "480")
    try machine.plug("1-6", "1a86", "7523", name: "USB Serial", speed: "12", driver: "usbfs", number: 6)
    try machine.run("gpsd", number: 812, unit: "gpsd.service", open: ["/dev/ttyACM0"])
    try machine.run("ModemManager", number: 20, unit: "ModemManager.service")
    try machine.run("brltty", number: 33, unit: "brltty.service", open: ["/dev/bus/usb/001/006"])
    let facts = machine.facts()
    try Transcript.expect(report(facts), is: "report-everything")
    #expect(DoctorReport(Checks.findings(facts)).exit == .needsYou)
  }

  @Test func `ends with 13 for warnings alone, where strictness was asked for`() {
    let findings = [Finding.fine("a", "a"), .warning("b", "b", remedy: "c")]
    #expect(DoctorReport(findings).exit == .done)
    #expect(DoctorReport(findings, isStrict: true).exit == .onlyWarnings)
    #expect(DoctorReport(findings).text == " ok   A.\n WARN B.\n      try: C.\nIt works, with 1 warning.\n")
    #expect(DoctorReport(findings + [.failure("d", "d", remedy: "e")], isStrict: true).exit == .needsYou)
  }

  @Test func `keeps to 80 columns, but for what is there to be pasted`() {
    let words = Array(repeating: "word", count: 60).joined(separator: " ")
    for line in DoctorReport.text(.failure("c", words, why: words, remedy: "x")).split(separator: "\n") {
      #expect(line.count <= 80)
    }
  }

  @Test func `names only commands that there are`() throws {
    let verbs = Set(CommandTable.verbs)
    for finding in try EveryFinding.all() {
      for text in [finding.what, finding.why, finding.remedy].compactMap({ $0 }) {
        let words = text.split(whereSeparator: { " ';,".contains($0) }).map(String.init)
        // A process that writes the track store is called gpsbridge, too.
        for (word, next) in zip(words, words.dropFirst()) where word == "gpsbridge" && next != "(process" {
          #expect(verbs.contains(next), "\(text)")
        }
      }
    }
  }
}
