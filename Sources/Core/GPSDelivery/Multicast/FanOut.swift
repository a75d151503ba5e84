/// An ordered list that may change during an iteration.
///
/// Removed entries are skipped even by a running iteration; added entries are visited from the next one on.
/// Adding and removing take amortized constant time; an iteration is linear.
package final class FanOut<Content> {
  /// An entry of the list; its content is nil after removal.
  package final class Entry {
    fileprivate(set) var content: Content?

    init(_ content: Content) { self.content = content }
  }

  package init() {}

  private(set) var entries: [Entry] = []
  /// The number of removed entries that still occupy a slot.
  private var removed = 0

  var count: Int { entries.count - removed }

  package func append(_ content: Content) -> Entry {
    let entry = Entry(content)
    entries.append(entry)
    return entry
  }

  /// Removes an entry; returns false if it was removed already.
  @discardableResult package func remove(_ entry: Entry) -> Bool {
    guard let content = entry.content else { return false }
    entry.content = nil
    removed += 1
    if removed * 2 > entries.count { compact() }
    // The content may hold the last reference to a user's object: release it once the list is consistent.
    return withExtendedLifetime(content) { true }
  }

  package func removeAll() -> [Content] {
    let contents = entries.compactMap(\.content)
    for entry in entries { entry.content = nil }
    entries = []
    removed = 0
    return contents
  }

  /// Calls a closure with each content in order.
  func forEach(_ body: (Content) -> Void) {
    // The loop iterates over a copy of the array, so the body may append or compact.
    for entry in entries { if let content = entry.content { body(content) } }
  }

  private func compact() {
    entries.removeAll { $0.content == nil }
    removed = 0
  }
}
