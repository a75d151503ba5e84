extension EpochAssembler {
  /// Whether a sentence without a time belongs to the burst behind the open one: the sentences between are damaged.
  func isOfNextBurst(_ name: UInt32) -> Bool {
    guard !isDoubtful, draft.time != nil else { return false }
    guard let bit = keys.next(of: name, in: burst.all, behind: burst.last) else {
      return isOneTooMany(name, in: burst.all)
    }
    return end.isBefore(bit, burst.last)
  }

  /// Whether a burst has a sentence of this name, and no burst ever had another; of lists any number may come.
  func isOneTooMany(_ name: UInt32, in come: UInt64) -> Bool {
    name != Name.gsa && end.isSettled && come & keys.first(of: name) != 0
      && keys.next(of: name, in: come, behind: 0) == nil
  }
}
