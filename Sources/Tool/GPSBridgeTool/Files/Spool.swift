package import GPSFormats
internal import GPSSystemCalls
internal import Glibc

/// Bytes that must wait until others are written: a few in memory, many in an unnamed file.
///
/// Its memory is bounded.
package final class Spool {
  /// The number of the first error.
  package private(set) var failure: CInt?
  package private(set) var isEmpty = true

  private let folder: [UInt8]
  private var descriptor: CInt = -1
  private var memory: [UInt8] = []
  private static let most = 65_536

  /// Creates an empty spool whose file, if needed, is in this folder.
  package init(in folder: [UInt8]) { self.folder = folder }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package func write(_ bytes: [UInt8]) {
    isEmpty = false
    memory += bytes
    if memory.count >= Self.most { writeOut() }
  }

  /// Passes all bytes to a closure, piece by piece, and empties the spool.
  package func empty(_ take: ([UInt8]) -> Void) {
    defer {
      memory.removeAll(keepingCapacity: true)
      isEmpty = true
    }
    if descriptor >= 0 { copy(take) }
    take(memory)
  }

  private func copy(_ take: ([UInt8]) -> Void) {
    lseek(descriptor, 0, SEEK_SET)
    var buffer = [UInt8](repeating: 0, count: Self.most)
    do throws(Errno) {
      while failure == nil, case let count = try Kernel.read(descriptor, into: &buffer), count > 0 {
        take(Array(buffer[..<count]))
      }
      lseek(descriptor, 0, SEEK_SET)
      _ = try Kernel.call { ftruncate(descriptor, 0) }
    } catch { failure = failure ?? error.rawValue }
  }

  private func writeOut() {
    defer { memory.removeAll(keepingCapacity: true) }
    if descriptor < 0, failure == nil { openFile() }
    var written = 0
    do throws(Errno) {
      while written < memory.count, failure == nil {
        written += try Kernel.write(descriptor, memory.span.extracting(written...))
      }
    } catch { failure = error.rawValue }
  }

  private func openFile() {
    do throws(Errno) { descriptor = try Unnamed.open(in: folder, mode: 0o600) } catch {
      failure = error.rawValue
    }
  }
}

extension Spool: FormatSpool { package func empty(into sink: any FormatSink) { empty { sink.write($0) } } }
