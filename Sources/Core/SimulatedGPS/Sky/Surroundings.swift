extension Scenario {
  /// The obstacles between the antenna and the sky.
  public struct Surroundings: Sendable, Hashable {
    /// A part of the horizon with an obstacle that weakens signals.
    public struct Obstacle: Sendable, Hashable {
      /// The azimuth at which it begins, clockwise, in degrees from north.
      public var from: Double
      /// The azimuth at which it ends, in degrees from north.
      public var to: Double
      /// The elevation that it covers, in degrees above the horizon.
      public var height: Double
      /// The signal loss caused by the obstacle, in decibels.
      public var loss: Double

      /// Creates an obstacle between two azimuths.
      public init(from: Double, to: Double, height: Double, loss: Double = 60) {
        (self.from, self.to, self.height, self.loss) = (from, to, height, loss)
      }
    }

    /// Two rows of houses along a street.
    public struct Street: Sendable, Hashable {
      /// The direction of the street in degrees from north, either way.
      public var direction: Double
      /// The height of the houses, in half widths of the street.
      public var steepness: Double
      /// The signal loss caused by the houses, in decibels.
      public var loss: Double

      /// Creates a street.
      public init(direction: Double, steepness: Double, loss: Double = 26) {
        (self.direction, self.steepness, self.loss) = (direction, steepness, loss)
      }
    }

    /// Single obstacles.
    public var obstacles: [Obstacle] = []
    /// The street, if there is one.
    public var street: Street?
    /// The loss from all directions, in decibels: a roof, a hand, a coat.
    public var loss = 0.0
    /// The factor by which multipath makes range errors larger than under an open sky.
    public var echo = 1.0

    /// An open sky.
    public static let open = Surroundings()
    /// Rock on all sides: no signals.
    public static let tunnel = Surroundings(loss: 90)
    /// A narrow street between tall buildings, east to west.
    public static let canyon = Surroundings(street: Street(direction: 80, steepness: 1.7), echo: 4)
    /// A room with one window, to the south.
    public static let indoors = Surroundings(
      obstacles: [Obstacle(from: 225, to: 135, height: 90, loss: 14)], loss: 9, echo: 3)
    /// Leaves overhead.
    public static let forest = Surroundings(loss: 7, echo: 2)

    /// Creates surroundings.
    public init(
      obstacles: [Obstacle] = [], street: Street? = nil, loss: Double = 0, echo: Double = 1
    ) { (self.obstacles, self.street, self.loss, self.echo) = (obstacles, street, loss, echo) }

    /// The loss of a signal in decibels, for a direction given in degrees and as east, north, up.
    func loss(azimuth: Double, elevation: Double, direction: Vector) -> Double {
      var loss = loss
      for obstacle in obstacles where elevation < obstacle.height {
        let width = Trigonometry.inCircle(obstacle.to - obstacle.from)
        if Trigonometry.inCircle(azimuth - obstacle.from) <= width { loss += obstacle.loss }
      }
      if let street {
        // A ray clears the houses if it rises more steeply than they do, across the street.
        let (sine, cosine) = Trigonometry.sineCosine(street.direction * Trigonometry.radiansPerDegree)
        let across = abs(direction.x * cosine - direction.y * sine)
        if direction.z < across * street.steepness { loss += street.loss }
      }
      return loss
    }
  }
}
