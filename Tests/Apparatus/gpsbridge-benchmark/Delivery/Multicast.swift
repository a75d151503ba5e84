import GPSDelivery

private protocol Ear: AnyObject { func hear(_ number: Int) }

private final class Hearer: Ear {
  var sum = 0
  func hear(_ number: Int) { sum &+= number }
}

/// One call to a list of weak delegates.
enum Multicast {
  static func run() async {
    print("multicast: ns per call (and per delegate)")
    print(column("delegates", 10), column("call"), column("each"))
    for size in sizes {
      let list = MulticastDelegates<any Ear> { ear in { [weak ear] in ear } }
      let ears = (0..<size).map { _ in Hearer() }
      for ear in ears { list.add(ear) }
      var number = 0
      let result = best(rounds: rounds(for: size)) {
        number += 1
        list.call { $0.hear(number) }
      }
      withExtendedLifetime(ears) {
        print(column("\(size)", 10), column(result), column(result / Double(size)))
      }
    }
  }
}
