internal import GPSDelivery
internal import GPSEventRuntime
internal import GNSS
internal import SerialPorts

/// Watching, opening, closing and reopening the receiver's device.
///
/// A port that is slow to open is opened on a helper thread. An opening waits until an earlier source is
/// closed, because the kernel refuses a port that this process still holds.
extension ReceiverEngine {
  /// The speed at which the device was last read, in this run or an earlier one.
  func lastGood(at key: String) -> Int? { options.speedMemory[key] ?? options.ports.speeds[key] }

  func follow() { core.watch = device.follow(on: loop, handler { $0.take($1) }) }

  private func take(_ presence: DevicePresence) {
    switch presence {
    case .present(let place):
      let lastGood = self.lastGood(at: place.key)
      step { $0.machine.present(place, lastGood: lastGood) }
    case .absent(let error): step { $0.machine.absent(error) }
    }
  }

  func open(_ place: DevicePlace, _ speed: Int?) {
    // The kernel refuses a port that this receiver has not closed yet. This also drops an earlier opening
    // that still waits, which would be mistaken for this one.
    core.nextOpening = core.closing > 0 ? NextOpening(place: place, speed: speed) : nil
    guard core.closing == 0 else { return }
    guard device.opensSlowly else { return opened(Self.opening(device, place, speed, loop), place) }
    // Until the result is known, the port counts as being closed.
    core.closing += 1
    loop.offload({ [device, loop] in Self.opening(device, place, speed, loop) }) { [weak self] outcome in
      guard let self else { return Self.discard(outcome) }
      here { $0.openedLater(outcome, place) }
    }
  }

  private static func opening(
    _ device: any ReceiverDevice, _ place: DevicePlace, _ speed: Int?, _ loop: EventLoop
  ) -> Result<any ByteSource, LocationError> {
    do throws(LocationError) { return .success(try device.open(place, speed: speed, on: loop)) } catch {
      return .failure(error)
    }
  }

  private static func discard(_ outcome: Result<any ByteSource, LocationError>) {
    if case .success(let source) = outcome { source.close() }
  }

  /// An opening on a helper thread has finished; it may no longer be wanted.
  private func openedLater(_ outcome: Result<any ByteSource, LocationError>, _ place: DevicePlace) {
    core.closing -= 1
    guard isToBeOpened(at: place), core.nextOpening == nil else {
      guard case .success(let source) = outcome else { return openWaiting() }
      return close(source)
    }
    opened(outcome, place)
    performActions()
  }

  /// Whether the machine is waiting for this place to be opened.
  private func isToBeOpened(at place: DevicePlace?) -> Bool {
    guard !core.settings.isClosed, case .opening(let awaited) = core.machine.phase else { return false }
    return awaited == place
  }

  private func opened(_ outcome: Result<any ByteSource, LocationError>, _ place: DevicePlace) {
    let source: any ByteSource
    switch outcome {
    case .success(let opened): source = opened
    case .failure(let error): return core.machine.openFailed(error)
    }
    let lastGood = self.lastGood(at: place.key)
    let opening = core.opened(
      source, at: time.now, place, Self.reference(time), lastGood: lastGood,
      profile: options.settings(of: device, at: place))
    source.start(
      bytes: handler(ofBytes: { $0.take($1, at: $2, from: opening) }),
      end: handler { $0.end($1, of: opening) })
    findOtherReaders()
  }

  /// Opens the device that waited for an earlier source to be closed, if it is still wanted.
  private func openWaiting() {
    guard core.closing == 0, !core.settings.isClosed else { return }
    guard let next = core.nextOpening.take(), isToBeOpened(at: next.place) else { return }
    open(next.place, next.speed)
    performActions()
  }

  /// Closes the device, after reporting the complete part of the open epoch.
  func close() {
    core.finishEpoch(at: time.now, utcSeconds: time.utcSeconds)
    if let source = core.source.take() { close(source) }
  }

  /// Closes a source, then performs the opening that waits for it.
  private func close(_ source: any ByteSource) {
    core.closing += 1
    source.close(handler { $0.closed() })
  }

  private func closed() {
    core.closing -= 1
    // Some sources close at once, in the middle of a step.
    if core.nextOpening != nil { later { $0.openWaiting() } }
  }

  func setSpeed(_ speed: Int) {
    core.forgetSpeed()
    do throws(LocationError) {
      try core.source?.setSpeed(speed)
    } catch  where error.underlying?.code == .speedRefused {
      // The trial of that speed ends without data, and the next speed follows.
    } catch { core.machine.ended(error) }
  }

  private func end(_ error: LocationError?, of opening: Int) {
    guard isOpen(opening) else { return }
    step { $0.machine.ended(error) }
  }

  /// Whether this opening of the device is the current one.
  func isOpen(_ opening: Int) -> Bool { core.opening == opening && core.source != nil }
}
