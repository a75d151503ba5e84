/// Lets others run until a condition holds.
///
/// Nobody sleeps: if it never holds, the time limit of the suite ends it.
public func until(
  isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool
) async {
  // The time limit cancels the test, which must not spin on behind it.
  while !condition(), !Task.isCancelled { await Task.yield() }
}

/// All that a sequence still has.
public func all<Elements: AsyncSequence>(
  _ elements: Elements, isolation: isolated (any Actor)? = #isolation
) async throws(Elements.Failure) -> [Elements.Element] {
  var found: [Elements.Element] = []
  var iterator = elements.makeAsyncIterator()
  while let element = try await iterator.next(isolation: isolation) { found.append(element) }
  return found
}
