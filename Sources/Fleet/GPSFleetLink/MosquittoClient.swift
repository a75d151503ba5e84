internal import CGPSMosquitto
internal import GPSBase
internal import GPSSystemCalls

// The only Swift code that calls libmosquitto. Unchecked but safe: one thread at a time uses a client and its
// news, first a helper thread, then the loop's.

/// The reports of the library within a call; they are read after the call has returned.
final class MosquittoNews {
  enum Item {
    case answered(Int, largestPacket: Int)
    case came(FleetMessage)
    case taken(Int, Int)
    case subscribed(Int, Int)
    case ended(Int)
  }

  var items: [Item] = []
  /// The last error of the library's log.
  var note = ""
}

/// A client of the library: one connection, from its settings to its end.
@safe final class MosquittoClient: @unchecked Sendable {
  /// The file name of the library, which has been the same since 2010.
  static let library = "libmosquitto.so.1"
  /// Several threads may load the library at the same time, and it has one table of functions.
  private static let loading = Guarded(())

  /// The result of a call.
  struct Outcome: Sendable {
    static let success = Outcome(result: 0)
    static let lost = Outcome(result: MOSQ_ERR_CONN_LOST.rawValue)

    /// The library's result; 0 is a success.
    var result: CInt
    /// The kernel's error, or the resolver's.
    var error: CInt = 0
  }

  private let pointer: OpaquePointer
  private let news = MosquittoNews()

  /// Loads the library, unless it is loaded; the name is another one only in tests.
  static func load(_ name: String = library) throws(FleetLinkFault) {
    let missing = loading.withLock { _ in
      unsafe gpsbridge_mqtt_open(name).map { unsafe String(cString: $0) }
    }
    if let missing { throw FleetLinkFault(.library, "\(missing) (apt install libmosquitto1)") }
  }

  /// Creates a client with all settings; nothing is sent.
  init(_ settings: FleetLinkSettings, version: Int) throws(FleetLinkFault) {
    try Self.load()
    try settings.checkFiles()
    var callbacks = unsafe gpsbridge_mqtt_callbacks(
      answered: linkAnswered, came: linkCame, taken: linkTaken, subscribed: linkSubscribed,
      ended: linkEnded, noted: linkNoted)
    let context = unsafe Unmanaged.passUnretained(news).toOpaque()
    guard let client = unsafe gpsbridge_mqtt_new(settings.client, CInt(version), &callbacks, context) else {
      throw FleetLinkFault(.library, "libmosquitto can't create a client")
    }
    unsafe pointer = client
    if settings.broker.isEncrypted {
      // Without this check, the connection would not be encrypted: the library goes on after a failure.
      let result = unsafe gpsbridge_mqtt_encrypt(
        pointer, settings.authorities, settings.certificate, settings.key)
      guard result == 0 else {
        throw FleetLinkFault(.library, "libmosquitto can't encrypt: \(Self.words(result))")
      }
    }
    var result: CInt = 0
    if let user = settings.user { unsafe result = gpsbridge_mqtt_user(pointer, user, settings.password) }
    if result == 0, let will = settings.will {
      unsafe result = will.payload.withUnsafeBytes {
        unsafe gpsbridge_mqtt_will(
          pointer, will.topic, $0.baseAddress, CInt($0.count), will.isRetained)
      }
    }
    guard result == 0 else {
      throw FleetLinkFault(.library, "libmosquitto does not accept the settings: \(Self.words(result))")
    }
  }

  deinit { unsafe gpsbridge_mqtt_free(pointer) }

  /// Waits until TCP is connected; on a helper thread.
  func connect(_ settings: FleetLinkSettings) -> Outcome {
    var error: CInt = 0
    let result = unsafe gpsbridge_mqtt_connect(
      pointer, settings.broker.host, CInt(settings.broker.port), CInt(settings.keepAlive),
      settings.mostUnacknowledged, settings.largestPacket, &error)
    return Outcome(result: result, error: error)
  }

  /// A duplicate of the socket, which the caller closes.
  func descriptor() -> CInt? {
    let descriptor = unsafe gpsbridge_mqtt_descriptor(pointer)
    return descriptor < 0 ? nil : descriptor
  }

  func read() -> Outcome { unsafe outcome { unsafe gpsbridge_mqtt_read($0) } }
  func write() -> Outcome { unsafe outcome { unsafe gpsbridge_mqtt_write($0) } }
  func tick() -> Outcome { unsafe outcome { unsafe gpsbridge_mqtt_tick($0) } }

  private func outcome(_ call: (OpaquePointer) -> CInt) -> Outcome {
    let result = unsafe call(pointer)
    return Outcome(result: result, error: result == 0 ? 0 : Errno.last.rawValue)
  }

  var wantsWrite: Bool { unsafe gpsbridge_mqtt_wants_write(pointer) != 0 }
  func disconnect() { _ = unsafe gpsbridge_mqtt_disconnect(pointer) }

  /// Sends a message; returns its number, or nil and the result.
  func publish(_ message: FleetMessage, quality: Int) -> (number: Int?, result: CInt) {
    var number: CInt = 0
    let result = unsafe message.payload.withUnsafeBytes {
      unsafe gpsbridge_mqtt_publish(
        pointer, &number, message.topic, $0.baseAddress, CInt($0.count), CInt(quality),
        message.isRetained ? 1 : 0)
    }
    return (result == 0 ? Int(number) : nil, result)
  }

  func subscribe(_ filter: String, quality: Int) -> (number: Int?, result: CInt) {
    var number: CInt = 0
    let result = unsafe gpsbridge_mqtt_subscribe(pointer, &number, filter, CInt(quality))
    return (result == 0 ? Int(number) : nil, result)
  }

  /// Whether a failed call leaves the connection as it is: only its message was not accepted.
  static func isHarmless(_ result: CInt) -> Bool {
    let harmless = [
      MOSQ_ERR_INVAL, MOSQ_ERR_NOMEM, MOSQ_ERR_PAYLOAD_SIZE, MOSQ_ERR_MALFORMED_UTF8,
      MOSQ_ERR_QOS_NOT_SUPPORTED, MOSQ_ERR_OVERSIZE_PACKET, MOSQ_ERR_RETAIN_NOT_SUPPORTED,
    ]
    return harmless.contains { $0.rawValue == result }
  }

  /// Takes what the library has reported since the last time.
  func takeNews() -> [MosquittoNews.Item] {
    defer { news.items.removeAll(keepingCapacity: true) }
    return news.items
  }

  /// The last error of the library's log; empty if it has logged none.
  var note: String { VisibleText.replaced(news.note, limit: 200) }

  /// Describes a result of the library.
  static func words(_ result: CInt) -> String { unsafe String(cString: gpsbridge_mqtt_words(result)) }
}

// MARK: - Callbacks, in the form that C calls

private func news(_ context: UnsafeMutableRawPointer?, _ item: MosquittoNews.Item) {
  guard let context = unsafe context else { return }
  unsafe Unmanaged<MosquittoNews>.fromOpaque(context).takeUnretainedValue().items.append(item)
}

private func linkAnswered(_ context: UnsafeMutableRawPointer?, _ reason: CInt, _ largestPacket: UInt32) {
  unsafe news(context, .answered(Int(reason), largestPacket: Int(largestPacket)))
}

private func linkCame(
  _ context: UnsafeMutableRawPointer?, _ topic: UnsafePointer<CChar>?, _ bytes: UnsafeRawPointer?,
  _ count: Int, _ isRetained: CInt
) {
  guard let topic = unsafe topic else { return }
  let payload = unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  let message = unsafe FleetMessage(String(cString: topic), payload, isRetained: isRetained != 0)
  unsafe news(context, .came(message))
}

private func linkTaken(_ context: UnsafeMutableRawPointer?, _ number: CInt, _ reason: CInt) {
  unsafe news(context, .taken(Int(number), Int(reason)))
}

private func linkSubscribed(_ context: UnsafeMutableRawPointer?, _ number: CInt, _ reason: CInt) {
  unsafe news(context, .subscribed(Int(number), Int(reason)))
}

private func linkEnded(_ context: UnsafeMutableRawPointer?, _ reason: CInt) {
  unsafe news(context, .ended(Int(reason)))
}

private func linkNoted(_ context: UnsafeMutableRawPointer?, _ line: UnsafePointer<CChar>?) {
  guard let context = unsafe context, let line = unsafe line else { return }
  unsafe Unmanaged<MosquittoNews>.fromOpaque(context).takeUnretainedValue().note = String(cString: line)
}
