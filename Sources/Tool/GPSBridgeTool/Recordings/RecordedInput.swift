internal import CommandLineTable
internal import GPSBridge
internal import Glibc
internal import ToolFiles
internal import ToolSources

/// A recording, ours or another's, in pieces: bytes, and when they came where it tells.
struct RecordedInput: ~Copyable {
  /// How many bytes there are in all; nil where that can't be known before.
  let size: Int?
  /// For messages.
  let name: String
  /// Whether more may come later than at once.
  var isLive: Bool { input.isLive }
  private(set) var bytesRead = 0
  private(set) var impression = Impression()
  private var input: ByteInput
  private var reader = RecordedLog.Reader()

  /// Opens a file or standard input.
  init(_ source: SourceName) throws(Complaint) {
    name = source.shown
    input = try ByteInput(source)
    if case .file(let argument) = source {
      size = Self.size(argument.bytes)
    } else {
      size = Self.size(Array("/dev/stdin".utf8))
    }
  }

  /// Reads the next piece; false at the end.
  mutating func read(_ take: (RecordedLog.Item) -> Void) throws(Complaint) -> Bool {
    var count = 0
    do throws(ReadFailure) {
      let hasMore = try input.read { bytes in
        count = bytes.count
        impression.take(bytes)
        reader.read(bytes, take)
      }
      bytesRead += count
      if !hasMore { reader.finish(take) }
      return hasMore
    } catch {
      throw OpenFailure.reading(error.number, name, after: bytesRead)
    }
  }

  private static func size(_ path: [UInt8]) -> Int? {
    guard case .success(let status) = PathCall.look(path, followsLinks: true),
      status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
    else { return nil }
    return Int(status.st_size)
  }
}
