import GPSDeliveryReactive
import DeliverySupport
import Testing

@MainActor private protocol RepositoryDelegate: AnyObject {
  func didUpdateLocation(_ place: Place)
}

/// The repository of text 003, with its one misspelt line put right.
@MainActor private final class Repository: LocationManagerDelegate {
  private var delegates = NSHashTable<AnyObject>.weakObjects()

  func addDelegate(_ delegate: any RepositoryDelegate) {
    if !delegates.allObjects.contains(where: { $0 === delegate }) {
      delegates.add(delegate)
    }
  }
  func removeDelegate(_ delegate: any RepositoryDelegate) { delegates.remove(delegate) }
  var count: Int { delegates.count }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Place]) {
    guard let place = locations.last else { return }
    for case let delegate as any RepositoryDelegate in delegates.allObjects {
      delegate.didUpdateLocation(place)
    }
  }
}

@MainActor private final class ViewModel: RepositoryDelegate {
  var seen: [Int] = []
  func didUpdateLocation(_ place: Place) { seen.append(place.number) }
}

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A weak hash table` {
  @Test func `carries the repository of the literature`() {
    let manager = LocationManager()
    let repository = Repository()
    manager.delegate = repository
    let home = ViewModel()
    var register: ViewModel? = ViewModel()
    repository.addDelegate(home)
    repository.addDelegate(home)
    repository.addDelegate(register!)
    manager.report(1)
    #expect(home.seen == [1])
    #expect(register?.seen == [1])
    register = nil
    #expect(repository.count == 1)
    manager.report(2)
    repository.removeDelegate(home)
    manager.report(3)
    #expect(home.seen == [1, 2])
  }

  @Test func `holds each object once, by identity, and none that died`() {
    let table = NSHashTable<ViewModel>.weakObjects()
    let first = ViewModel()
    var second: ViewModel? = ViewModel()
    table.add(first)
    table.add(first)
    table.add(second)
    table.add(nil)
    #expect(table.count == 2 && table.contains(second))
    second = nil
    #expect(table.count == 1)
    #expect(table.allObjects.map(ObjectIdentifier.init) == [ObjectIdentifier(first)])
    #expect(table.anyObject === first && !table.contains(nil))
    table.remove(nil)
    table.removeAllObjects()
    #expect(table.count == 0)
  }
}
