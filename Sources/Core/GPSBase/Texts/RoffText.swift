extension String {
  /// Escaped for a manual page, so that nothing is a command and dashes can be copied.
  package var roff: String {
    var text = ""
    for character in self {
      switch character {
      case "\\": text += "\\e"
      case "-": text += "\\-"
      case "'": text += "\\(aq"
      case "~": text += "\\(ti"
      case "^": text += "\\(ha"
      case "`": text += "\\(ga"
      default: text.append(character)
      }
    }
    return text.hasPrefix(".") ? "\\&" + text : text
  }
}
