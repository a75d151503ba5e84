extension SerialLine {
  func modemLines() throws(SerialPortError) -> ModemLines {
    try perform("read the modem lines") { (line) throws(Errno) in
      ModemLines(rawValue: try Kernel.modemLines(line))
    }
  }

  func raise(_ lines: ModemLines) throws(SerialPortError) {
    try perform("raise \(lines)") { (line) throws(Errno) in try Kernel.raise(line, lines.rawValue) }
  }

  func lower(_ lines: ModemLines) throws(SerialPortError) {
    try perform("lower \(lines)") { (line) throws(Errno) in try Kernel.lower(line, lines.rawValue) }
  }

  func startBreak() throws(SerialPortError) {
    try perform("begin a break") { (line) throws(Errno) in try Kernel.startBreak(line) }
  }

  func stopBreak() throws(SerialPortError) {
    try perform("end a break") { (line) throws(Errno) in try Kernel.stopBreak(line) }
  }

  func counters() throws(SerialPortError) -> LineCounters {
    try perform("read the counters") { (line) throws(Errno) in LineCounters(try Kernel.counters(line)) }
  }

  func bytesToRead() throws(SerialPortError) -> Int {
    try perform("count what can be read") { (line) throws(Errno) in try Kernel.bytesToRead(line) }
  }

  func bytesToSend() throws(SerialPortError) -> Int {
    try perform("count what is not sent yet") { (line) throws(Errno) in try Kernel.bytesToSend(line) }
  }

  func discardInput() throws(SerialPortError) {
    try perform("discard what was received") { (line) throws(Errno) in try Kernel.discardInput(line) }
  }

  func discardOutput() throws(SerialPortError) {
    try perform("discard what is not sent yet") { (line) throws(Errno) in try Kernel.discardOutput(line) }
  }
}
