/// What delivery costs, beside an AsyncStream per consumer in the same run: `gpsbridge-benchmark delivery [MODE]...`.
enum DeliveryBenchmark {
  @MainActor static func run(_ wanted: [String]) async {
    let modes: [(name: String, run: () async -> Void)] = [
      ("hub", Hubs.run),
      ("multicast", Multicast.run),
      ("proxy", Proxies.run),
      ("wake", Waking.run),
      ("hop", Hops.run),
      ("sleeper", Sleepers.run),
    ]
    if let unknown = wanted.first(where: { name in !modes.contains { $0.name == name } }) {
      print("no mode is called \(unknown); there are: \(modes.map(\.name).joined(separator: ", "))")
    } else {
      for mode in modes where wanted.isEmpty || wanted.contains(mode.name) { await mode.run() }
    }
  }
}
