import Glibc
import GPSSystemCalls

/// A kernel notification about a watched folder.
struct FolderNews {
  let watch: CInt
  /// The name of the affected file; empty for the folder itself.
  let name: String
  /// Whether the kernel dropped notifications, so that anything may have happened.
  let isIncomplete: Bool

  /// Reads the pending notifications without waiting.
  static func read(_ descriptor: CInt) -> [FolderNews] {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    var news: [FolderNews] = []
    while let count = try? Kernel.read(descriptor, into: &buffer), count > 0 {
      news += parse(buffer[..<count])
    }
    return news
  }

  /// Parses the kernel's records: watch, mask, cookie and length of the name, four bytes each, then the name,
  /// padded with zeros.
  static func parse(_ records: ArraySlice<UInt8>) -> [FolderNews] {
    var news: [FolderNews] = []
    var rest = records
    while rest.count >= 16 {
      let word = { (place: Int) -> UInt32 in
        let first = rest.startIndex + place
        let bytes = rest[first..<(first + 4)]
        #if _endian(little)
        return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        #else
        return bytes.reduce(0) { $0 << 8 | UInt32($1) }
        #endif
      }
      let name = rest.dropFirst(16).prefix(Int(word(12))).prefix { $0 != 0 }
      news.append(
        FolderNews(
          watch: CInt(bitPattern: word(0)), name: String(decoding: name, as: UTF8.self),
          isIncomplete: word(4) & UInt32(IN_Q_OVERFLOW) != 0))
      rest = rest.dropFirst(16 + Int(word(12)))
    }
    return news
  }
}
