internal import GPSEventRuntime
internal import GPSSQLiteFiles
internal import GPSSystemCalls

/// The fixes of a store that a query asks for, as an asynchronous sequence.
///
/// ```swift
/// for try await fix in store.fixes(from: morning, to: noon) { print(fix.time) }
/// ```
///
/// Fixes are read in pages of about a thousand on a helper thread, so that no task waits for a disk. The sequence opens the
/// file once more for each iteration. It may contain fixes that the writer adds meanwhile.
public struct StoredFixes: AsyncSequence, Sendable {
  let path: String
  let query: StoreQuery

  /// Begins an iteration.
  public func makeAsyncIterator() -> Iterator { Iterator(reader: FixReader(path, query)) }

  /// An iteration; the store is closed with it.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let reader: FixReader
    private var page: ArraySlice<StoredFix> = []

    fileprivate init(reader: FixReader) { self.reader = reader }

    /// The next fix; nil after the last one.
    public mutating func next(
      isolation: isolated (any Actor)? = #isolation
    ) async throws(StoreError) -> StoredFix? {
      if let fix = page.popFirst() { return fix }
      page = try await reader.read(isolation: isolation)[...]
      return page.popFirst()
    }

    /// The next fix; nil after the last one.
    public mutating func next() async throws(StoreError) -> StoredFix? {
      try await next(isolation: #isolation)
    }
  }
}

/// Reads pages on helper threads, one at a time.
private final class FixReader: Sendable {
  private struct State {
    var store: TrackStore?
    var pages: FixPages?
  }

  private let path: String
  private let state: Guarded<State>

  init(_ path: String, _ query: StoreQuery) {
    self.path = path
    state = Guarded(State(store: nil, pages: FixPages(query)))
  }

  /// The next page; empty at the end.
  func read(isolation: isolated (any Actor)?) async throws(StoreError) -> [StoredFix] {
    let result: Result<[StoredFix], StoreError> = await withCheckedContinuation(isolation: isolation) {
      waiting in
      EventLoop.offload { [self] in waiting.resume(returning: page()) }
    }
    return try result.get()
  }

  private func page() -> Result<[StoredFix], StoreError> {
    state.withLock { state in
      guard var pages = state.pages else { return .success([]) }
      do throws(StoreError) {
        let store = if let open = state.store { open } else { try TrackStore(at: path) }
        let page = try store.read(&pages) ?? []
        (state.store, state.pages) = (store, page.isEmpty ? nil : pages)
        return .success(page)
      } catch { return .failure(error) }
    }
  }
}
