package import GPSSystemCalls

/// The queue of a client that reads more slowly than we send.
///
/// Bytes that the kernel can't buffer wait here, as references to arrays that all clients share. If the queue
/// exceeds its limit, whole reports are dropped, oldest first, so a client that reads again is up to date at
/// once and never gets half a report. Answers are kept, since the client requested them.
///
/// ```swift
/// var outbox = Outbox()
/// outbox.add(report, .report)
/// try outbox.flush { piece in try send(piece) }
/// ```
package struct Outbox: Sendable {
  package enum Kind: Sendable, Hashable {
    case answer
    /// A report, which a newer one supersedes.
    case report
  }

  private struct Piece: Sendable {
    let bytes: [UInt8]
    let kind: Kind
  }

  /// The default limit in bytes.
  package static let mostBytes = 65_536
  private let limit: Int

  /// The queued pieces; the ones before `first` have been sent.
  private var pieces: [Piece] = []
  private var first = 0
  /// The number of bytes of the first piece that have been sent.
  private var sent = 0
  package private(set) var waiting = 0
  package private(set) var dropped = 0

  package init(limit: Int = mostBytes) { self.limit = limit }

  package var isEmpty: Bool { first == pieces.count }
  /// Whether a piece has been sent in part, so that the client has an incomplete line.
  package var isBegun: Bool { sent > 0 }
  package var restOfBegun: ArraySlice<UInt8> { isBegun && !isEmpty ? pieces[first].bytes[sent...] : [] }
  /// Whether the queue has reached its limit, so that no more requests should be read.
  package var isFull: Bool { waiting >= limit }

  /// Appends whole lines; drops the oldest reports if the queue exceeds its limit.
  package mutating func add(_ bytes: [UInt8], _ kind: Kind) {
    guard !bytes.isEmpty else { return }
    pieces.append(Piece(bytes: bytes, kind: kind))
    waiting += bytes.count
    guard waiting > limit else { return }
    makeRoom()
  }

  /// Starts the queue with a piece that has been sent in part; the queue must be empty.
  package mutating func begin(_ bytes: [UInt8], _ kind: Kind, taken: Int) {
    precondition(isEmpty && taken > 0 && taken < bytes.count, "only an empty queue can begin with a piece")
    (pieces, first, sent) = ([Piece(bytes: bytes, kind: kind)], 0, taken)
    waiting = bytes.count - taken
  }

  /// Sends queued bytes until the socket would block.
  ///
  /// - Parameter send: Sends bytes and returns the number accepted; throws `wouldBlock` if none fit.
  /// - Returns: Whether any bytes were sent.
  /// - Throws: An error of the connection.
  package mutating func flush(
    _ send: (ArraySlice<UInt8>) throws(Errno) -> Int
  ) throws(Errno) -> Bool {
    var hasSent = false
    while !isEmpty {
      let bytes = pieces[first].bytes
      let taken: Int
      do throws(Errno) { taken = try send(bytes[sent...]) } catch  where error == .wouldBlock { break }
      guard taken > 0 else { break }
      hasSent = true
      waiting -= taken
      sent += taken
      guard sent == bytes.count else { break }
      (first, sent) = (first + 1, 0)
    }
    compact()
    return hasSent
  }

  /// Drops the oldest whole reports until the queue is within its limit; keeps a half-sent piece.
  private mutating func makeRoom() {
    var kept: [Piece] = []
    for (index, piece) in pieces[first...].enumerated() {
      let isBegun = index == 0 && sent > 0
      // Keep the newest report regardless of its size: it is the one that the client needs.
      let isLast = first + index == pieces.count - 1
      if waiting > limit, piece.kind == .report, !isBegun, !isLast {
        waiting -= piece.bytes.count
        dropped += 1
      } else {
        kept.append(piece)
      }
    }
    (pieces, first) = (kept, 0)
  }

  private mutating func compact() {
    if isEmpty {
      // Release the memory: of ten thousand clients, hardly any is slow.
      (pieces, first) = ([], 0)
    } else if first > 16 {
      pieces.removeFirst(first)
      first = 0
    }
  }
}
