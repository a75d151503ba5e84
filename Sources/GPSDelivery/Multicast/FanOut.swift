/// An ordered list that may change while it is walked.
///
/// A removed entry is not visited any more, not even by a walk under way; an added one is visited from the
/// next walk on. Adding and removing take constant time on average, a walk is linear.
final class FanOut<Content> {
  /// A place in the list; without content it has been removed.
  final class Entry {
    fileprivate(set) var content: Content?

    init(_ content: Content) { self.content = content }
  }

  private(set) var entries: [Entry] = []
  /// How many entries have been removed but still take a place.
  private var removed = 0

  /// How many are in the list.
  var count: Int { entries.count - removed }

  /// Adds one at the end.
  func append(_ content: Content) -> Entry {
    let entry = Entry(content)
    entries.append(entry)
    return entry
  }

  /// Removes one; false if it was removed already.
  @discardableResult func remove(_ entry: Entry) -> Bool {
    guard let content = entry.content else { return false }
    entry.content = nil
    removed += 1
    if removed * 2 > entries.count { compact() }
    // The content may be the last to hold an object of the user: that dies when the list is in order again.
    return withExtendedLifetime(content) { true }
  }

  /// Removes all and returns what they held.
  func removeAll() -> [Content] {
    let contents = entries.compactMap(\.content)
    for entry in entries { entry.content = nil }
    entries = []
    removed = 0
    return contents
  }

  /// Visits all in order.
  func forEach(_ body: (Content) -> Void) {
    // The loop keeps the array it began with: the body may append or compact without disturbing it.
    for entry in entries { if let content = entry.content { body(content) } }
  }

  private func compact() {
    entries.removeAll { $0.content == nil }
    removed = 0
  }
}
