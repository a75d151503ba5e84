package import GPSSystemCalls

/// What waits for a client that reads more slowly than it is told.
///
/// The kernel takes as much as it has room for; the rest waits here, as references to bytes that all clients share. When
/// too much waits, the oldest whole reports go: whoever reads on is at the present at once, and never sees half a report.
/// Answers are kept, since somebody has asked for them.
///
/// ```swift
/// var outbox = Outbox()
/// outbox.add(report, .report)
/// try outbox.flush { piece in try send(piece) }
/// ```
package struct Outbox: Sendable {
  /// What a piece is.
  package enum Kind: Sendable, Hashable {
    /// Something that was asked for.
    case answer
    /// Something that grows old.
    case report
  }

  private struct Piece: Sendable {
    let bytes: [UInt8]
    let kind: Kind
  }

  /// So many bytes may wait for a client.
  package static let mostBytes = 65_536
  private let limit: Int

  /// The pieces that wait; those in front of `first` are gone.
  private var pieces: [Piece] = []
  private var first = 0
  /// How much of the first piece is gone.
  private var sent = 0
  /// How many bytes wait.
  package private(set) var waiting = 0
  /// How many reports were dropped, in all.
  package private(set) var dropped = 0

  /// Nothing waits.
  ///
  /// - Parameter limit: How many bytes may wait.
  package init(limit: Int = mostBytes) { self.limit = limit }

  package var isEmpty: Bool { first == pieces.count }
  /// Whether a piece is out in part: the client has the beginning of a line, and not its end.
  package var isBegun: Bool { sent > 0 }
  /// The rest of the piece that is out in part.
  package var restOfBegun: ArraySlice<UInt8> { isBegun && !isEmpty ? pieces[first].bytes[sent...] : [] }
  /// Whether so many answers wait that no more questions should be taken.
  package var isFull: Bool { waiting >= limit }

  /// Puts whole lines behind what waits; makes room by dropping the oldest reports.
  package mutating func add(_ bytes: [UInt8], _ kind: Kind) {
    guard !bytes.isEmpty else { return }
    pieces.append(Piece(bytes: bytes, kind: kind))
    waiting += bytes.count
    guard waiting > limit else { return }
    makeRoom()
  }

  /// Begins with a piece that is out in part already; nothing else may wait.
  package mutating func begin(_ bytes: [UInt8], _ kind: Kind, taken: Int) {
    precondition(isEmpty && taken > 0 && taken < bytes.count, "a piece begins behind no other")
    (pieces, first, sent) = ([Piece(bytes: bytes, kind: kind)], 0, taken)
    waiting = bytes.count - taken
  }

  /// Sends what waits, as far as it is taken.
  ///
  /// - Parameter send: Sends bytes, and answers how many were taken; it throws `wouldBlock` where none can be.
  /// - Returns: Whether anything was taken.
  /// - Throws: An error of the connection.
  package mutating func flush(
    _ send: (ArraySlice<UInt8>) throws(Errno) -> Int
  ) throws(Errno) -> Bool {
    var hasSent = false
    while !isEmpty {
      let bytes = pieces[first].bytes
      let taken: Int
      do throws(Errno) {
        taken = try send(bytes[sent...])
      } catch  where error == .wouldBlock {
        break
      }
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

  /// Drops the oldest whole reports until what waits is within bounds; the piece that is half gone stays.
  private mutating func makeRoom() {
    var kept: [Piece] = []
    for (index, piece) in pieces[first...].enumerated() {
      let isBegun = index == 0 && sent > 0
      // The newest one stays, however large: it is what the client wants to know.
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
      // Its room is given back: of ten thousand clients hardly one is slow.
      (pieces, first) = ([], 0)
    } else if first > 16 {
      pieces.removeFirst(first)
      first = 0
    }
  }
}
