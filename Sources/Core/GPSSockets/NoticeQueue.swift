internal import GPSBase
internal import GPSSystemCalls

/// Notices waiting to be sent to a service manager: a bounded queue of datagrams, as a pure value.
///
/// By default the kernel queues ten datagrams for the manager, which has other work to do. A thousand clients
/// that connect at once fill that queue, and the event loop must not block on it.
package struct NoticeQueue: Sendable {
  /// A datagram and the descriptor sent with it.
  package struct Notice: Sendable, Hashable {
    /// The subject of a notice; of status and watchdog notices only the newest counts.
    package enum Kind: Sendable, Hashable {
      case state, status, watchdog
      case store(client: Int)
      case remove
    }

    package let kind: Kind
    package let text: String
    package var descriptor: CInt?

    package init(kind: Kind, text: String, descriptor: CInt? = nil) {
      (self.kind, self.text, self.descriptor) = (kind, text, descriptor)
    }

    /// The notice with a line for `systemctl status`, of limited length.
    package static func status(_ text: String) -> Notice {
      Notice(kind: .status, text: "STATUS=" + VisibleText.replaced(text, limit: 400))
    }
  }

  /// The length at which the queue rejects everything but state notices.
  ///
  /// The store is bounded, so at most twice its size can concern it.
  private static let most = 1024

  package private(set) var waiting: [Notice] = []
  package private(set) var lost = 0

  /// Appends a notice; a newer status replaces an older one.
  ///
  /// - Returns: Whether the notice was queued.
  @discardableResult package mutating func add(_ notice: Notice) -> Bool {
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

  /// Withdraws the notice that stores a client's connection, if it is still queued.
  ///
  /// By the time it was sent, its descriptor could refer to a different file.
  ///
  /// - Returns: Whether the notice was withdrawn.
  package mutating func takeBack(storeOf client: Int) -> Bool {
    guard let place = waiting.firstIndex(where: { $0.kind == .store(client: client) }) else { return false }
    waiting.remove(at: place)
    return true
  }

  package init() {}

  struct Outcome: Sendable, Hashable {
    /// Whether notices are still waiting for room in the manager's queue.
    var isBlocked = false
    /// The clients whose connections could not be stored.
    var notStored: [Int] = []
  }

  /// Sends queued notices until the socket would block.
  ///
  /// - Parameter send: Sends a datagram; throws `wouldBlock` when the manager's queue is full.
  /// - Returns: The notices that were not sent. A rejected notice is dropped, since the next one may succeed.
  mutating func flush(_ send: ([UInt8], CInt?) throws(Errno) -> Void) -> Outcome {
    var outcome = Outcome()
    var done = 0
    for notice in waiting {
      do throws(Errno) { try send(Array(notice.text.utf8), notice.descriptor) } catch {
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
