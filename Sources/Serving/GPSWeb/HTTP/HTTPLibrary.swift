internal import CGPSMicrohttpd
internal import Glibc
internal import GPSSystemCalls

// libmicrohttpd in words of ours. Each handle is used on the loop of its daemon only, and no longer than what it names: the
// library tells when a connection or a body has ended.

/// The library, which is opened when somebody first wants it.
enum HTTPLibrary {
  /// Opens it, from any thread; why it can't be had, or nil.
  static func open() -> String? {
    opening.withLock { _ in unsafe gpsbridge_http_open().map { unsafe String(cString: $0) } }
  }

  /// Several loops may want it at once.
  private static let opening = Guarded(())

  /// Why a certificate can't be used, by a daemon that nobody is handed to; nil if it can.
  static func complaint(about certificate: HTTPCertificate) -> HTTPComplaint? {
    do throws(HTTPComplaint) {
      try HTTPDaemonHandle(connections: 1, silence: .seconds(1), memory: 4096, certificate, tells: nil).stop()
      return nil
    } catch {
      return error
    }
  }
}

/// A certificate with its chain, and its key, as text.
struct HTTPCertificate: Sendable, Hashable {
  var chain: String, key: String
}

/// A running daemon.
@safe struct HTTPDaemonHandle: @unchecked Sendable {
  private let pointer: OpaquePointer

  /// Starts a daemon that tells `context` of all that happens.
  init(
    connections: Int, silence: Duration, memory: Int, _ certificate: HTTPCertificate?,
    tells context: HTTPDaemon?
  ) throws(HTTPComplaint) {
    var settings = unsafe gpsbridge_http_settings()
    unsafe settings.connections = CUnsignedInt(clamping: connections)
    unsafe settings.silence_seconds = CUnsignedInt(clamping: max(1, silence.components.seconds))
    unsafe settings.memory = memory
    unsafe settings.handle = httpRequestCame
    unsafe settings.notice = httpConnectionChanged
    unsafe settings.completed = httpRequestCompleted
    // Not owned: the daemon is stopped before its owner goes.
    unsafe settings.context = context.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
    let started: OpaquePointer?
    if let certificate {
      // The library reads both while it starts.
      unsafe started = certificate.chain.withCString { chain in
        unsafe certificate.key.withCString { key in
          unsafe settings.certificate = chain
          unsafe settings.key = key
          return unsafe gpsbridge_http_start(&settings)
        }
      }
    } else {
      unsafe started = gpsbridge_http_start(&settings)
    }
    guard let started = unsafe started else {
      let text = unsafe String(cString: gpsbridge_http_complaint())
      throw HTTPComplaint(text: text.isEmpty ? "libmicrohttpd does not start" : text)
    }
    unsafe pointer = started
  }

  /// The descriptor that is readable when there is something to do.
  var descriptor: CInt { unsafe gpsbridge_http_descriptor(pointer) }

  /// Does what there is to do; whether there is still more.
  func run() -> Bool { unsafe gpsbridge_http_run(pointer) != 0 }

  func stop() { unsafe gpsbridge_http_stop(pointer) }

  /// Hands a connection over, which is the library's from then on; whether it is served.
  func add(_ socket: CInt) -> Bool {
    // The library looks at the address only for limits that we keep ourselves.
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    return unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe gpsbridge_http_add(pointer, socket, address, socklen_t(MemoryLayout<sockaddr_in>.size)) != 0
      }
    }
  }
}

/// A connection, as long as the library says that it is one.
@safe struct HTTPConnectionHandle: @unchecked Sendable {
  private let pointer: OpaquePointer

  fileprivate init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  /// Its descriptor, which is the library's to close.
  var descriptor: CInt { unsafe gpsbridge_http_connection_descriptor(pointer) }

  /// The headers of its request.
  var headers: [WebField] { unsafe Self.fields(pointer, gpsbridge_http_headers) }

  /// The parameters of its request, as they were sent.
  var parameters: [WebField] { unsafe Self.fields(pointer, gpsbridge_http_parameters) }

  /// Whether a body follows the head of its request.
  var announcesBody: Bool {
    headers.contains { field in
      field.isNamed("Transfer-Encoding")
        || (field.isNamed("Content-Length") && !field.value.utf8.allSatisfy { $0 == 0x30 })
    }
  }

  func suspend() { unsafe gpsbridge_http_suspend(pointer) }
  func resume() { unsafe gpsbridge_http_resume(pointer) }

  /// Answers with bytes; whether the connection goes on.
  func send(_ status: Int, _ headers: [WebField], _ bytes: [UInt8]) -> Bool {
    let answer = unsafe bytes.withUnsafeBytes { unsafe gpsbridge_http_answer($0.baseAddress, $0.count) }
    return unsafe send(status, headers, answer)
  }

  /// Answers with a body that is asked for as it is sent.
  func send(_ status: Int, _ headers: [WebField], _ body: HTTPBody, block: Int) -> Bool {
    let context = unsafe Unmanaged.passRetained(body).toOpaque()
    return unsafe send(
      status, headers, gpsbridge_http_stream(block, httpBodyIsAsked, context, httpBodyHasEnded))
  }

  /// Answers with the head alone of a body that is made as it is sent.
  func sendHead(_ status: Int, _ headers: [WebField]) -> Bool {
    unsafe send(status, headers, gpsbridge_http_head())
  }

  private func send(_ status: Int, _ headers: [WebField], _ answer: OpaquePointer?) -> Bool {
    guard let answer = unsafe answer else { return false }
    for field in headers { _ = unsafe gpsbridge_http_header(answer, field.name, field.value) }
    return unsafe gpsbridge_http_send(pointer, CUnsignedInt(clamping: status), answer) != 0
  }

  private static func fields(
    _ connection: OpaquePointer,
    _ ask: (OpaquePointer?, MHD_KeyValueIteratorN?, UnsafeMutableRawPointer?) -> Void
  ) -> [WebField] {
    var fields: [WebField] = []
    unsafe withUnsafeMutablePointer(to: &fields) { unsafe ask(connection, httpFieldIsTold, $0) }
    return fields
  }
}

/// A body that is asked for as it is sent; the library keeps it until it is over.
final class HTTPBody: Sendable {
  /// The number by which the handler knows it.
  let number: Int
  let connection: HTTPConnectionHandle
  let daemon: HTTPDaemon
  let handler: any HTTPHandler

  init(
    _ number: Int, _ connection: HTTPConnectionHandle, _ daemon: HTTPDaemon, _ handler: any HTTPHandler
  ) {
    (self.number, self.connection, self.daemon, self.handler) = (number, connection, daemon, handler)
  }
}

// MARK: - What the library calls

/// `MHD_NO` and `MHD_YES`.
private let httpNo = MHD_Result.NO
private let httpYes = MHD_Result.YES
/// `MHD_CONNECTION_NOTIFY_CLOSED`.
private let httpClosed: CUnsignedInt = 1
/// `MHD_REQUEST_TERMINATED_TIMEOUT_REACHED`.
private let httpTimedOut: CUnsignedInt = 2

private func daemon(_ context: UnsafeMutableRawPointer?) -> HTTPDaemon? {
  unsafe context.map { unsafe Unmanaged<HTTPDaemon>.fromOpaque($0).takeUnretainedValue() }
}

/// A request's head is whole; called again when its body is.
private func httpRequestCame(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ target: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ upload: UnsafePointer<CChar>?,
  _ uploadSize: UnsafeMutablePointer<Int>?, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let daemon = unsafe daemon(context), let pointer = unsafe connection, let target = unsafe target,
    let method = unsafe method
  else { return httpNo }
  let connection = unsafe HTTPConnectionHandle(pointer)
  // Answered at the first call, a connection is closed behind its answer: that cuts off a body, and nothing else.
  if unsafe state?.pointee == nil, !connection.announcesBody {
    unsafe state?.pointee = UnsafeMutableRawPointer(bitPattern: 1)
    return httpYes
  }
  let (verb, place) = unsafe (String(cString: method), String(cString: target))
  return daemon.assumeIsolated { $0.answer(connection, verb, place) } ? httpYes : httpNo
}

/// An answer is out, or never will be.
private func httpRequestCompleted(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ how: MHD_RequestTerminationCode
) {
  guard let daemon = unsafe daemon(context), let connection = unsafe connection else { return }
  let socket = unsafe HTTPConnectionHandle(connection).descriptor
  daemon.assumeIsolated { $0.hasAnswered(socket, isTimedOut: how.rawValue == httpTimedOut) }
}

/// A connection has begun, or has ended.
private func httpConnectionChanged(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ what: MHD_ConnectionNotificationCode
) {
  guard what.rawValue == httpClosed, let daemon = unsafe daemon(context), let connection = unsafe connection
  else { return }
  let socket = unsafe HTTPConnectionHandle(connection).descriptor
  daemon.assumeIsolated { $0.hasLeft(socket) }
}

/// Takes a header or a parameter.
private func httpFieldIsTold(
  _ fields: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameSize: Int,
  _ value: UnsafePointer<CChar>?, _ valueSize: Int
) -> MHD_Result {
  guard let fields = unsafe fields, let name = unsafe name else { return httpNo }
  let text = unsafe String(decoding: UnsafeRawBufferPointer(start: name, count: nameSize), as: UTF8.self)
  let content = unsafe String(
    decoding: UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize), as: UTF8.self)
  unsafe fields.assumingMemoryBound(to: [WebField].self).pointee.append(WebField(text, content))
  return httpYes
}

/// A connection can take more of a body.
private func httpBodyIsAsked(
  _ context: UnsafeMutableRawPointer?, _ place: UInt64, _ room: UnsafeMutablePointer<CChar>?, _ count: Int
) -> Int {
  guard let context = unsafe context, let room = unsafe room else { return gpsbridge_http_broken() }
  let body = unsafe Unmanaged<HTTPBody>.fromOpaque(context).takeUnretainedValue()
  // What is never written to costs no memory.
  let bytes = unsafe UnsafeMutableRawBufferPointer(start: room, count: min(count, HTTPDaemon.portion))
  switch unsafe body.handler.fill(body.number, bytes) {
  case .wrote(let count): return count
  case .end: return gpsbridge_http_end()
  case .broken: return gpsbridge_http_broken()
  case .wait:
    return body.daemon.assumeIsolated { $0.wait(body) } ? 0 : gpsbridge_http_end()
  }
}

/// A body is asked for no more.
private func httpBodyHasEnded(_ context: UnsafeMutableRawPointer?) {
  guard let context = unsafe context else { return }
  let body = unsafe Unmanaged<HTTPBody>.fromOpaque(context).takeRetainedValue()
  body.daemon.assumeIsolated { $0.forget(body) }
  body.handler.end(body.number)
}
