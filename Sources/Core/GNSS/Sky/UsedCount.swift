/// Counts the satellites used, although GGA's field may be limited to 12 and a GSA may be missing.
///
/// A receiver that uses more than 12 satellites may report 12; without all of its GSA, the number is unknown.
struct UsedCount {
  /// The usual number of GSA in an epoch.
  private var usual = 0
  /// The number of consecutive epochs with fewer GSA.
  private var fewer = 0
  /// Whether the receiver has reported 12 with more than 12 listed satellites.
  private var endsAtTwelve = false

  private static let twelve = 12
  /// The number of epochs with fewer GSA after which the lower number becomes the usual one.
  private static let enough = 10

  /// Counts the satellites used by an epoch.
  ///
  /// - Parameters:
  ///   - reported: The number that the receiver reported itself.
  ///   - named: The number of satellites listed as used; nil without a list.
  ///   - lists: The number of GSA with these lists; nil for a message, which lists all satellites.
  /// - Returns: The number; nil if unknown.
  mutating func count(reported: Int?, named: Int?, lists: Int?) -> Int? {
    let isWhole = isWhole(lists)
    guard let reported else { return isWhole ? named : nil }
    if reported > Self.twelve { endsAtTwelve = false }
    guard reported == Self.twelve else { return reported }
    if let named, named > Self.twelve { endsAtTwelve = true }
    guard endsAtTwelve else { return reported }
    return isWhole ? named : nil
  }

  private mutating func isWhole(_ lists: Int?) -> Bool {
    guard let lists else { return true }
    if lists >= usual {
      (usual, fewer) = (lists, 0)
      return true
    }
    fewer += 1
    if fewer >= Self.enough { (usual, fewer) = (lists, 0) }
    return false
  }
}
