/// Yields until a condition holds.
///
/// It does not sleep; if the condition never holds, the time limit of the suite ends the test.
public func until(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async {
  // The time limit cancels the test, which must not keep spinning afterwards.
  while !condition(), !Task.isCancelled { await Task.yield() }
}

/// Returns all remaining elements of a sequence.
public func all<Elements: AsyncSequence>(
  _ elements: Elements, isolation: isolated (any Actor)? = #isolation
) async throws(Elements.Failure) -> [Elements.Element] {
  var found: [Elements.Element] = []
  var iterator = elements.makeAsyncIterator()
  while let element = try await iterator.next(isolation: isolation) { found.append(element) }
  return found
}
