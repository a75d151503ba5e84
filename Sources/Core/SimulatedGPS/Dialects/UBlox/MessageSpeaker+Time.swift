internal import UBX

// Time.

extension MessageSpeaker {
  func timegps(_ solution: Solution) -> NavTIMEGPS {
    NavTIMEGPS {
      $0.timeOfWeek = solution.timeOfWeek
      $0.week = Int16(clamping: solution.time.week)
      $0.leapSeconds = Int8(clamping: solution.time.leapSeconds)
      $0.isTimeOfWeekValid = solution.knowsTime
      $0.isWeekValid = solution.knowsWeek
      $0.areLeapSecondsValid = solution.knowsWeek
      $0.timeAccuracy = solution.timeAccuracy
    }
  }

  func timeutc(_ solution: Solution) -> NavTIMEUTC {
    NavTIMEUTC {
      $0.timeOfWeek = solution.timeOfWeek
      $0.timeAccuracy = solution.timeAccuracy
      ($0.date, $0.time) = (solution.date, solution.timeOfDay)
      $0.isTimeFullyResolved = solution.knowsWeek
    }
  }

  func timels(_ solution: Solution) -> NavTIMELS {
    NavTIMELS {
      $0.timeOfWeek = solution.timeOfWeek
      // 2: received from GPS; 0: the firmware's own table.
      $0.source = solution.knowsWeek ? 2 : 0
      $0.leapSeconds = Int8(clamping: solution.time.leapSeconds)
      $0.changeSource = solution.knowsWeek ? 2 : 0
      $0.areLeapSecondsValid = true
      $0.isChangeValid = solution.knowsWeek
    }
  }

  func clock(_ solution: Solution) -> NavCLOCK {
    NavCLOCK {
      $0.timeOfWeek = solution.timeOfWeek
      // A steered clock: its bias varies by tens of nanoseconds.
      $0.bias = Double(solution.epoch.number % 60) * 1e-8
      $0.drift = 1e-8
      $0.timeAccuracy = solution.timeAccuracy
      $0.frequencyAccuracy = solution.epoch.hasFix ? 150 : 4_000_000
    }
  }
}
