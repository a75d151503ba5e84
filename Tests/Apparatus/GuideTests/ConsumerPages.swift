// What "One dongle, many consumers" and "Following a receiver that comes and goes" show.
import GPSBridge
import SerialPorts

func share() throws {
  let map = LocationManager()
  let odometer = LocationManager()
  odometer.distanceFilter = 10  // the map still gets everything

  let mast = LocationManager(.shared(.serial("AB12")))
  print(map, odometer, mast)
}

func choose(_ manager: LocationManager, begin: () -> Void) async throws {
  _ = [
    manager.locations,  // an array of up to 256 queued elements
    manager.locations.keeping(.latest),  // only the newest
    manager.locations.keeping(.unbounded),  // everything; the consumer must keep up
  ]

  let locations = manager.locations.subscribe(.unbounded)  // registered
  begin()  // locations from now on are kept
  for try await batch in locations { print(batch.count) }
}

func runOnTheLoop(_ receiver: Receiver, log: @escaping @Sendable (Fix) -> Void) {
  Task(executorPreference: ReceiverLoop.shared.tasks) {
    for await fix in receiver.fixes.keeping(.newest(10)) { log(fix) }  // on the receivers' thread
  }
}

func runBesideTheLoop(_ locations: [Location], write: @escaping @Sendable ([Location]) -> Bool) {
  ReceiverLoop.shared.offload({ write(locations) }, then: { isWritten in print(isWritten) })
  print(ReceiverLoop.shared.slowCalls)  // 3 slow calls; the longest: 34 ms, handler of /dev/ttyACM0
}

@MainActor func delegate(
  _ manager: LocationManager, _ map: Map, _ logbook: Map, _ alarm: Map
) {
  manager.delegate = map
  manager.addDelegate(logbook)
  manager.addDelegate(alarm)

  let proxy = LocationManagerDelegateProxy.proxy(for: manager)
  proxy.onInvoked(.didUpdateLocations) { manager, locations in print(locations.count) }
}

func chooseTheBest() async {
  let best = BestReceiver([.shared(.path("…-usb-0:1.1")), .shared(.path("…-usb-0:1.2"))])
  let manager = LocationManager(best)
  for await choice in best.choices.keeping(.latest) { print("now \(choice.deviceID): \(choice.reason)") }
  print(manager.state)
}

// Following a receiver that comes and goes.

func show(_ receiver: Receiver) async {
  for await event in receiver.events.keeping(.unbounded) {
    switch event.kind {
    case .attached(let place): print("plugged in:", place.name)
    case .detached(let place): print("pulled out:", place.name)
    case .opened(let place, _): print("opened:", place.node)
    case .openFailed(let error): print(error.message)
    case .freshness(let freshness): print("the location is \(freshness)")
    case .back(let gap): print("back after \(gap)")
    default: break
    }
  }
}

func giveUp(_ device: some ReceiverDevice) async {
  var options = ReceiverOptions()
  options.reconnect = .never
  let receiver = Receiver(device, options: options)
  do {
    for try await location in receiver.locations.keeping(.newest(10)) { print(location) }
  } catch {
    print(error)  // why the loop ended
  }
}

func remember(_ receiver: Receiver) -> Receiver? {
  guard let place = receiver.place else { return nil }
  return Receiver.shared(.path(place.key))
}
