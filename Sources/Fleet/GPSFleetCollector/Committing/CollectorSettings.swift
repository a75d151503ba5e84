internal import GPSSockets

/// The database of a collector, its addresses, and the clients that it admits.
struct CollectorSettings: Sendable {
  var database = ""
  /// The address for batches, with metrics and health; nil to collect nothing.
  var listen: String?
  /// The address of the page, with metrics and health; nil for none.
  var page: String?
  /// The addresses of proxies, which have many connections.
  var proxies: Set<EndAddress> = []
  /// The connections for commits.
  var connections = 2
  /// The token that the page and the metrics demand, and names of the machine besides its address.
  var (token, names): (String?, [String]) = (nil, [])
}
