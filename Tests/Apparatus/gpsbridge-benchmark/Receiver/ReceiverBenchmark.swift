/// What the way from a receiver's bytes to a program's code costs: `gpsbridge-benchmark receiver` and `way [EPOCHS]`,
/// `consumers`, `crowd [RECEIVERS [SECONDS]]`, `ports [RECEIVERS [SECONDS]]`, or nothing for all of them.
enum ReceiverBenchmark {
  @MainActor static func run(_ arguments: [String]) async throws -> CInt {
    func number(_ index: Int, else standard: Int) -> Int {
      arguments.count > index ? Int(arguments[index]) ?? standard : standard
    }
    switch arguments.first {
    case nil:
      try await measureTheWay(epochs: 200)
      await measureConsumers()
      await measureTheCrowd(receivers: 256, seconds: 10)
      try await measureTheCrowdOfPorts(receivers: 256, seconds: 10)
    case "way": try await measureTheWay(epochs: number(1, else: 200))
    case "consumers": await measureConsumers()
    case "crowd": await measureTheCrowd(receivers: number(1, else: 256), seconds: number(2, else: 10))
    case "ports":
      try await measureTheCrowdOfPorts(receivers: number(1, else: 256), seconds: number(2, else: 10))
    case "play": try await playTheCrowd(receivers: number(1, else: 256), seconds: number(2, else: 10))
    case let word?:
      print("receiver: \"\(word)\" is none of way, consumers, crowd, ports")
      return 64
    }
    return 0
  }
}
