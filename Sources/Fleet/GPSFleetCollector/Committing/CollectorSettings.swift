package import GPSSockets

/// The database of a collector, its addresses, and the clients that it admits.
package struct CollectorSettings: Sendable {
  package var database = ""
  /// The address for batches, with metrics and health; nil to collect nothing.
  package var listen: String?
  /// The address of the page, with metrics and health; nil for none.
  package var page: String?
  /// The addresses of proxies, which have many connections.
  package var proxies: Set<EndAddress> = []
  /// The connections for commits.
  package var connections = 2
  /// The token that the page and the metrics demand, and names of the machine besides its address.
  package var (token, names): (String?, [String]) = (nil, [])

  package init() {}
}
