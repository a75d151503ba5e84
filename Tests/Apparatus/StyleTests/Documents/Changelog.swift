/// A changelog in the form of keepachangelog.com: versions, the newest first, and below each what kind of change it was.
struct Changelog {
  private(set) var versions: [String] = []
  private(set) var faults: [String] = []

  private static let kinds: Set = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      if line.hasPrefix("### ") {
        if !Self.kinds.contains(String(line.dropFirst(4))) { faults.append("no kind of change: \(line)") }
      } else if line.hasPrefix("## ") {
        readVersion(line)
      }
    }
    if versions.first != "Unreleased" { faults.append("nothing is unreleased") }
    for (newer, older) in zip(versions.dropFirst(), versions.dropFirst(2)) where !isBelow(older, newer) {
      faults.append("\(older) stands below \(newer)")
    }
  }

  private mutating func readVersion(_ line: Substring) {
    let parts = line.dropFirst(3).split(separator: " ")
    guard let name = parts.first, name.hasPrefix("["), name.hasSuffix("]") else {
      faults.append("not a version: \(line)")
      return
    }
    versions.append(String(name.dropFirst().dropLast()))
    guard name != "[Unreleased]" else { return }
    let day = parts.last?.split(separator: "-") ?? []
    if parts.count != 3 || day.map(\.count) != [4, 2, 2] || !day.allSatisfy({ Int($0) != nil }) {
      faults.append("no day: \(line)")
    }
  }

  private func isBelow(_ older: String, _ newer: String) -> Bool {
    numbers(older).lexicographicallyPrecedes(numbers(newer))
  }

  private func numbers(_ version: String) -> [Int] { version.split(separator: ".").map { Int($0) ?? 0 } }
}
