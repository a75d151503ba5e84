internal import GPSFormats
internal import GPSTrackRows

/// The history as a track: pieces between gaps, receiver by receiver.
///
/// A piece is read more than once, because the times of a GeoJSON feature follow all its positions. So this works
/// on a copy of the history, which shares its memory and drops nothing.
struct TrackPieces: Sendable {
  /// Rows without a gap between them, each with a position.
  struct Piece: Sendable, Hashable {
    var receiver: Int
    var rows: Range<Int>
    /// The number of the piece within its receiver, from 1.
    var segment: Int
  }

  private let history: TrackHistory
  private let query: TrackQuery
  private let receivers: Range<Int>
  private var receiver: Int
  private var number = Int.min
  private var segment = 0

  /// - Parameters:
  ///   - history: The current history.
  ///   - query: The requested part.
  ///   - devices: The number of receivers that have a name.
  init(_ history: TrackHistory, _ query: TrackQuery, devices: Int) {
    (self.history, self.query) = (history, query)
    receivers = query.receivers(of: min(devices, history.receivers))
    receiver = receivers.lowerBound
  }

  /// The next piece, or nil at the end.
  mutating func next() -> Piece? {
    while receiver < receivers.upperBound {
      let rows = history.rows(of: receiver)
      number = max(number, rows.lowerBound)
      while number < rows.upperBound, place(number) == nil { number += 1 }
      let first = number
      while number < rows.upperBound, let row = place(number) {
        guard number == first || !isGap(number - 1, row) else { break }
        number += 1
      }
      if first < number {
        segment += 1
        return Piece(receiver: receiver, rows: first..<number, segment: segment)
      }
      (receiver, number, segment) = (receiver + 1, .min, 0)
    }
    return nil
  }

  /// The first row of a piece, from a number on, that the query's step keeps.
  ///
  /// The first and the last row of a piece are always kept.
  func wanted(from number: Int, in piece: Piece) -> (number: Int, row: TrackRow)? {
    for number in number..<max(number, piece.rows.upperBound) {
      guard let row = history.row(number, of: piece.receiver) else { return nil }
      if number == piece.rows.lowerBound || number == piece.rows.upperBound - 1 { return (number, row) }
      if let before = history.row(number - 1, of: piece.receiver), query.isSameStep(before, row) { continue }
      return (number, row)
    }
    return nil
  }

  /// A row in the requested part with a trustworthy position.
  private func place(_ number: Int) -> TrackRow? {
    guard let row = history.row(number, of: receiver), row.hasPosition, !row.isSuspect, query.contains(row)
    else { return nil }
    return row
  }

  /// Whether the time between two rows is too long to connect them, or went back.
  private func isGap(_ number: Int, _ next: TrackRow) -> Bool {
    guard let row = history.row(number, of: receiver) else { return true }
    let milliseconds = next.milliseconds - row.milliseconds
    return milliseconds < 0 || Double(milliseconds) > Gap.segment * 1000
  }
}
