internal import GPSBridge
internal import GPSSystemCalls
internal import SimulatedGPS

/// The decompressed content of a gzip file, readable from any position, for playback.
///
/// It keeps the last pieces, since playback goes back a little; to go back farther, it reads the file again.
final class UnpackedFile {
  private var input: ByteInput
  private var held: [UInt8] = []
  /// The position of the first stored byte.
  private var first = 0
  private static let most = 1 << 18

  init(_ path: String) throws(ToolError) { input = try ByteInput(opening: Array(path.utf8)) }

  /// Fills a buffer, whose length stays the same, from a position; returns the number of bytes, 0 at the end.
  func read(at place: Int, into buffer: inout [UInt8]) throws(Errno) -> Int {
    if place < first {
      input.rewind()
      (held, first) = ([], 0)
    }
    while place >= first + held.count {
      if held.count >= Self.most {
        first += held.count / 2
        held.removeFirst(held.count / 2)
      }
      do throws(Errno) {
        guard try input.read({ for index in $0.indices { held.append($0[index]) } }) else { return 0 }
      } catch { guard place < first + held.count else { throw error } }
    }
    let part = held[(place - first)...].prefix(buffer.count)
    buffer.replaceSubrange(..<part.count, with: part)
    return part.count
  }
}

extension PlayedFile {
  /// Opens a recording for playback; decompresses a gzip file.
  static func open(_ path: String, _ shown: String) throws(ToolError) -> PlayedFile {
    let file: PlayedFile
    do throws(RecordedLog.FileError) { file = try PlayedFile(path) } catch { throw ToolError(error, shown) }
    var begin = [UInt8](repeating: 0, count: GzipReader.markLength)
    let count = file.read(at: 0, into: &begin)
    guard GzipReader.mayBegin(with: begin.span.extracting(0..<count)) else { return file }
    let unpacked = Guarded(try UnpackedFile(path))
    file.replaceContent { place, buffer in
      unpacked.withLock { file in Result { () throws(Errno) in try file.read(at: place, into: &buffer) } }
    }
    return file
  }

  /// The complaint about unreadable data, if any.
  func complaint(_ shown: String) -> ToolError? {
    failure.map { OpenFailure.reading($0.number, shown, after: $0.place) }
  }
}

extension ToolError {
  /// Creates a complaint about a recording that can't be opened.
  fileprivate init(_ error: RecordedLog.FileError, _ shown: String) {
    switch error.code {
    case .notAFile:
      self.init(
        code: "not_a_recording", exit: .usage,
        message: "\(shown) is not a regular file, and only regular files can be replayed",
        remedy: "name a recording, such as walk.gbr")
    default: self = OpenFailure.complaint(error.number, Array(error.path.utf8))
    }
  }
}
