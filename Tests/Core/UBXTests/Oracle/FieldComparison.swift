import Foundation

/// Holds the values of one message against what the oracle says of it, by the words of ``OracleNames``.
struct FieldComparison {
  private let answer: [String: Any]
  private var values: ArraySlice<Double>
  /// The fields that differ, in words for a person.
  private(set) var differences: [String] = []
  /// How many fields were compared.
  private(set) var compared = 0

  init(_ values: [Double], _ answer: [String: Any], names: String) {
    self.values = values[...]
    self.answer = answer
    let tokens = names.split(separator: " ").map(String.init)
    let head = tokens.prefix { $0 != "[" }
    for token in head { compareAll(token, suffix: "") }
    let block = tokens.dropFirst(head.count + 1).prefix { $0 != "]" }
    var number = 1
    while !block.isEmpty, !self.values.isEmpty {
      for token in block { compareAll(token, suffix: Self.suffix(number)) }
      number += 1
    }
    if !self.values.isEmpty { differences.append("\(self.values.count) values without a name") }
  }

  /// The oracle's mark of the so-manieth of several.
  private static func suffix(_ number: Int) -> String { number < 10 ? "_0\(number)" : "_\(number)" }

  /// A token may stand for several values.
  private mutating func compareAll(_ token: String, suffix: String) {
    let parts = token.split(separator: "*")
    let count = parts.count > 1 ? Int(parts[1]) ?? 1 : 1
    let name = String(parts[0])
    if name.hasPrefix("'") {
      let bytes = values.prefix(count).map { UInt8($0) }
      values = values.dropFirst(count)
      return compareBytes(String(name.dropFirst()) + suffix, bytes)
    }
    for index in 1...count {
      guard let value = values.popFirst() else {
        differences.append("\(name)\(suffix): no value")
        return
      }
      guard name != "-" else { continue }
      compare(name, value, suffix: suffix + (parts.count > 1 ? Self.suffix(index) : ""))
    }
  }

  private mutating func compare(_ token: String, _ value: Double, suffix: String) {
    if token.contains(":") { return compareBits(token, value, suffix: suffix) }
    let parts = token.split { $0 == "/" || $0 == "?" }
    let name = String(parts[0].drop { $0 == "~" }) + suffix
    if answer[name] is String {
      var bytes: [UInt8] = []
      for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: UInt64(value) >> (8 * byte))) }
      return compareBytes(name, bytes)
    }
    compared += 1
    // JSON has no number for what is none.
    if value.isNaN, answer[name] is NSNull { return }
    guard let theirs = answer[name] as? Double else {
      differences.append("\(name): the oracle has none")
      return
    }
    let divisor = parts.count > 1 ? Double(parts[1]) ?? 1 : 1
    // A field that has no value where its flag is down is noted as it is stored.
    let candidates = token.contains("?") ? [theirs, theirs * divisor] : [theirs / divisor]
    let isNear = candidates.contains { abs($0 - value) <= 1e-9 * max(1, abs(value)) }
    if !isNear { differences.append("\(name): \(value), oracle \(theirs)") }
  }

  /// The oracle shows bytes as text if they can be one, NULs behind them left out, else in hexadecimal.
  private mutating func compareBytes(_ name: String, _ bytes: [UInt8]) {
    compared += 1
    let theirs = answer[name] as? String ?? "none"
    let text = Array(bytes.reversed().drop { $0 == 0 }.reversed())
    let hexadecimal = text.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let isSame =
      text.allSatisfy { 32..<127 ~= $0 }
      ? theirs == String(decoding: text, as: UTF8.self)
      : theirs.hasPrefix(hexadecimal) && theirs.dropFirst(hexadecimal.count).allSatisfy { $0 == "0" }
    if !isSame { differences.append("\(name): \(hexadecimal), oracle \(theirs)") }
  }

  /// Several of the oracle's fields may be bits of one number of ours.
  private mutating func compareBits(_ token: String, _ value: Double, suffix: String) {
    for bit in token.split(separator: "|") where bit != "-" {
      let parts = bit.split(separator: ":")
      compared += 1
      guard let place = Int(parts[1]), let theirs = answer[String(parts[0]) + suffix] as? Int else {
        differences.append("\(bit)\(suffix): the oracle has none")
        continue
      }
      let bits = Int(value) >> place
      let width = theirs == 0 ? 1 : Int.bitWidth - theirs.leadingZeroBitCount
      if bits & ((1 << width) - 1) != theirs {
        differences.append("\(bit)\(suffix): \(bits), oracle \(theirs)")
      }
    }
  }
}
