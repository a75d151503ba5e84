internal import UBX

// Messages about the receiver itself.

extension MessageSpeaker {
  /// Returns a message about the receiver, or nil for other kinds.
  func report(_ kind: MessageKind, _ state: UBloxState) -> [UInt8]? {
    switch kind {
    case .monVER: chip.versions.encoded()
    case .monHW: hardware(state).encoded()
    case .monRF: radio(state).encoded()
    case .monCOMMS: communication(state).encoded()
    case .monSYS: system(state).encoded()
    case .monTXBUF: sendingBuffer(state).encoded()
    case .monRXBUF: MonRXBUF().encoded()
    case .secSIG: security(state).encoded()
    case .secUNIQID: chip.number(seed: state.seed).encoded()
    default: nil
    }
  }

  private func hardware(_ state: UBloxState) -> MonHW {
    // The length depends on the generation.
    let length =
      switch chip.generation {
      case .ublox5, .ublox6: 68
      case .ublox10: 56
      default: 60
      }
    let payload = [UInt8](repeating: 0, count: length)
    var message = MonHW(payload: payload.span) ?? MonHW()
    message.noise = state.noise
    message.gain = state.gain
    message.antennaState = state.antenna
    message.antennaPower = state.antennaPower
    message.isClockCalibrated = true
    message.jamming = state.jammingState
    message.interference = state.interference
    return message
  }

  private func radio(_ state: UBloxState) -> MonRF {
    MonRF {
      var block = MonRF.Block()
      block.jamming = state.jammingState
      block.antennaState = state.antenna
      block.antennaPower = state.antennaPower
      block.noise = state.noise
      block.gain = state.gain
      block.interference = state.interference
      (block.offsetI, block.magnitudeI, block.offsetQ, block.magnitudeQ) = (5, 160, 5, 160)
      $0.blocks = [block]
    }
  }

  private func communication(_ state: UBloxState) -> MonCOMMS {
    MonCOMMS {
      for (place, number) in [0, 1, 5, 255].enumerated() { $0.protocols[place] = UInt8(number) }
      var block = MonCOMMS.Port()
      block.identifier = UInt16(state.port.rawValue) << 8
      block.bytesToSend = UInt16(clamping: state.pending)
      block.bytesSent = UInt32(clamping: state.sent)
      block.sendingLoad = state.load
      block.highestSendingLoad = max(state.load, state.highestLoad)
      block.bytesReceived = UInt32(clamping: state.received)
      block.messages[0] = UInt16(truncatingIfNeeded: state.messages)
      block.messages[1] = UInt16(truncatingIfNeeded: state.sentences)
      block.bytesSkipped = UInt32(clamping: state.skipped)
      $0.hasAllocationError = state.lostEpochs
      $0.ports = [block]
    }
  }

  private func system(_ state: UBloxState) -> MonSYS {
    MonSYS {
      $0.startKind = 1
      $0.processorLoad = 12
      $0.highestProcessorLoad = 31
      $0.memoryUsage = 40
      $0.highestMemoryUsage = 42
      $0.portUsage = state.load
      $0.highestPortUsage = max(state.load, state.highestLoad)
      $0.timeSinceStart = UInt32(clamping: state.uptime / 1000)
      $0.temperature = 31
    }
  }

  private func sendingBuffer(_ state: UBloxState) -> MonTXBUF {
    MonTXBUF {
      let place = Int(state.port.rawValue)
      $0.bytesPending[place] = UInt16(clamping: state.pending)
      $0.usage[place] = state.load
      $0.highestUsage[place] = max(state.load, state.highestLoad)
      $0.totalUsage = state.load
      $0.highestTotalUsage = max(state.load, state.highestLoad)
      $0.hasAllocationError = state.lostEpochs
    }
  }

  /// Always uses the first layout of SEC-SIG; the second one came with later firmware.
  private func security(_ state: UBloxState) -> SecSIG {
    SecSIG {
      $0.watchesJamming = state.watchesJamming
      $0.jamming = state.jammingState
      $0.watchesSpoofing = true
      $0.spoofing = state.spoofing
    }
  }
}
