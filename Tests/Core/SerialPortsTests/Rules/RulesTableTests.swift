import SerialPorts
import Testing

/// The verdict of the rules on one device.
private struct Mark: Hashable, CustomStringConvertible {
  var identity: String
  var interface: UInt8?
  var rulesClass: String
  var model: String

  var description: String {
    "\(identity) interface \(interface.map { "\($0)" } ?? "any"): \(rulesClass), \(model)"
  }

  init?(_ statement: RuleStatement) {
    guard let vendor = statement.match("ATTRS", "idVendor"),
      let product = statement.match("ATTRS", "idProduct"),
      let rulesClass = statement.assignment("ENV", "GPSBRIDGE_CLASS")
    else { return nil }
    identity = "\(vendor):\(product)"
    // "device|02": the interface, and the USB device itself.
    interface = statement.match("ENV", ".GPSBRIDGE_INTERFACE").flatMap {
      $0.split(separator: "|").last.flatMap { UInt8($0, radix: 16) }
    }
    self.rulesClass = rulesClass
    model = statement.assignment("ENV", "GPSBRIDGE_MODEL") ?? ""
  }

  init?(_ device: KnownDevice) {
    guard let rulesClass = device.kind.rulesClass else { return nil }
    identity = "\(device.identity)"
    interface = device.identity.interface
    self.rulesClass = rulesClass
    model = device.model
  }
}

@Suite struct `The rules file and the table` {
  private let statements: [RuleStatement]
  private let marks: [Mark]

  init() throws {
    statements = RuleReader(try RulesFolder.text(RulesFolder.main)).statements
    marks = statements.compactMap(Mark.init)
  }

  @Test func `mark the same devices with the same class, interface and name`() {
    let table = KnownDevices.all.compactMap { Mark($0) }
    #expect(Set(marks).subtracting(table).map(\.description).sorted() == [], "only in the rules")
    #expect(Set(table).subtracting(marks).map(\.description).sorted() == [], "only in the table")
    #expect(marks.count == table.count && marks.count > 25)
  }

  @Test func `read each line that sets a class`() {
    let setting = statements.filter { $0.assignment("ENV", "GPSBRIDGE_CLASS") != nil }
    #expect(setting.count == marks.count)
  }

  @Test func `never ask for a vendor without a product in the same rule`() {
    for statement in statements {
      let vendor = statement.match("ATTRS", "idVendor")
      let product = statement.match("ATTRS", "idProduct")
      #expect((vendor == nil) == (product == nil), "line \(statement.line)")
      for number in [vendor, product].compactMap(\.self) {
        #expect(
          number.count == 4 && number.allSatisfy { "0123456789abcdef".contains($0) }, "line \(statement.line)"
        )
      }
    }
  }

  @Test func `know the same words for classes`() {
    let words = statements.compactMap { $0.match("ENV", "GPSBRIDGE_CLASS") }.first { $0.contains("nmea") }
    #expect(words == SerialPortKind.allCases.compactMap(\.rulesClass).joined(separator: "|"))
  }

  @Test func `lie between the files that they need and the files that need them`() {
    let order = [
      "60-serial.rules", RulesFolder.main, RulesFolder.autostart, "73-seat-late.rules", "77-mm-a.rules",
    ]
    #expect(order == order.sorted())
  }
}
