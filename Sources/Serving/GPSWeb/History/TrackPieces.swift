internal import GNSS
internal import GPSFormats

/// The history as a track: pieces between gaps, one receiver after the other.
///
/// A piece is looked at more than once: whether it crosses 180° is said in front of its places. So it stands on a copy of
/// the history, which shares the memory of it, and in which nothing goes.
struct TrackPieces: Sendable {
  /// Rows without a gap between them, each with a place.
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
  private var number = 0
  private var segment = 0

  /// - Parameters:
  ///   - history: The history as it is now.
  ///   - query: The part that is wanted.
  ///   - devices: How many receivers have a name.
  init(_ history: TrackHistory, _ query: TrackQuery, devices: Int) {
    self.history = history
    self.query = query
    receivers = query.receivers(of: min(devices, history.receivers))
    receiver = receivers.lowerBound
  }

  /// The next piece; nil behind the last one.
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
      (receiver, number, segment) = (receiver + 1, 0, 0)
    }
    return nil
  }

  /// The first row of a piece from a number on that the step does not leave out.
  ///
  /// The first and the last row of a piece are always there.
  func wanted(from number: Int, in piece: Piece) -> (number: Int, row: HistoryRow)? {
    for number in number..<max(number, piece.rows.upperBound) {
      guard let row = history.row(number, of: piece.receiver) else { return nil }
      if number == piece.rows.lowerBound || number == piece.rows.upperBound - 1 { return (number, row) }
      if let before = history.row(number - 1, of: piece.receiver), query.isSameStep(before, row) { continue }
      return (number, row)
    }
    return nil
  }

  /// A row with a place that is wanted and that one may believe.
  private func place(_ number: Int) -> HistoryRow? {
    guard let row = history.row(number, of: receiver), row.hasPosition, !row.isSuspect, query.contains(row)
    else {
      return nil
    }
    return row
  }

  /// Whether so much time lies behind a row that nobody knows the way between, or its time went back.
  private func isGap(_ number: Int, _ next: HistoryRow) -> Bool {
    guard let row = history.row(number, of: receiver) else { return true }
    let milliseconds = next.milliseconds - row.milliseconds
    return milliseconds < 0 || Double(milliseconds) > TrackSegmenter.usualGap * 1000
  }
}
