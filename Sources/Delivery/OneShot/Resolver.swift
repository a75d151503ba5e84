extension OneShot {
  /// Makes the duty to answer: a value that cannot be copied, and that rejects when it is dropped.
  public func makeResolver() -> Resolver { Resolver(self) }

  /// The duty to answer exactly once.
  ///
  /// Answering uses it up, so that a second answer does not compile. Dropping it without an answer rejects,
  /// so that nobody waits for ever:
  ///
  /// ```swift
  /// let resolver = page.makeResolver()
  /// guard let paper = feed() else { return }   // dropped: the waiters get `.abandoned`
  /// resolver.fulfill(scan(paper))              // used up
  /// resolver.fulfill(blank)                    // does NOT compile
  /// ```
  public struct Resolver: ~Copyable, Sendable {
    private let oneShot: OneShot

    init(_ oneShot: OneShot) { self.oneShot = oneShot }

    /// Answers with a value.
    public consuming func fulfill(_ value: Value) { oneShot.fulfill(value) }

    /// Answers with an error.
    public consuming func reject(_ failure: Failure) { oneShot.reject(failure) }

    // After an answer this changes nothing, since only the first one counts.
    deinit { oneShot.reject(oneShot.abandoned) }
  }
}
