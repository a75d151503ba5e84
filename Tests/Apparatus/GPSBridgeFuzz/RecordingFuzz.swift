// Any text at all is read as a recording: however it is cut the same comes out, and nothing comes from nowhere.

import GPSBridge

enum RecordingFuzz {
  static func shake(_ bytes: [UInt8]) {
    check(bytes)
    // Most of the reader lies behind the signature, which chance alone does not find.
    check(Array("#gpsbridge-recording 1 2026-11-20T12:00:00.000Z\n".utf8) + bytes)
  }
}

private func check(_ bytes: [UInt8]) {
  let whole = items(bytes, in: bytes.count)
  // The first byte chooses the size of the pieces, so that inputs find the cuts that matter.
  let pieces = items(bytes, in: 1 + Int(bytes.first ?? 0) % 61)
  precondition(joined(whole) == joined(pieces), "other pieces, other recording")
  let given = whole.reduce(0) { sum, item in
    if case .bytes(let bytes, _) = item { sum + bytes.count } else { sum }
  }
  precondition(given <= bytes.count, "more bytes than there were")
}

private func items(_ bytes: [UInt8], in size: Int) -> [RecordedLog.Item] {
  var reader = RecordedLog.Reader()
  var items: [RecordedLog.Item] = []
  var place = 0
  while place < bytes.count {
    let next = min(place + max(1, size), bytes.count)
    reader.read(bytes.span.extracting(place..<next)) { items.append($0) }
    place = next
  }
  reader.finish { items.append($0) }
  return items
}

/// What a plain file holds may come in any pieces; what has a time may not.
private func joined(_ items: [RecordedLog.Item]) -> [RecordedLog.Item] {
  var joined: [RecordedLog.Item] = []
  for item in items {
    if case .bytes(let more, nil) = item, case .bytes(let bytes, nil)? = joined.last {
      joined[joined.count - 1] = .bytes(bytes + more, at: nil)
    } else {
      joined.append(item)
    }
  }
  return joined
}
