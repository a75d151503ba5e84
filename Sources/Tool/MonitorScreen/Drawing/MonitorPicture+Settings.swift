internal import GPSBridge
package import TerminalKit
internal import ToolSources

extension MonitorPicture {
  /// What the receiver is set to, as far as it has shown it, and the commands that change it; answers the rows it takes.
  package mutating func settings(_ area: Area) -> Int {
    let proposals = ConfigureProposals(device, isAlone: state.devices.count == 1)
    var y = area.y
    for line in settingLines(proposals) {
      canvas.put(line.label, x: area.x, y: y, .title, within: area.right)
      for text in TextFolding.lines(line.text, width: max(1, area.width - 15)) {
        canvas.put(text, x: area.x + 15, y: y, within: area.right)
        y += 1
      }
    }
    y += 1
    for line in TextFolding.lines(proposals.introduction, width: max(1, area.width)) {
      canvas.put(line, x: area.x, y: y, .quiet, within: area.right)
      y += 1
    }
    for command in proposals.commands {
      canvas.put(command, x: area.x, y: y, .bold, within: area.right)
      y += 1
    }
    return y - area.y
  }

  private func settingLines(_ proposals: ConfigureProposals) -> [AdviceLine] {
    [
      AdviceLine(label: "receiver", text: device.name),
      AdviceLine(
        label: "commands", text: device.dialect?.name ?? "not known: it has not shown whose it understands"),
    ] + SettingKind.allCases.map { AdviceLine(label: $0.words, text: proposals.words(for: $0)) }
  }
}
