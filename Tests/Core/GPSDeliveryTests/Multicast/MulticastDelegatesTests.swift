import GPSDelivery
import DeliverySupport
import Testing

private protocol Ear: AnyObject {
  func hear(_ word: String)
}

private final class Hearer: Ear {
  let name: String
  var onHearing: (String) -> Void
  init(_ name: String, _ onHearing: @escaping (String) -> Void = { _ in }) {
    self.name = name
    self.onHearing = onHearing
  }
  func hear(_ word: String) { onHearing(name + word) }
}

@Suite(.timeLimit(.minutes(5))) struct `A list of delegates` {
  private let list = MulticastDelegates<any Ear> { ear in { [weak ear] in ear } }

  @Test func `calls each once, in the order they were added`() {
    var heard: [String] = []
    let ears = (0..<5).map { Hearer("\($0)") { heard.append($0) } }
    for ear in ears { #expect(list.add(ear)) }
    #expect(!list.add(ears[0]))
    list.call { $0.hear("!") }
    #expect(heard == ["0!", "1!", "2!", "3!", "4!"])
    #expect(list.count == 5 && list.contains(ears[3]))
  }

  @Test func `holds them weakly and counts only the living`() {
    var heard: [String] = []
    var ears = (0..<4).map { Hearer("\($0)") { heard.append($0) } }
    for ear in ears { list.add(ear) }
    ears.remove(at: 1)
    #expect(list.count == 3)
    list.call { $0.hear("") }
    #expect(heard == ["0", "2", "3"])
  }

  @Test func `does not call one that is removed during the call, and one that is added only next time`() {
    var heard: [String] = []
    let first = Hearer("first")
    let second = Hearer("second") { heard.append($0) }
    let third = Hearer("third") { heard.append($0) }
    first.onHearing = { [list] in
      heard.append($0)
      list.remove(second)
      list.add(third)
    }
    list.add(first)
    list.add(second)
    list.call { $0.hear("") }
    #expect(heard == ["first"])
    list.call { $0.hear("") }
    #expect(heard == ["first", "first", "third"])
  }

  @Test func `does not call one that dies during the call`() {
    var heard: [String] = []
    var second: Hearer? = Hearer("second") { heard.append($0) }
    let first = Hearer("first") {
      heard.append($0); second = nil
    }
    list.add(first)
    list.add(second!)
    list.call { $0.hear("") }
    #expect(heard == ["first"])
    #expect(second == nil)
  }

  @Test func `may be called from within a call`() {
    var heard: [String] = []
    var depth = 0
    let ear = Hearer("") { _ in }
    ear.onHearing = { [list] word in
      heard.append(word)
      depth += 1
      if depth < 3 { list.call { $0.hear("again") } }
    }
    list.add(ear)
    list.call { $0.hear("once") }
    #expect(heard == ["once", "again", "again"])
  }

  @Test func `skips one that is served otherwise`() {
    var heard: [String] = []
    let main = Hearer("main") { heard.append($0) }
    let other = Hearer("other") { heard.append($0) }
    list.add(main)
    list.add(other)
    main.hear("")
    list.call(except: main) { $0.hear("") }
    #expect(heard == ["main", "other"])
  }

  @Test func `never takes a new object for a dead one at the same address`() {
    // So many that the list looks for the dead only now and then.
    let crowd = (0..<200).map { Hearer("\($0)") }
    for ear in crowd { list.add(ear) }
    for _ in 0..<500 {
      let ear = Hearer("")
      #expect(!list.contains(ear))
      #expect(list.add(ear))
      #expect(list.contains(ear))
    }
    withExtendedLifetime(crowd) { #expect(list.count == 200) }
  }

  @Test func `agrees with a plain array whatever is added, removed and let die`() async throws {
    try await rounds(50) { random in
      let list = MulticastDelegates<any Ear> { ear in { [weak ear] in ear } }
      var living: [Hearer] = []
      var model: [Hearer] = []
      var heard: [String] = []
      for step in 0..<200 {
        switch Int.random(in: 0..<5, using: &random) {
        case 0...1:
          let ear = Hearer("\(step)") { heard.append($0) }
          living.append(ear)
          #expect(list.add(ear))
          model.append(ear)
        case 2:
          if let ear = living.randomElement(using: &random) {
            let isIn = model.contains { $0 === ear }
            #expect(list.remove(ear) == isIn)
            model.removeAll { $0 === ear }
          }
        case 3:
          if let ear = living.randomElement(using: &random) {
            living.removeAll { $0 === ear }
            model.removeAll { $0 === ear }
          }
        default:
          if let ear = living.randomElement(using: &random), list.add(ear) { model.append(ear) }
        }
        heard = []
        list.call { $0.hear("") }
        #expect(heard == model.map(\.name))
        #expect(list.count == model.count)
      }
    }
  }
}
