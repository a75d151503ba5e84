internal import CGPSMicrohttpd
internal import Glibc
internal import GPSSystemCalls

// Swift wrappers for libmicrohttpd. A handle is used only on its daemon's loop, and only until the library
// reports that its connection or body has ended.

/// The library, opened on first use.
package enum HTTPLibrary {
  /// Opens the library, from any thread; returns the reason if that fails, or nil.
  package static func open() -> String? {
    opening.withLock { _ in unsafe gpsbridge_http_open().map { unsafe String(cString: $0) } }
  }

  /// Several loops may open it at the same time.
  private static let opening = Guarded(())

  /// Why a certificate can't be used, found by starting a daemon without connections; nil if it can.
  static func complaint(about certificate: HTTPCertificate) -> HTTPComplaint? {
    do throws(HTTPComplaint) {
      try HTTPDaemonHandle(connections: 1, silence: .seconds(1), memory: 4096, certificate, tells: nil).stop()
      return nil
    } catch { return error }
  }
}

/// A certificate with its chain, and its key, both in PEM.
package struct HTTPCertificate: Sendable, Hashable {
  package var chain: String, key: String

  package init(chain: String, key: String) { (self.chain, self.key) = (chain, key) }
}

/// A running daemon.
@safe struct HTTPDaemonHandle {
  private let pointer: OpaquePointer

  /// Starts a daemon that reports its events to `context`.
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
    // Not retained: the owner stops the daemon before it is released.
    unsafe settings.context = context.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
    let started: OpaquePointer?
    if let certificate {
      // The library reads both strings only while it starts.
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

  /// The descriptor, which is readable when the library has work to do.
  var descriptor: CInt { unsafe gpsbridge_http_descriptor(pointer) }

  /// Processes what is ready, in `turns` turns at most; returns whether more is left.
  func run(turns: CInt) -> Bool { unsafe gpsbridge_http_run(pointer, turns) != 0 }

  func stop() { unsafe gpsbridge_http_stop(pointer) }

  /// Hands over a connection, which the library owns from then on; returns whether it is served.
  func add(_ socket: CInt) -> Bool {
    // The library uses the address only for limits, and we apply those ourselves.
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    return unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe gpsbridge_http_add(pointer, socket, address, socklen_t(MemoryLayout<sockaddr_in>.size)) != 0
      }
    }
  }
}

/// A connection, valid until the library reports its end.
@safe struct HTTPConnectionHandle {
  private let pointer: OpaquePointer

  fileprivate init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  /// Its descriptor, which the library closes.
  var descriptor: CInt { unsafe gpsbridge_http_connection_descriptor(pointer) }

  var headers: [WebField] { unsafe Self.fields(pointer, gpsbridge_http_headers) }

  /// The query parameters of its request, as they were sent.
  var parameters: [WebField] { unsafe Self.fields(pointer, gpsbridge_http_parameters) }

  var announcesBody: Bool {
    headers.contains { field in
      field.isNamed("Transfer-Encoding")
        || (field.isNamed("Content-Length") && !field.value.utf8.allSatisfy { $0 == 0x30 })
    }
  }

  func suspend() { unsafe gpsbridge_http_suspend(pointer) }
  func resume() { unsafe gpsbridge_http_resume(pointer) }

  /// Answers with bytes; returns whether the connection stays usable.
  func send(_ status: Int, _ headers: [WebField], _ bytes: [UInt8]) -> Bool {
    let answer = unsafe bytes.withUnsafeBytes { unsafe gpsbridge_http_answer($0.baseAddress, $0.count) }
    return unsafe send(status, headers, answer)
  }

  /// Answers with a body that is generated while it is sent.
  func send(_ status: Int, _ headers: [WebField], _ body: HTTPBody, block: Int) -> Bool {
    let context = unsafe Unmanaged.passRetained(body).toOpaque()
    return unsafe send(
      status, headers, gpsbridge_http_stream(block, httpBodyIsAsked, context, httpBodyHasEnded))
  }

  /// Answers with only the head of a streamed body.
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

/// A body that is generated while it is sent; the library retains it until it ends.
final class HTTPBody {
  /// The handler's number for this body.
  let number: Int
  let connection: HTTPConnectionHandle
  let daemon: HTTPDaemon
  let handler: any HTTPHandler

  init(
    _ number: Int, _ connection: HTTPConnectionHandle, _ daemon: HTTPDaemon, _ handler: any HTTPHandler
  ) { (self.number, self.connection, self.daemon, self.handler) = (number, connection, daemon, handler) }
}

// MARK: - Library callbacks

private let httpNo = MHD_Result.NO
private let httpYes = MHD_Result.YES
/// `MHD_CONNECTION_NOTIFY_CLOSED`.
private let httpClosed: CUnsignedInt = 1
/// `MHD_REQUEST_TERMINATED_TIMEOUT_REACHED`.
private let httpTimedOut: CUnsignedInt = 2

private func daemon(_ context: UnsafeMutableRawPointer?) -> HTTPDaemon? {
  unsafe context.map { unsafe Unmanaged<HTTPDaemon>.fromOpaque($0).takeUnretainedValue() }
}

/// Called when the head of a request is complete, for each part of its body, and when the body is complete.
private func httpRequestCame(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ target: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ upload: UnsafePointer<CChar>?,
  _ uploadSize: UnsafeMutablePointer<Int>?, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let daemon = unsafe daemon(context), let pointer = unsafe connection, let target = unsafe target,
    let method = unsafe method
  else { return httpNo }
  let connection = unsafe HTTPConnectionHandle(pointer)
  let isHead = unsafe state?.pointee == nil
  unsafe state?.pointee = UnsafeMutableRawPointer(bitPattern: 1)
  // After an answer in the first call, the library closes the connection; we want that only with a body.
  if isHead, !connection.announcesBody { return httpYes }
  if !isHead, let size = unsafe uploadSize, unsafe size.pointee > 0 {
    let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: upload, count: size.pointee))
    unsafe size.pointee = 0
    daemon.take(bytes, from: connection)
    return httpYes
  }
  let (verb, place) = unsafe (String(cString: method), String(cString: target))
  if isHead { return daemon.receive(connection, verb, place) ? httpYes : httpNo }
  return daemon.answer(connection, verb, place) ? httpYes : httpNo
}

/// Called when an answer was sent, or can no longer be sent.
private func httpRequestCompleted(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ how: MHD_RequestTerminationCode
) {
  guard let daemon = unsafe daemon(context), let connection = unsafe connection else { return }
  let socket = unsafe HTTPConnectionHandle(connection).descriptor
  daemon.hasAnswered(socket, isTimedOut: how.rawValue == httpTimedOut)
}

/// Called when a connection begins or ends.
private func httpConnectionChanged(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ what: MHD_ConnectionNotificationCode
) {
  guard what.rawValue == httpClosed, let daemon = unsafe daemon(context), let connection = unsafe connection
  else { return }
  let socket = unsafe HTTPConnectionHandle(connection).descriptor
  daemon.hasLeft(socket)
}

/// Called for each header or parameter.
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

/// Called when a connection can send more of a body.
private func httpBodyIsAsked(
  _ context: UnsafeMutableRawPointer?, _ place: UInt64, _ room: UnsafeMutablePointer<CChar>?, _ count: Int
) -> Int {
  guard let context = unsafe context, let room = unsafe room else { return gpsbridge_http_broken() }
  let body = unsafe Unmanaged<HTTPBody>.fromOpaque(context).takeUnretainedValue()
  // Pages of the buffer that are never written to use no memory.
  let bytes = unsafe UnsafeMutableRawBufferPointer(start: room, count: min(count, HTTPDaemon.portion))
  switch unsafe body.handler.fill(body.number, bytes) {
  case .wrote(let count): return count
  case .end: return gpsbridge_http_end()
  case .broken: return gpsbridge_http_broken()
  case .wait: return body.daemon.wait(body) ? 0 : gpsbridge_http_end()
  }
}

/// Called when the library needs no more of a body.
private func httpBodyHasEnded(_ context: UnsafeMutableRawPointer?) {
  guard let context = unsafe context else { return }
  let body = unsafe Unmanaged<HTTPBody>.fromOpaque(context).takeRetainedValue()
  body.daemon.forget(body)
  body.handler.end(body.number)
}
