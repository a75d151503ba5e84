/// An entry of a store that is not a fix.
package struct TrackRecord: Sendable, Hashable {
  /// The subject of a record, with its times in milliseconds since 1970.
  package enum Content: Sendable, Hashable {
    case event(at: Int64)
    case gap(from: Int64, to: Int64)
    /// Numbers without an entry, up to the last one.
    case dropped(last: Int64, at: Int64)
  }

  package var number: Int64
  package var content: Content
  /// The kind of an event, or the cause of a gap or a loss.
  package var kind: String
  /// The detail of an event, or the verdict at the end of a gap.
  package var detail: String?

  package init(number: Int64, content: Content, kind: String, detail: String? = nil) {
    (self.number, self.content, self.kind, self.detail) = (number, content, kind, detail)
  }

  package var lastNumber: Int64 { if case .dropped(let last, _) = content { last } else { number } }
}
