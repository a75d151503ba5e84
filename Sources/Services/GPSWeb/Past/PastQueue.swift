internal import GPSWebHost

/// Requests that wait for the store, which serves one at a time.
struct PastQueue {
  /// An answer that can be made on any thread, and may wait for a disk.
  typealias Reading = @Sendable () -> WebAnswer

  private var waiting: ArraySlice<(number: Int, read: Reading)> = []
  private var isReading = false
  private var lastNumber = 0
  /// The days in memory, which are being read or sent.
  let tracks = OpenCount(most: Self.mostTracks)

  /// At most this many requests wait.
  static let mostWaiting = 16
  /// At most this many days are in memory; a day has 5.5 MB.
  static let mostTracks = 4

  /// Adds a request; returns its number, or nil if too many wait.
  mutating func add(_ read: @escaping Reading) -> Int? {
    guard waiting.count < Self.mostWaiting else { return nil }
    lastNumber += 1
    waiting.append((lastNumber, read))
    return lastNumber
  }

  /// The next request to serve; nil if no request waits, or while the store is being read.
  mutating func next() -> (number: Int, read: Reading)? {
    guard !isReading, let next = waiting.popFirst() else { return nil }
    isReading = true
    return next
  }

  mutating func hasRead() { isReading = false }
}

/// The track of a past day, in the form of today's track.
struct PastSlices: WebSlices {
  private var slices: any WebSlices
  private let day: TrackHistory
  /// Keeps the day in memory until this is released.
  private let place: OpenPlace

  init(_ slices: any WebSlices, of day: TrackHistory, _ place: OpenPlace) {
    (self.slices, self.day, self.place) = (slices, day, place)
  }

  mutating func next(_ history: TrackHistory) -> [UInt8]? { slices.next(day) }
}
