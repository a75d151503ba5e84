/// The elements of a stream up to its end, or the first few.
func all<Element: Sendable>(_ stream: AsyncStream<Element>, _ count: Int = .max) async -> [Element] {
  var elements: [Element] = []
  for await element in stream {
    elements.append(element)
    if elements.count == count { break }
  }
  return elements
}
