internal import GNSS
internal import GPSBase

// The record of the receiver's own status report.

extension NDJSONFormat {
  static func write(_ hardware: HardwareCondition, _ moment: FixMoment, _ json: inout JSONWriter) {
    json.member("at", moment.received)
    json.member("antenna", hardware.antenna?.word)
    json.member("antenna_powered", hardware.isAntennaPowered)
    json.member("jamming", hardware.jamming?.word)
    json.member("interference", hardware.interference)
    json.member("spoofing", hardware.spoofing?.word)
    if !hardware.frontEnds.isEmpty { write(hardware.frontEnds, &json) }
    json.member("processor_percent", hardware.load.processor)
    json.member("memory_percent", hardware.load.memory)
    json.member("sending_percent", hardware.load.sending)
    json.member("dropped", hardware.load.hasDropped)
    json.member("temperature_c", hardware.temperature)
    json.member("uptime_s", hardware.timeSinceStart)
    json.member("ttff_s", hardware.timeToFirstFix)
    json.member("notice", hardware.notice.map { VisibleText.escaped($0.text.utf8) })
    json.member("notices", hardware.notice?.count)
  }

  private static func write(_ fronts: [HardwareCondition.FrontEnd], _ json: inout JSONWriter) {
    json.array("front_ends") { json in
      for front in fronts {
        json.object { json in
          json.member("number", front.number)
          json.member("antenna", front.antenna?.word)
          json.member("jamming", front.jamming?.word)
          json.member("interference", front.interference)
          json.member("noise", front.noise)
          json.member("gain_percent", front.gain)
        }
      }
    }
  }
}
