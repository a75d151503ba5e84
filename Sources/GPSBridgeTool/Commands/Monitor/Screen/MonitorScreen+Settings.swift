internal import GPSBridge

extension MonitorScreen {
  /// What the receiver is set to, as far as it has shown it, and the commands that change it; answers the rows it takes.
  mutating func settings(_ area: Area) -> Int {
    var y = area.y
    for line in settingLines {
      canvas.put(line.label, x: area.x, y: y, .title, within: area.right)
      for text in TextFolding.lines(line.text, width: max(1, area.width - 15)) {
        canvas.put(text, x: area.x + 15, y: y, within: area.right)
        y += 1
      }
    }
    y += 1
    for line in TextFolding.lines(configuring, width: max(1, area.width)) {
      canvas.put(line, x: area.x, y: y, .quiet, within: area.right)
      y += 1
    }
    guard let name = configured else { return y - area.y }
    for flags in ["--rate 5", "--baud 38400", "--sentences gga,gsa,gsv,rmc", "--show"] {
      canvas.put("gpsbridge configure \(name) \(flags)", x: area.x, y: y, .bold, within: area.right)
      y += 1
    }
    return y - area.y
  }

  private var settingLines: [AdviceLine] {
    let values = device.settings.values
    var lines = [
      AdviceLine(label: "receiver", text: device.name),
      AdviceLine(
        label: "commands", text: device.dialect?.name ?? "not known: it has not shown whose it understands"),
    ]
    for kind in SettingKind.allCases {
      let isLineless = kind == .baudRate && device.place?.speed == .meaningless
      let text = values[kind].map(\.words) ?? (isLineless ? "none: it is on USB itself" : "not seen yet")
      lines.append(AdviceLine(label: kind.words, text: text))
    }
    return lines
  }

  private var configuring: String {
    if device.isRecording { return "This is a recording: nothing can be set." }
    guard configured != nil else {
      return "One of several simulated receivers can't be named alone, and not be set."
    }
    return "To change something, end with q: a port has room for one program."
  }

  /// How the receiver is named on a command line; nil where it can't be.
  private var configured: String? {
    guard !device.isRecording else { return nil }
    guard let place = device.place, place.isSimulated else { return device.place?.node ?? device.source }
    return state.devices.count > 1 ? nil : device.source
  }
}
