internal import GPSSystemCalls

/// Notices for a service manager that wait until it takes them: a bounded queue of datagrams, as a pure value.
///
/// The manager takes ten at a time where nobody has changed that, and has other work: a thousand clients that come at
/// once meet a full queue there, and nothing here may wait for it.
struct NoticeQueue: Sendable {
  /// A datagram, and the descriptor that goes with it.
  struct Notice: Sendable, Hashable {
    /// What it is about: of some kinds only the newest counts.
    enum Kind: Sendable, Hashable {
      case state, status, watchdog
      /// A client's connection is to be kept.
      case store(client: Int)
      case remove
    }

    let kind: Kind
    let text: String
    var descriptor: CInt?
  }

  /// Beyond so many nothing new is taken but states.
  ///
  /// The store is bounded, so that no more than twice as many can be about it.
  private static let most = 1024

  private(set) var waiting: [Notice] = []
  /// Notices that the manager could not be given.
  private(set) var lost = 0

  /// Puts a notice behind the others; a newer status takes the place of an older one.
  ///
  /// - Returns: Whether it was taken.
  @discardableResult mutating func add(_ notice: Notice) -> Bool {
    switch notice.kind {
    case .status, .watchdog:
      if let place = waiting.firstIndex(where: { $0.kind == notice.kind }) {
        waiting[place] = notice
        return true
      }
    case .state, .store, .remove: break
    }
    guard waiting.count < Self.most || notice.kind == .state else {
      lost += 1
      return false
    }
    waiting.append(notice)
    return true
  }

  /// Takes back that a client's connection is to be kept, if that was not said yet.
  ///
  /// Its descriptor may be another file's by the time that the notice would go.
  ///
  /// - Returns: Whether it was taken back.
  mutating func takeBack(storeOf client: Int) -> Bool {
    guard let place = waiting.firstIndex(where: { $0.kind == .store(client: client) }) else { return false }
    waiting.remove(at: place)
    return true
  }

  /// What has become of notices.
  struct Outcome: Sendable, Hashable {
    /// Whether some wait until the manager has room.
    var isBlocked = false
    /// Clients whose connection could not be given away.
    var notStored: [Int] = []
  }

  /// Sends what waits, as far as it is taken.
  ///
  /// - Parameter send: Sends a datagram, or throws; `wouldBlock` where there is no room.
  /// - Returns: What has become of them. A notice that is refused is thrown away: the next one may be taken.
  mutating func flush(_ send: ([UInt8], CInt?) throws(Errno) -> Void) -> Outcome {
    var outcome = Outcome()
    var done = 0
    for notice in waiting {
      do throws(Errno) {
        try send(Array(notice.text.utf8), notice.descriptor)
      } catch {
        if error == .wouldBlock {
          outcome.isBlocked = true
          break
        }
        lost += 1
        if case .store(let client) = notice.kind { outcome.notStored.append(client) }
      }
      done += 1
    }
    waiting.removeFirst(done)
    return outcome
  }
}
