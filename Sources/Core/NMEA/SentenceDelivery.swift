/// Delivers one framed sentence to a sink, with the quick reader if it is plain, else the careful one.
package enum SentenceDelivery {
  /// Reads a frequent sentence from the window around it, and returns its length, or 0 if it is not plain.
  ///
  /// The sentence must end within `limit` bytes of the `$`, because the window contains arbitrary bytes after
  /// them. Each type has its own function: a single large one would spill the readers' state from registers.
  @inline(never)
  package static func quick<Sink: SentenceSink>(
    _ window: Span<UInt8>, limit: Int, into sink: inout Sink
  ) -> Int {
    guard window.count == SentenceWindow.size else { return 0 }
    // The tag must be five letters: a talker in capitals, not a vendor's, and a formatter.
    let talker = Talker(window[SentenceWindow.lead], window[SentenceWindow.lead + 1])
    guard window[SentenceWindow.lead + 5] == UInt8(ascii: ","), talker.first != UInt8(ascii: "P"),
      talker.first &- 0x41 < 26, talker.second &- 0x41 < 26
    else { return 0 }
    let formatter = Formatter(
      window[SentenceWindow.lead + 2], window[SentenceWindow.lead + 3], window[SentenceWindow.lead + 4])
    // Without a body, the letters of these two would be the checksum, and G is not a digit.
    if formatter == .gsv {
      var content = GSV(talker: talker)
      let bodyLength = content.readQuickly(window)
      guard bodyLength &+ 4 <= limit, QuickFrame.isRight(window, bodyLength: bodyLength) else { return 0 }
      sink.receive(content)
      return bodyLength &+ 4
    }
    if formatter == .gsa {
      var content = GSA(talker: talker)
      let bodyLength = content.readQuickly(window)
      guard bodyLength &+ 4 <= limit, QuickFrame.isRight(window, bodyLength: bodyLength) else { return 0 }
      sink.receive(content)
      return bodyLength &+ 4
    }
    let frame = QuickFrame(window: window)
    guard frame.bodyLength > 5, frame.bodyLength &+ 4 <= limit else { return 0 }
    switch formatter {
    case .rmc:
      var content = RMC(talker: talker)
      guard fill(window, frame, &content) else { return 0 }
      sink.receive(content)
    case .gga:
      var content = GGA(talker: talker)
      guard fill(window, frame, &content) else { return 0 }
      sink.receive(content)
    case .gll:
      var content = GLL(talker: talker)
      guard fill(window, frame, &content) else { return 0 }
      sink.receive(content)
    case .vtg:
      var content = VTG(talker: talker)
      guard fill(window, frame, &content) else { return 0 }
      sink.receive(content)
    case .gns:
      var content = GNS(talker: talker)
      guard fill(window, frame, &content) else { return 0 }
      sink.receive(content)
    case .gst:
      var content = GST(talker: talker)
      guard fill(window, frame, &content) else { return 0 }
      sink.receive(content)
    case .zda:
      var content = ZDA(talker: talker)
      guard fill(window, frame, &content) else { return 0 }
      sink.receive(content)
    default: return 0
    }
    return frame.bodyLength &+ 4
  }

  /// Reads any framed sentence, byte by byte if necessary; returns why it was rejected, or nil.
  @inline(never)
  package static func careful(
    _ bytes: Span<UInt8>, _ frame: SentenceFrame, into sink: inout some SentenceSink
  ) -> SentenceError? {
    let body = bytes.extracting(1..<(1 + frame.bodyLength))
    guard bytes[0] == UInt8(ascii: "!") else {
      let error = careful(body, into: &sink)
      if let error { sink.reject(body, error) }
      return error
    }
    sink.receive(encapsulated: body)
    return nil
  }

  private static func careful(_ body: Span<UInt8>, into sink: inout some SentenceSink) -> SentenceError? {
    guard body.count > 0, body[0] != UInt8(ascii: ",") else { return .noTag }
    guard body.count >= 5, body[0] != UInt8(ascii: "P") || body[1] == UInt8(ascii: "Q"),
      body.count == 5 || body[5] == UInt8(ascii: ","),
      Frequent.contains(Formatter(body[2], body[3], body[4]))
    else {
      sink.receive(body: body)
      return nil
    }
    var fault: FieldFault?
    do throws(SentenceError) {
      switch try Sentence(body: body, fault: &fault) {
      case .gga(let content): sink.receive(content)
      case .gll(let content): sink.receive(content)
      case .gns(let content): sink.receive(content)
      case .gsa(let content): sink.receive(content)
      case .gst(let content): sink.receive(content)
      case .gsv(let content): sink.receive(content)
      case .rmc(let content): sink.receive(content)
      case .vtg(let content): sink.receive(content)
      case .zda(let content): sink.receive(content)
      default: sink.receive(body: body)
      }
    } catch { return error }
    if let fault { sink.note(fault, in: body) }
    return nil
  }

  /// Reads the fields of a sentence; false if it is not plain.
  @inline(never)
  private static func fill<Content: SentenceContent>(
    _ window: Span<UInt8>, _ frame: QuickFrame, _ content: inout Content
  ) -> Bool {
    guard window.count == SentenceWindow.size else { return false }
    var reader = QuickReader(Delimiters(window: window, bodyLength: frame.bodyLength))
    content.walk(&reader, window)
    return reader.isSound(bodyLength: frame.bodyLength)
  }
}
