package import GPSBase
package import GPSFleetProtocol
internal import GPSSystemCalls

/// The locked file beside a store that records the delivered entries of a publisher.
///
/// ```
/// track.db
/// sinks/fleet.example.json                replaced whole; lost, everything is sent once more
/// sinks/fleet.example.lock
/// sinks/home.example@owntracks.json       what a program that reads OwnTracks' JSON has accepted
/// ```
package final class SinkFile: Sendable {
  package let path: String
  /// The descriptor of the lock, until the file is closed; one thread writes at a time.
  private let lock: Guarded<CInt?>

  package struct Fault: Error, Sendable, Hashable, CustomStringConvertible { package let description: String }

  /// Acquires the lock of the file that ``PostSettings/sink`` names.
  package init(_ name: String, beside store: String) throws(Fault) {
    path = Self.path(name, beside: store)
    let file = String(path.dropLast(5)) + ".lock"
    let descriptor: CInt
    do throws(Errno) {
      try Kernel.makeFolder(Array(Self.folder(of: store).utf8))
      if !Kernel.exists(file) {
        do throws(Errno) { try Kernel.close(Kernel.open(file, for: .creatingPrivate)) } catch
          where error == .exists
        {}
      }
      descriptor = try Kernel.open(file, for: .lockFile)
    } catch { throw Fault(description: "can't write \(VisibleText.replaced(file)): \(error.words)") }
    lock = Guarded(descriptor)
    do throws(Errno) { try Kernel.lock(descriptor) } catch {
      throw Fault(
        description: error == .wouldBlock
          ? "another program publishes this store to \(name)"
          : "can't lock \(VisibleText.replaced(file)): \(error.words)")
    }
  }

  deinit { release() }

  private func release() {
    lock.withLock { lock in
      if let descriptor = lock { try? Kernel.close(descriptor) }
      lock = nil
    }
  }

  static func folder(of store: String) -> String {
    let name = store.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return store.dropLast(name.count) + "sinks"
  }

  package static func path(_ name: String, beside store: String) -> String {
    "\(folder(of: store))/\(name).json"
  }

  /// Reads a cursor; nil if the file is missing, damaged, or of another store.
  package static func cursor(_ path: String, of installation: String, at now: Moment) -> FleetCursor? {
    guard let bytes = Kernel.contents(of: path, limit: FleetCursor.mostBytes),
      let cursor = FleetCursor(bytes, at: now), cursor.installation == installation
    else { return nil }
    return cursor
  }

  /// Replaces the file, or returns why it can't; does nothing after ``close(_:)``.
  @discardableResult package func write(_ bytes: [UInt8]) -> String? {
    lock.withLock { lock in
      guard lock != nil else { return nil }
      do throws(Errno) { try Kernel.replaceFile(Array(path.utf8), with: bytes) } catch {
        return "can't write \(VisibleText.replaced(path)): \(error.words)"
      }
      return nil
    }
  }

  /// Replaces the file for the last time, and releases the lock.
  package func close(_ bytes: [UInt8]) {
    write(bytes)
    release()
  }
}
