extension EpochAssembler {
  /// Whether a sentence without a time is from the next burst, and the sentences in between were damaged.
  mutating func isOfNextBurst(_ name: UInt32) -> Bool {
    guard !isDoubtful, draft.time != nil else { return false }
    guard let bit = keys.next(of: name, in: burst.all, behind: burst.last) else {
      return isOneTooMany(name, in: burst.all)
    }
    return end.isBefore(bit, burst.last)
  }

  /// Whether the burst has a sentence with this name and no burst ever had two; GSA may repeat freely.
  mutating func isOneTooMany(_ name: UInt32, in come: UInt64) -> Bool {
    name != SourceKey.gsa && end.isSettled && come & keys.first(of: name) != 0
      && keys.next(of: name, in: come, behind: 0) == nil
  }
}
