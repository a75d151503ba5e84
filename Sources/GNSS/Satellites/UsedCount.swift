/// How many satellites an epoch uses, where the field of GGA ends at 12 and one of several GSA may be missing.
///
/// A receiver that uses more than 12 writes a 12 there. Without all of its GSA the true number is unknown.
struct UsedCount {
  /// How many GSA the epochs have had.
  private var usual = 0
  /// The epochs in a row that had fewer.
  private var fewer = 0
  /// Whether the receiver has written 12 beside more than 12 names.
  private var endsAtTwelve = false

  private static let twelve = 12
  /// So many epochs with fewer GSA show that the receiver sends fewer.
  private static let enough = 10

  /// Counts for an epoch.
  ///
  /// - Parameters:
  ///   - reported: The number that the receiver reported itself.
  ///   - named: How many satellites are named as used; nil where nothing named any.
  ///   - lists: The number of GSA that named them; nil for a message, which names all.
  /// - Returns: The number; nil where it is unknown.
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
