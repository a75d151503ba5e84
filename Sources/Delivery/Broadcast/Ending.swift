/// How a stream came to its end.
enum Ending: Sendable {
  /// There is no more.
  case finished
  /// It failed; the parcel holds the error.
  case failed(AnyParcel)
}
