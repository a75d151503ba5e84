/// What sentences without a time say against a fix.
struct Denial {
  /// A mode letter or a status says that there is none.
  var isExplicit = false
  /// A GSA says so.
  var isOneDimension = false
}
