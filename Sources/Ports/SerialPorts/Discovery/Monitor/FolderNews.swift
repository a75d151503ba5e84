import Glibc
import GPSSystemCalls

/// Something that the kernel tells of a folder that is watched.
struct FolderNews {
  /// The number that the folder was given when it began to be watched.
  let watch: CInt
  /// The name that it is about; empty if it is the folder itself.
  let name: String
  /// Whether the kernel had to drop others, so that anything may have happened.
  let isIncomplete: Bool

  /// Reads what has happened, never waiting.
  static func read(_ descriptor: CInt) -> [FolderNews] {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    var news: [FolderNews] = []
    while let count = try? Kernel.read(descriptor, into: &buffer), count > 0 {
      news += parse(buffer[..<count])
    }
    return news
  }

  /// Looks through records as the kernel writes them: watch, mask, cookie and length of the name, four bytes
  /// each, then the name, filled up with zeros.
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
