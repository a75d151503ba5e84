extension Scenario {
  /// The obstacles between the antenna and the sky.
  public struct Surroundings: Sendable, Hashable {
    /// A part of the horizon behind which signals are weaker.
    public struct Obstacle: Sendable, Hashable {
      /// Degrees from north where it begins, clockwise.
      public var from: Double
      /// Degrees from north where it ends.
      public var to: Double
      /// Degrees that it reaches above the horizon.
      public var height: Double
      /// Decibels that are lost behind it.
      public var loss: Double

      /// Makes an obstacle between two azimuths.
      public init(from: Double, to: Double, height: Double, loss: Double = 60) {
        self.from = from
        self.to = to
        self.height = height
        self.loss = loss
      }
    }

    /// Two rows of houses along a street.
    public struct Street: Sendable, Hashable {
      /// Degrees from north, either way.
      public var direction: Double
      /// How high the houses are, in half widths of the street.
      public var steepness: Double
      /// Decibels that are lost behind them.
      public var loss: Double

      /// Makes a street.
      public init(direction: Double, steepness: Double, loss: Double = 26) {
        self.direction = direction
        self.steepness = steepness
        self.loss = loss
      }
    }

    /// Single obstacles.
    public var obstacles: [Obstacle] = []
    /// The street, if it is one.
    public var street: Street?
    /// Decibels that are lost from all sides: a roof, a hand, a coat.
    public var loss = 0.0
    /// How many times larger an error of range is than under an open sky: echoes.
    public var echo = 1.0

    /// Nothing but sky.
    public static let open = Surroundings()
    /// Rock on all sides: nothing is heard.
    public static let tunnel = Surroundings(loss: 90)
    /// A narrow street between high houses, east to west.
    public static let canyon = Surroundings(street: Street(direction: 80, steepness: 1.7), echo: 4)
    /// A room with one window, to the south.
    public static let indoors = Surroundings(
      obstacles: [Obstacle(from: 225, to: 135, height: 90, loss: 14)], loss: 9, echo: 3)
    /// Leaves overhead.
    public static let forest = Surroundings(loss: 7, echo: 2)

    /// Makes surroundings.
    public init(
      obstacles: [Obstacle] = [], street: Street? = nil, loss: Double = 0, echo: Double = 1
    ) {
      self.obstacles = obstacles
      self.street = street
      self.loss = loss
      self.echo = echo
    }

    /// Decibels that a signal loses on its way from a direction, given in degrees and as east, north, up.
    func loss(azimuth: Double, elevation: Double, direction: Vector) -> Double {
      var loss = loss
      for obstacle in obstacles where elevation < obstacle.height {
        let width = Trigonometry.inCircle(obstacle.to - obstacle.from)
        if Trigonometry.inCircle(azimuth - obstacle.from) <= width { loss += obstacle.loss }
      }
      if let street {
        // A ray clears the houses if it climbs faster than they do, across the street.
        let (sine, cosine) = Trigonometry.sineCosine(street.direction * Trigonometry.radiansPerDegree)
        let across = abs(direction.x * cosine - direction.y * sine)
        if direction.z < across * street.steepness { loss += street.loss }
      }
      return loss
    }
  }
}
