internal import GPSBridge
internal import GPSFormats
internal import TerminalKit
internal import Texts

extension MonitorPicture {
  /// The first line: which device, and how its line is doing.
  mutating func drawHeader() {
    // The name comes first where it is narrow.
    let rates = rateTexts.first { CharacterWidth.of($0) + 40 <= size.width } ?? ""
    let room = size.width - 1 - CharacterWidth.of(rates) - 1
    var x = canvas.put(" gpsbridge", x: 0, y: 0, .title)
    if state.devices.count > 1 {
      x = canvas.put("  \(state.selected + 1)/\(state.devices.count)", x: x, y: 0, .bold)
    }
    x = canvas.put("  \(device.name)", x: x, y: 0, .bold, within: room)
    var parts: [String] = []
    if let place = device.place {
      if place.node != place.name { parts.append(place.node) }
      if place.isSimulated, !device.name.holds("simulated") { parts.append("simulated") }
    }
    if !device.identity.isEmpty { parts.append(device.identity) }
    for part in parts where x + CharacterWidth.of(part) + 3 <= room {
      x = canvas.put(" · \(part)", x: x, y: 0, .quiet)
    }
    canvas.put(rates, endingAt: size.width - 1, y: 0)
  }

  /// What is recorded stays longest, where there is little room.
  private var rateTexts: [String] {
    guard !state.recording.isEmpty else { return streamTexts }
    return streamTexts.map { "\(state.recording) · \($0)" } + [state.recording]
  }

  /// `1 Hz · 98 % ok · 1.1 kB/s`, and shorter forms of it.
  private var streamTexts: [String] {
    if state.view.isPaused { return ["PAUSED, p goes on", "PAUSED"] }
    guard let amount = device.recent.amount, amount.bytes > 0 else { return [] }
    var parts: [String] = []
    if let pace = device.pace.perSecond { parts.append(NumberText.rate(pace) + " Hz") }
    if let good = amount.goodPart { parts.append(GoodPart.words(good)) }
    parts.append(NumberText.of(amount.bytesPerSecond / 1000, decimals: 1) + " kB/s")
    return (1...parts.count).reversed().map { parts.prefix($0).joined(separator: " · ") }
  }

  /// The last line: the keys, as many as there is room for.
  mutating func drawKeys() {
    let y = size.height - 1
    var x = 1
    var bindings = KeyBinding.all.filter { !$0.word.isEmpty }
    if state.devices.count < 2 { bindings.removeAll { $0.shown == "tab" } }
    // Help stays, however narrow it is.
    let help = bindings.last
    let end = size.width - 8
    for binding in bindings.dropLast() where x + binding.shown.count + 1 + binding.word.count <= end {
      x = draw(binding, x, y) + 2
    }
    if let help { _ = draw(help, x, y) }
  }

  private mutating func draw(_ binding: KeyBinding, _ x: Int, _ y: Int) -> Int {
    let end = canvas.put(binding.shown, x: x, y: y, .title)
    return canvas.put(" " + binding.word, x: end, y: y, .quiet)
  }
}
