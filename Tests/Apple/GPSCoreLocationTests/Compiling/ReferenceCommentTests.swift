import Foundation
import Testing

/// The examples in the comments of public symbols, each compiled as the body of a function.
///
/// They are pieces: a name that an example takes for granted is no fault. What it writes of our own API has to be there.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `The code of a comment` {
  /// What one file of an example begins with: what examples take for granted.
  private static let head = """
    import GPSDelivery
    import GPSDeliveryReactive
    import GNSS
    import GPSBridge
    import GPSFormats
    import GPSGeodesy
    import GPSServices
    import GPSWeb
    import NMEA
    import SerialPorts
    import SimulatedGPS
    import UBX
    @MainActor func example(
      receiver: Receiver, manager: LocationManager, simulated: SimulatedReceiver, time: ManualTime, fix: Fix,
      location: Location, update: LocationUpdate, port: SerialPort, connection: SerialConnection, bytes: [UInt8]
    ) async throws {
    """

  /// The ways in which the compiler says that our API is not as an example has it.
  private static let faults = [
    "has no member", "xtra argument", "issing argument", "ncorrect argument label", "extra trailing closure",
    "no exact matches", "is inaccessible", "is unavailable",
    "cannot infer contextual base",
    // Then the compiler has looked at nothing else.
    "no such module", "missing required module",
  ]
  /// What the examples of some modules import besides; they are compiled apart, since these modules have names in common with others.
  private static let moreImports = [
    "Apple/GPSCoreLocation": "import CoreLocation", "Core/GPSEventRuntime": "import GPSEventRuntime",
  ]
  /// Types of which the compiler knows nothing, for something before was not declared.
  private static let unknown = ["'any Error'", "'Base'", "'Any'"]

  private static func complaints(
    about examples: [String: [String]], importing more: String? = nil
  ) throws -> [String] {
    var texts: [String: String] = [:]
    var places: [String: String] = [:]
    for (number, example) in examples.sorted(by: { $0.key < $1.key }).enumerated() {
      // An ellipsis stands for code of the reader's.
      let lines = example.value.filter { !$0.contains("…") && !$0.hasPrefix("import ") }
      places["Example\(number)"] = example.key
      texts["Example\(number)"] =
        (example.value.filter { $0.hasPrefix("import ") } + [more ?? ""]).joined(separator: "\n") + "\n"
        + head.replacing("func example(", with: "func example\(number)(") + "\n"
        + lines.joined(separator: "\n") + "\n}\n"
    }
    let said = try Compiler.diagnostics(of: texts).filter(\.isError)
    // A name from nowhere makes all that follows from it unknown.
    let blurred = Set(said.filter { $0.message.contains("cannot find") }.map(\.file))
    return said.compactMap { diagnostic in
      let message = diagnostic.message
      guard faults.contains(where: { message.contains($0) }),
        !unknown.contains(where: { message.contains($0) })
      else { return nil }
      if message.contains("contextual base"), blurred.contains(diagnostic.file) { return nil }
      return "\(places[diagnostic.file] ?? diagnostic.file): \(message)"
    }
  }

  /// The examples of a module's comments, by their places.
  private static func examples(in folder: String) throws -> [String: [String]] {
    let root = Compiler.root.appending(path: folder)
    var examples: [String: [String]] = [:]
    for case let path as String in FileManager.default.enumerator(atPath: root.path) ?? .init()
    where path.hasSuffix(".swift") {
      let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      var open: (line: Int, lines: [String])?
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let words = line.drop { $0 == " " }
        guard words.hasPrefix("///") else {
          open = nil
          continue
        }
        let code = words.dropFirst(3).hasPrefix(" ") ? String(words.dropFirst(4)) : ""
        if open == nil, code == "```swift" {
          open = (number + 1, [])
        } else if let example = open, code.hasPrefix("```") {
          examples["\(folder)/\(path):\(example.line)"] = example.lines
          open = nil
        } else {
          open?.lines.append(code)
        }
      }
    }
    return examples
  }

  @Test func `names only what this package has`() throws {
    var all: [String: [String]] = [:]
    for folder in [
      "Core/NMEA", "Core/UBX", "Core/GNSS", "Core/GPSGeodesy", "Core/GPSDelivery",
      "Apple/GPSDeliveryReactive",
      "Core/SerialPorts", "Core/GPSBridge", "Core/SimulatedGPS", "Core/GPSFormats", "Services/GPSServices",
      "Services/GPSWeb",
    ] {
      let examples = try Self.examples(in: "Sources/" + folder)
      #expect(!examples.isEmpty, "no example is in \(folder)")
      all.merge(examples) { first, _ in first }
    }
    #expect(all.count > 100)
    for complaint in try Self.complaints(about: all) { Issue.record("\(complaint)") }
  }

  @Test(arguments: moreImports.keys.sorted())
  func `names only what a module has that is imported by itself`(_ folder: String) throws {
    let examples = try Self.examples(in: "Sources/" + folder)
    #expect(examples.count >= 4)
    for complaint in try Self.complaints(about: examples, importing: Self.moreImports[folder]) {
      Issue.record("\(complaint)")
    }
  }

  @Test func `is refused where it names what is not there, or passes what nobody takes`() throws {
    let planted = [
      "a": ["let receiver = Receiver(.automatic) { $0.profile = [] }"],
      "b": ["let simulated = SimulatedReceiver(.walk, colour: 7)"],
      "c": ["let decoder = unknownName()", "receiver.updates.finish()"],
      "d": ["let server = LocationServer(receiver)", "try server.listenTo(.gpsd())"],
      "e": ["var track = TrackMaker(.gpx, to: MemorySink(), called: 7)"],
    ]
    let complaints = try Self.complaints(about: planted)
    #expect(Set(complaints.map { $0.prefix(1) }) == ["a", "b", "c", "d", "e"], "\(complaints)")
    let more = try Self.complaints(
      about: ["f": ["EventLoop.shared.begin()"], "g": ["CLLocationManager().startUpdatingPlace()"]],
      importing: "import CoreLocation\nimport GPSEventRuntime")
    #expect(Set(more.map { $0.prefix(1) }) == ["f", "g"], "\(more)")
  }

  @Test func `is refused where it imports a module that is not there`() throws {
    let complaints = try Self.complaints(about: ["a": ["import Nowhere", "print(receiver)"]])
    #expect(complaints.count == 1 && complaints[0].contains("no such module"), "\(complaints)")
  }
}
