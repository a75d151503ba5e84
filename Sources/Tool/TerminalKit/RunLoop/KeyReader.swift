internal import GPSEventRuntime
internal import Glibc
import GPSSystemCalls
internal import GPSBase

/// Parses the bytes that a terminal sends for keys: characters, and escape sequences.
///
/// It buffers at most a few bytes for any input; sequences that are not keys are dropped completely.
package struct KeyReader: Sendable {
  private var held: [UInt8] = []
  /// Whether the rest of a long sequence is being skipped.
  private var skipping = Skipping.none

  package init() {}

  private enum Skipping: Sendable {
    case none
    /// A control sequence, up to its final byte.
    case sequence
    /// A string, up to BEL, or to an escape and a backslash.
    case text
  }
  /// No known key has a longer sequence.
  private static let longest = 32

  /// Whether an escape may be the beginning of a sequence; the escape key alone sends only that byte.
  package var isWaiting: Bool { !held.isEmpty || skipping != .none }

  /// Adds bytes, and returns the keys that they complete.
  package mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes {
      held.append(byte)
      advance(&keys)
    }
    return keys
  }

  /// Handles a pause in the input: a pending escape was the escape key.
  package mutating func pause() -> [Key] {
    defer {
      held.removeAll()
      skipping = .none
    }
    return held == [0x1B] && skipping == .none ? [.escape] : []
  }

  private mutating func advance(_ keys: inout [Key]) {
    guard let first = held.first else { return }
    if skipping != .none { return skip() }
    if first == 0x1B { return advanceSequence(&keys) }
    if first < 0x80 {
      held.removeAll()
      if let key = Self.key(first) { keys.append(key) }
      return
    }
    // A multibyte character; drop it if it is invalid.
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1
    guard held.count >= length else { return }
    if let text = String(validating: held, as: UTF8.self), let scalar = text.unicodeScalars.first,
      VisibleText.isHarmless(scalar)
    {
      keys.append(.character(scalar))
    }
    held.removeAll()
  }

  private mutating func advanceSequence(_ keys: inout [Key]) {
    guard held.count >= 2 else { return }
    switch held[1] {
    case 0x1B:
      // The first escape was the key; the second may begin a sequence.
      keys.append(.escape)
      held = [0x1B]
    case UInt8(ascii: "O"):
      guard held.count >= 3 else { return }
      if let key = Self.named(held[2], held[2...]) { keys.append(key) }
      held.removeAll()
    case UInt8(ascii: "["): advanceControl(&keys)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
      // A terminal's answer to a query that we did not send.
      skipping = .text
      held.removeAll()
    default:
      // A character with the Alt key, which we don't use.
      held.removeAll()
    }
  }

  private mutating func advanceControl(_ keys: inout [Key]) {
    guard held.count >= 3 else { return }
    let last = held[held.count - 1]
    // The Linux console sends `ESC [ [ A` for a function key.
    let isInner = held.count == 3 && last == UInt8(ascii: "[")
    if isInner || 0x20...0x3F ~= last {
      if held.count > Self.longest {
        skipping = .sequence
        held.removeAll()
      }
      return
    }
    if held[2] != UInt8(ascii: "["), let key = Self.named(last, held[2...]) { keys.append(key) }
    held.removeAll()
  }

  /// Drops bytes up to the end of their sequence.
  private mutating func skip() {
    let byte = held.last ?? 0
    let isLast =
      switch skipping {
      case .none: true
      case .sequence: 0x40...0x7E ~= byte
      case .text: byte == 0x07 || byte == UInt8(ascii: "\\") && held.count == 2
      }
    if isLast { skipping = .none }
    // Keep an escape: a backslash after it would end the string.
    if isLast || skipping == .sequence || byte != 0x1B { held.removeAll() } else { held = [0x1B] }
  }

  private static func key(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x08, 0x7F: .backspace
    case 0x0C: .refresh
    case 0x20...0x7E: .character(Unicode.Scalar(byte))
    default: nil
    }
  }

  /// The key of a sequence by its final byte, or by its number if that byte is a tilde.
  private static func named(_ last: UInt8, _ rest: ArraySlice<UInt8>) -> Key? {
    switch last {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "Z"): .backTab
    case UInt8(ascii: "~"):
      switch Array(rest.dropLast()) {
      case Array("1".utf8), Array("7".utf8): .home
      case Array("4".utf8), Array("8".utf8): .end
      case Array("5".utf8): .pageUp
      case Array("6".utf8): .pageDown
      default: nil
      }
    default: nil
    }
  }
}

package enum Key: Hashable, Sendable {
  case character(Unicode.Scalar)
  case escape, enter, tab, backTab, backspace
  case up, down, left, right
  case home, end, pageUp, pageDown
  /// Ctrl-L.
  case refresh
}

/// Passes the bytes of keys to a closure as they arrive, on the loop.
package final class Keyboard: Sendable {
  private let watch = Guarded<Watch?>(nil)
  private let loop = EventLoop.shared

  /// Begins to read; an empty array means the end of the terminal.
  package init(_ descriptor: CInt, _ take: @escaping @Sendable ([UInt8]) -> Void) {
    let (watch, loop) = (watch, loop)
    loop.async {
      let begun = try? loop.watch(descriptor, for: .readable) { _ in
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        let error = errno
        if count < 0, error == EINTR || error == EAGAIN { return }
        // A closed terminal is always readable and returns 0 bytes; stop, or we spin.
        if count <= 0 { Self.end(watch, loop) }
        take(Array(bytes.prefix(max(0, count))))
      }
      watch.withLock { $0 = begun }
    }
  }

  deinit {
    let (watch, loop) = (watch, loop)
    loop.async { Self.end(watch, loop) }
  }

  private static func end(_ watch: Guarded<Watch?>, _ loop: EventLoop) {
    let begun = watch.withLock { watch in
      defer { watch = nil }
      return watch
    }
    if let begun { loop.end(begun) }
  }
}
