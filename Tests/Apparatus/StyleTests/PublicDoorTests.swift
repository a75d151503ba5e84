import Testing

/// The tool stands on the public library and on the machinery in this list; `budget.txt` has the number of public types.
@Suite struct `The door of GPSBridge` {
  /// The type that a line declares for the modules of this package alone.
  private static func type(in line: Substring) -> String? {
    let words = line.split { !$0.isLetter && !$0.isNumber }
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor"]
    guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count,
      words[..<kind].contains("package"), !words.contains("import"), !words.contains("func")
    else { return nil }
    return String(words[kind + 1])
  }

  @Test func `is public but for the types of this list, from which names may only be taken`() throws {
    let files = try SourceTree.files(in: "Sources/Core/GPSBridge", ending: ["swift"])
    #expect(
      files.flatMap(\.code).compactMap(Self.type).sorted() == [
        "AccuracyEstimate", "AttendedTime", "Code", "Entry", "Field", "File", "Format", "FreshnessTracker",
        "Header",
        "Item", "Owner", "Part", "Place", "PortMemory", "PositionMean", "Problem", "Reader", "ReceiverMemory",
        "ReceiverSources", "SettingRecord", "SpeedMemory", "SpoofWatch", "StaticHold", "Transition", "Writer",
      ])
  }

  @Test func `is told from another declaration by its line`() {
    #expect(Self.type(in: "  @MainActor package final class Watch: Sendable {") == "Watch")
    #expect(Self.type(in: "package struct SpoofWatch {") == "SpoofWatch")
    #expect(Self.type(in: "package import struct GNSS.Fix") == nil)
    #expect(Self.type(in: "  package static func make(_ class: Int)") == nil)
    #expect(Self.type(in: "  public struct Package {") == nil)
  }
}
