import Glibc
import SimulatedGPS
import TestSupport

/// How long and in which scenarios the truth is looked for.
enum TruthSeed {
  /// How many stories are made up: `TRUTH_ROUNDS`.
  static let rounds = max(1, number("TRUTH_ROUNDS") ?? 24)

  /// Scenarios and the receivers that play them: each one, or one for each scenario that chance chooses.
  static let scenarios: [(name: String, dialect: String)] = {
    let dialects = Dialect.all.map(\.name)
    if WholeTruth.isAsked { return Scenario.all.flatMap { one in dialects.map { (one.name, $0) } } }
    var random = SeededGenerator()
    return Scenario.all.map { ($0.name, dialects.randomElement(using: &random) ?? dialects[0]) }
  }()

  /// How long a day is: `SOAK_HOURS`.
  static let hours = max(1, number("SOAK_HOURS") ?? 1)

  /// Pages of memory that this process has in use.
  static var memory: Int {
    var buffer = [UInt8](repeating: 0, count: 256)
    let file = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    let count = unsafe read(file, &buffer, buffer.count)
    let words = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
    return words.count > 1 ? Int(words[1]) ?? 0 : 0
  }

  /// A number of the environment.
  static func number(_ name: String) -> Int? {
    unsafe getenv(name).flatMap { unsafe Int(String(cString: $0)) }
  }
}
