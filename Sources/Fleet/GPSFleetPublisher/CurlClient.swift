internal import CGPSCurl
internal import GPSBase
internal import GPSEventRuntime
internal import GPSFleetProtocol
internal import GPSSystemCalls

// The only Swift code that calls libcurl. Unchecked but safe: only the loop's thread uses a client and its needs.

/// The library's requests during a call, performed in this order after the call has returned.
final class CurlNeeds {
  enum Item {
    /// Watch a descriptor, or with nil end its watch.
    case watch(CInt, Readiness?)
    /// Report when a time has passed, or with nil cancel that.
    case timer(Duration?)
  }

  var items: [Item] = []
}

/// A client of the library: several requests at a time, and their connections.
@safe final class CurlClient: @unchecked Sendable {
  /// The build with OpenSSL comes first, because the other one reads the system's authorities for each client, and
  /// needs 8.5 MB for them.
  static let libraries = ["libcurl.so.4", "libcurl-gnutls.so.4"]

  private let pointer: OpaquePointer
  private let needs = CurlNeeds()

  /// Loads the library, unless it is loaded; only tests use other names.
  static func load(_ names: [String] = libraries) throws(FleetFault) {
    var missing = ""
    for name in names {
      guard let words = unsafe gpsbridge_curl_open(name) else { return }
      if missing.isEmpty { missing = unsafe String(cString: words) }
    }
    throw FleetFault(.library, "\(missing) (apt install libcurl4)")
  }

  init(connections: Int) throws(FleetFault) {
    try Self.load()
    var callbacks = unsafe gpsbridge_curl_callbacks(watch: curlWatches, timer: curlWaits)
    let context = unsafe Unmanaged.passUnretained(needs).toOpaque()
    guard let client = unsafe gpsbridge_curl_new(CInt(connections), &callbacks, context) else {
      throw FleetFault(.library, "libcurl can't create a client")
    }
    unsafe pointer = client
  }

  deinit { unsafe gpsbridge_curl_free(pointer) }

  /// Begins a request; returns whether there will be a result.
  func post(_ number: Int, _ body: [UInt8], _ settings: PostSettings) -> Bool {
    let lines = settings.headers.reduce(into: [UInt8]()) { $0 += Array($1.utf8) + [0] } + [0]
    let texts = [
      settings.url, settings.authorities, settings.certificate, settings.key, settings.user,
      settings.user == nil ? nil : settings.secret, "gpsbridge/\(settings.version)",
    ]
    let seconds = Int(settings.limit / .seconds(1))
    return unsafe withTexts(texts) { texts in
      let request = unsafe gpsbridge_curl_request(
        url: texts[0], authorities: texts[1], certificate: texts[2], key: texts[3], user: texts[4],
        password: texts[5], agent: texts[6],
        // A proxy would get what must not leave this machine unencrypted.
        is_direct: settings.address.isThisMachine, limit: max(1, seconds))
      return unsafe lines.withUnsafeBytes { lines in
        unsafe body.withUnsafeBytes { body in
          unsafe withUnsafePointer(to: request) { request in
            unsafe gpsbridge_curl_post(
              pointer, Int64(number), request, lines.baseAddress?.assumingMemoryBound(to: CChar.self),
              body.baseAddress, body.count) == 0
          }
        }
      }
    }
  }

  func ready(_ descriptor: CInt, _ readiness: Readiness) {
    // After a hang-up the library reads what is left.
    let bits: CInt =
      (readiness.isAny(of: .readable) ? 1 : 0) | (readiness.contains(.writable) ? 2 : 0)
      | (readiness.contains(.hungUp) ? 4 : 0)
    unsafe gpsbridge_curl_ready(pointer, descriptor, bits)
  }

  func timePassed() { unsafe gpsbridge_curl_ready(pointer, -1, 0) }

  func takeNeeds() -> [CurlNeeds.Item] {
    defer { needs.items.removeAll(keepingCapacity: true) }
    return needs.items
  }

  func next() -> Posted? {
    var result = unsafe gpsbridge_curl_result()
    guard unsafe gpsbridge_curl_next(pointer, &result) else { return nil }
    let body = unsafe [UInt8](UnsafeRawBufferPointer(start: result.body, count: result.count))
    let words = unsafe result.words.map { unsafe String(cString: $0) } ?? ""
    let after = unsafe result.retry_after
    let reply: FleetReply =
      if unsafe result.error == 0 {
        unsafe .answered(
          status: result.status, body: body, retryAfter: after > 0 ? Int(clamping: after) : nil)
      } else {
        unsafe .failed(
          Self.condition(result.error, VisibleText.replaced(words, limit: 200), isSent: result.is_sent))
      }
    return (Int(clamping: unsafe result.number), reply)
  }

  /// The meaning of an error of the library; its numbers are part of its interface.
  static func condition(_ error: CInt, _ words: String, isSent: Bool) -> FleetCondition {
    switch error {
    case 1, 2, 3, 27, 43, 48: .notTried(words)
    case 5, 6, 7: .unreachable(words)
    case 28: isSent ? .slow : .unreachable(words)
    // A server that ends is no server without trust.
    case 35 where words.holds("reset") || words.holds("SYSCALL"): .lost(words)
    case 35, 51, 53, 54, 58, 59, 60, 66, 77, 80, 82, 83, 90, 91: .untrusted(words)
    // With TLS 1.3 a server refuses our certificate after the handshake.
    case 55, 56: words.holds("alert") ? .untrusted(words) : .lost(words)
    default: .lost(words)
    }
  }
}

/// Calls a closure with texts as C has them, which are valid during the call.
private func withTexts<Result>(_ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
  func add(_ made: [UnsafePointer<CChar>?]) -> Result {
    guard unsafe made.count < texts.count else { return unsafe body(made) }
    guard let text = unsafe texts[made.count] else { return unsafe add(made + [nil]) }
    return unsafe text.withCString { unsafe add(made + [$0]) }
  }
  return unsafe add([])
}

// MARK: - Callbacks, in the form that C calls

private func note(_ context: UnsafeMutableRawPointer?, _ item: CurlNeeds.Item) {
  guard let context = unsafe context else { return }
  unsafe Unmanaged<CurlNeeds>.fromOpaque(context).takeUnretainedValue().items.append(item)
}

private func curlWatches(_ context: UnsafeMutableRawPointer?, _ descriptor: CInt, _ readiness: CInt) {
  let wanted: Readiness? =
    switch readiness {
    case 1: .readable
    case 2: .writable
    case 3: [.readable, .writable]
    default: nil
    }
  unsafe note(context, .watch(descriptor, wanted))
}

private func curlWaits(_ context: UnsafeMutableRawPointer?, _ milliseconds: Int) {
  unsafe note(context, .timer(milliseconds < 0 ? nil : .milliseconds(milliseconds)))
}
