internal import GPSEventRuntime
import GPSSystemCalls

/// Stores memories on helper threads, which run in any order: an older one never replaces a newer one.
final class MemoryKeeper: Sendable {
  private let newest = Guarded<[ReceiverMemory.Owner: Int]>([:])

  /// Stores a memory, unless one with a higher number of the same receiver is stored.
  func keep(_ memory: ReceiverMemory, _ number: Int, in folder: MemoryFolder) throws(MemoryFileError) {
    try newest.withLock { newest throws(MemoryFileError) in
      guard number > newest[memory.owner] ?? 0 else { return }
      try folder.keep(memory)
      newest[memory.owner] = number
    }
  }
}

/// Reading and writing memory files, off the event loop.
extension ReceiverEngine {
  private enum Recalled: Sendable {
    case memory(ReceiverMemory?)
    case failed(MemoryFileError)
  }

  /// Looks up the stored memory of a receiver.
  func recall(_ owner: ReceiverMemory.Owner) {
    guard let folder = options.keepsMemory else { return }
    let recall = { @Sendable () -> Recalled in
      do throws(MemoryFileError) { return .memory(try folder.memory(of: owner)) } catch {
        return .failed(error)
      }
    }
    loop.offload(recall, then: handler { $0.take($1, of: owner) })
  }

  private func take(_ recalled: Recalled, of owner: ReceiverMemory.Owner) {
    let now = time.now
    let clock = WarmStart.HostTime(
      moment: now, utcSeconds: time.utcSeconds, accuracy: options.keepsMemory?.clockAccuracy())
    var found: ReceiverMemory?
    switch recalled {
    case .memory(let memory): found = memory
    case .failed(let error): core.note(.memory(.failed(error)), at: now)
    }
    step { [found] in $0.settings.recalled(found, of: owner, clock, at: now) }
  }

  /// Stores the memory of a receiver.
  func keep(_ memory: ReceiverMemory) {
    guard let folder = options.keepsMemory else { return }
    memoriesKept += 1
    let keep = { @Sendable [memoryKeeper, memoriesKept] () -> MemoryFileError? in
      do throws(MemoryFileError) {
        try memoryKeeper.keep(memory, memoriesKept, in: folder)
        return nil
      } catch { return error }
    }
    loop.offload(
      keep,
      then: handler { engine, error in
        guard let error else { return }
        engine.core.note(.memory(.failed(error)), at: engine.time.now)
        engine.performActions()
      })
  }
}
