internal import GPSDelivery
internal import GPSEventRuntime
internal import GNSS
internal import SerialPorts

/// The device of a receiver: it is followed, opened, closed, and opened again.
///
/// A port that takes its time is opened on a helper thread. An opening waits until an earlier one is closed, for the kernel
/// refuses a port that this program still has.
extension ReceiverEngine {
  /// The speed at which the device was understood last, in this run or in an earlier one.
  func lastGood(at key: String) -> Int? { options.speedMemory[key] ?? options.ports.speeds[key] }

  func follow() {
    core.watch = device.follow(on: loop) { [weak self] presence in
      self?.assumeIsolated { $0.take(presence) }
    }
  }

  private func take(_ presence: DevicePresence) {
    switch presence {
    case .present(let place):
      let lastGood = self.lastGood(at: place.key)
      step { $0.machine.present(place, lastGood: lastGood) }
    case .absent(let error): step { $0.machine.absent(error) }
    }
  }

  func open(_ place: DevicePlace, _ speed: Int?) {
    // The kernel refuses a port that this receiver has not closed yet. And one that waited before is not wanted any
    // more, or it would be taken for this one.
    core.nextOpening = core.closing > 0 ? NextOpening(place: place, speed: speed) : nil
    guard core.closing == 0 else { return }
    guard device.opensSlowly else { return opened(Self.opening(device, place, speed, loop), place) }
    // Until it is known how it ended, the port counts as one that is being closed.
    core.closing += 1
    loop.offload({ [device, loop] in Self.opening(device, place, speed, loop) }) { [weak self] outcome in
      guard let self else { return Self.discard(outcome) }
      assumeIsolated { $0.openedLater(outcome, place) }
    }
  }

  private static func opening(
    _ device: any ReceiverDevice, _ place: DevicePlace, _ speed: Int?, _ loop: EventLoop
  ) -> Result<any ByteSource, LocationError> {
    do throws(LocationError) {
      return .success(try device.open(place, speed: speed, on: loop))
    } catch {
      return .failure(error)
    }
  }

  private static func discard(_ outcome: Result<any ByteSource, LocationError>) {
    if case .success(let source) = outcome { source.close() }
  }

  /// An opening on another thread has ended; it may not be wanted any more.
  private func openedLater(_ outcome: Result<any ByteSource, LocationError>, _ place: DevicePlace) {
    core.closing -= 1
    guard isToBeOpened(at: place), core.nextOpening == nil else {
      guard case .success(let source) = outcome else { return openWaiting() }
      return close(source)
    }
    opened(outcome, place)
    settle()
  }

  /// Whether the machine waits for the opening of a place.
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
      bytes: { [weak self] bytes, instant in
        self?.assumeIsolated { $0.take(bytes, at: instant, from: opening) }
      },
      end: { [weak self] error in self?.assumeIsolated { $0.end(error, of: opening) } })
    findOtherReaders()
  }

  /// Opens the device that waited for an earlier source to close, if it is still wanted.
  private func openWaiting() {
    guard core.closing == 0, !core.settings.isClosed else { return }
    guard let next = core.nextOpening.take(), isToBeOpened(at: next.place) else { return }
    open(next.place, next.speed)
    settle()
  }

  /// Closes the device; first tells what is complete of the open epoch.
  func close() {
    core.finishEpoch(at: time.now, utcSeconds: time.utcSeconds)
    if let source = core.source.take() { close(source) }
  }

  /// Closes a source; an opening that waits for it follows.
  private func close(_ source: any ByteSource) {
    core.closing += 1
    source.close { [weak self] in self?.assumeIsolated { $0.closed() } }
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
      // The trial of that speed ends by itself, with nothing heard, and the next one comes.
    } catch {
      core.machine.ended(error)
    }
  }

  private func end(_ error: LocationError?, of opening: Int) {
    guard isOpen(opening) else { return }
    step { $0.machine.ended(error) }
  }

  /// Whether this opening of the device is the present one.
  func isOpen(_ opening: Int) -> Bool { core.opening == opening && core.source != nil }
}
