import Testing

// A rule that can't fail holds nothing: here each one meets a fault that was planted for it.

@Suite struct `A planted fault` {
  private func file(_ path: String, _ text: String) -> SourceFile { SourceFile(path: path, text: text) }

  @Test(arguments: [
    "import Foundation", "public import Foundation", "package import Foundation",
    "internal import Foundation",
    "@_exported import Foundation", "@_exported public import Foundation", "  import struct Foundation.Date",
    "@preconcurrency import Foundation.NSObject", "import NMEA; import Foundation",
    "import  Foundation // why",
  ])
  func `is found however an import is spelled`(_ line: String) {
    let planted = file("Sources/Core/GNSS/Fix.swift", "// A fix.\n\(line)\n")
    #expect(forbiddenImports(in: [planted]) == ["Sources/Core/GNSS/Fix.swift: imports Foundation"])
  }

  @Test(arguments: [
    ("UBX", "NMEA"), ("NMEA", "GNSS"), ("GNSS", "SerialPorts"), ("GNSS", "Glibc"),
    ("NMEA", "FoundationEssentials"), ("SerialPorts", "NMEA"), ("GPSDelivery", "GPSBridge"),
    ("GPSBridge", "Foundation"), ("GPSBridge", "SimulatedGPS"), ("GPSBridgeTool", "GPSCoreLocation"),
    ("CoreLocation", "GPSBridge"),
  ]) func `is found in an arrow up, sideways or out of the house`(from: String, to: String) {
    let planted = file("Sources/\(from)/Some/File.swift", "import \(to)\n")
    #expect(forbiddenImports(in: [planted]) == ["Sources/\(from)/Some/File.swift: imports \(to)"])
  }

  @Test func `is found in a public declaration without a comment`() {
    let planted = file(
      "Sources/UBX/A.swift",
      """
      /// A message.
      public protocol Message {
        /// Its kind.
        var kind: Int { get }
        var length: Int { get }
      }
      /// A message about time.
      public struct TimeMessage: Message {
        public var kind: Int { 1 }
        public var length: Int { 2 }
        @Steps<Int32, 100> public var time: Double
        @inline(__always)
        public init(payload: Int) {}
        /// The week.
        @Steps<Int32, 100> public var week: Double
        public struct Mode: RawRepresentable {
          public var rawValue: UInt8
          public init(rawValue: UInt8) { self.rawValue = rawValue }
          public static let off = Mode(rawValue: 0)
        }
      }
      """)
    #expect(
      uncommented(in: [planted]) == [
        "Sources/UBX/A.swift:10: length", "Sources/UBX/A.swift:11: time",
        "Sources/UBX/A.swift:13: init(payload", "Sources/UBX/A.swift:16: Mode", "Sources/UBX/A.swift:19: off",
      ])
  }

  @Test func `is found in a module that the manifest does not have`() {
    let planted = [file("Sources/Helpers/A.swift", ""), file("Sources/A.swift", "")]
    #expect(
      forbiddenImports(in: planted) == [
        "Sources/Helpers/A.swift: Package.swift has no Helpers",
        "Sources/A.swift: lies in no module's folder",
      ])
  }

  @Test func `is found in a dependency that no file imports`() {
    let manifest = Manifest([
      .init("NMEA", at: "Sources/Core/NMEA"),
      .init("GNSS", at: "Sources/Core/GNSS", on: ["GPSBase", "NMEA", "UBX"]),
      .init("GPSBridge", at: "Sources/Core/GPSBridge", on: ["GNSS"]),
    ])
    let files = [
      file("Sources/Core/GNSS/A.swift", "import NMEA"), file("Sources/Core/GPSBridge/A.swift", "import GNSS"),
    ]
    #expect(
      unusedDependencies(in: files, manifest) == [
        "GNSS: imports no GPSBase", "GNSS: imports no UBX", "GPSBridge: imports no FoundationEssentials",
        "GPSBridge: imports no Glibc",
      ])
    #expect(forbiddenImports(in: files, manifest) == [])
  }

  @Test func `is not seen where there is none`() {
    let text = """
      // import Foundation
      /// import Glibc
      let important = "no import Foundation here" // import Foundation
      let link = "https://example.org"; let imports = 1
      import NMEA
      """
    #expect(imports(of: file("Sources/Core/GNSS/A.swift", text)) == ["NMEA"])
    #expect(forbiddenImports(in: [file("Sources/Core/GNSS/A.swift", text)]) == [])
  }

  @Test func `is found in a file that grew by one line too many`() {
    let fits = file("Sources/NMEA/A.swift", String(repeating: "\n", count: 800))
    let planted = file("Tests/Core/NMEATests/B.swift", String(repeating: "\n", count: 801))
    #expect(tooLong([fits, planted]) == ["Tests/Core/NMEATests/B.swift: 801 lines"])
    #expect(tooLong([file("Sources/NMEA/C.swift", String(repeating: "\n", count: 800) + "}")]).count == 1)
  }

  @Test func `is found in C outside the C modules`() {
    let paths = [
      "Sources/CGPSSerial/speed.c", "Sources/CGPSUdev/shim.h", "Sources/SerialPorts/speed.c", "Sources/a.h",
    ]
    #expect(misplacedC(in: paths.map { file($0, "") }) == ["Sources/SerialPorts/speed.c", "Sources/a.h"])
  }

  @Test func `is found in a trap`() {
    let text = """
      let a = try! read()  // never fails
      let b = c as! Int
      guard b > 0 else { fatalError("b") }
      """
    #expect(
      traps(in: [file("Sources/Core/GNSS/A.swift", text)]) == [
        "Sources/Core/GNSS/A.swift:1: try!", "Sources/Core/GNSS/A.swift:2: as!",
        "Sources/Core/GNSS/A.swift:3: fatalError",
      ])
  }

  @Test func `is not seen in a word that only looks like a trap`() {
    let text = """
      // fatalError would be wrong here, and so would try!
      let notfatalError = 1
      let areas = (try? read()) as? Int
      """
    #expect(traps(in: [file("Sources/Core/GNSS/A.swift", text)]) == [])
  }

  @Test func `is found in a call of the kernel's beside the module for them`() {
    let text = """
      import Glibc
      let descriptor = unsafe open(path, O_RDONLY)
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { return close(descriptor) }
      unsafe Glibc.write(descriptor, bytes, 1)
      """
    let path = "Sources/Core/GPSBridge/A.swift"
    #expect(
      kernelCalls(in: file(path, text)) == [
        "\(path):2: open", "\(path):4: stat", "\(path):4: close", "\(path):5: write",
      ])
  }

  @Test func `is found in a walk through all ports outside of the commands`() {
    let text = "/// for port in SerialPortDescription.all() {\nlet ports = SerialPortDescription.all()"
    #expect(
      portWalks(in: [file("Sources/Core/GPSFormats/A.swift", text)]) == ["Sources/Core/GPSFormats/A.swift:2"])
    #expect(portWalks(in: [file("Sources/Tool/GPSBridgeTool/A.swift", text)]) == [])
  }

  /// The dots are not in these texts, or the rule would find them here.
  @Test(arguments: [
    ("Int", "random(in: 0..<4)"), ("", "random(in: 0 ... .max)"), ("Bool", "random()"), ("", "random()"),
    ("UInt64", "random(\n  in: 0...9)"), ("Int", "random(in: 0..<one(using: random))"), ("all", "shuffled()"),
    ("all", "shuffle()"), ("all", "randomElement()"),
  ]) func `is found in a random number that no seed repeats`(type: String, call: String) {
    let word = call.prefix { $0.isLetter }
    let planted = file("Tests/Core/NMEATests/A.swift", "// A test.\nlet number: Int = \(type).\(call)\n")
    #expect(unseeded(in: [planted]) == ["Tests/Core/NMEATests/A.swift:2: \(word)"])
  }

  @Test func `is found in the random numbers of the system`() {
    let planted = file("Tests/Core/NMEATests/A.swift", "var random = System\("")RandomNumberGenerator()\n")
    #expect(unseeded(in: [planted]) == ["Tests/Core/NMEATests/A.swift:1: system"])
  }

  @Test func `is not seen in a random number that a seed repeats`() {
    let text = """
      // Int.random(in: 0..<4) would be new each time.
      var random = SeededGenerator(seed: 1)
      let number = Int.random(in: 0..<all.shuffled(using: &random)[0], using: &random)
      let other = Int.random(
        in: 0...9, using: &random)
      let scenario = Scenario.random(seed: 1)
      let secret = Secret.random()
      """
    #expect(unseeded(in: [file("Tests/Core/NMEATests/A.swift", text)]) == [])
  }

  @Test func `is found in the list of tests that need the kernel's clock`() {
    let text = "@Suite struct `A port` {\n  @Test func `waits`() { Kernel.sleep(1) }\n}\n"
    let planted = [file("Tests/Core/NMEATests/A.swift", text)]
    #expect(unlisted(in: planted, "# no row\n") == ["no row: Tests/Core/NMEATests/A.swift"])
    #expect(unlisted(in: planted, "NMEATests | A port | waits | why\n") == [])
    let other = "NMEATests | A port | slept | why"
    #expect(unlisted(in: planted, other) == ["no test: " + other])
  }

  @Test func `is not seen in a function that only has the name of such a call`() {
    let text = """
      func read(_ field: Field) { port.close(now); reopen(1); close() }
      try Kernel.open(path, for: .reading)
      """
    #expect(kernelCalls(in: file("Sources/Core/GPSBridge/A.swift", "import Glibc\n" + text)) == [])
    #expect(kernelCalls(in: file("Sources/NMEA/A.swift", "read(field)")) == [])
  }
}
