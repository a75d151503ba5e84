import Testing

/// The code of published texts, as it stands there, changed only where it must be.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `The code of a published text` {
  /// What takes the place of a selector and of a cast.
  private func withoutSelectors(_ code: String) throws -> String {
    try code.changing(
      "#selector(CLLocationManagerDelegate.locationManager(_:didUpdateLocations:))", to: ".didUpdateLocations"
    )
  }

  private func expectToCompile(_ name: String, _ texts: [String: String]) throws {
    #expect(try Compiler.complaints(about: texts) == [])
    try OutsidePackage.ofEnvironment?.add(name, texts)
  }

  @Test func `compiles that makes a proxy with all its statics`() throws {
    guard let text = try ReferenceText("000") else { return }
    let code = try withoutSelectors(text.pieces(with: "class RxCLLocationManagerDelegateProxy")[0])
      .changing("import RxCocoa\nimport RxSwift", to: "import GPSDeliveryReactive")
      .changing("$0[1] as? [CLLocation] ?? [CLLocation]()", to: "$0.1")
    // How the text calls it, without the screen that it shows the place on.
    let calls = """
      import CoreLocation
      import GPSDeliveryReactive
      @MainActor class ViewController {
        let locationManager = CLLocationManager()
        let disposeBag = DisposeBag()
        func viewDidLoad() {
          locationManager.requestWhenInUseAuthorization()
          locationManager.startUpdatingLocation()
          bind()
        }
        func bind() {
          locationManager.rx.didUpdateLocations
            .asObservable()
            .subscribe(onNext: { (locations) in
              guard let curLocation = locations.last else { return }
              print(curLocation)
            })
            .disposed(by: disposeBag)
        }
      }
      """
    try expectToCompile("Proxy", ["Proxy": code, "Calls": calls])
  }

  @Test func `compiles that relies on a delegate property being one, and declares it again`() throws {
    guard let text = try ReferenceText("001") else { return }
    let property = try text.pieces(with: "extension CLLocationManager: HasDelegate")[0]
    let proxy = try withoutSelectors(text.pieces(with: "class RxCLLocationManagerDelegateProxy")[0])
      .changing("parameters[1] as! [CLLocation]", to: "parameters.1")
    let calls = try text.pieces(with: ".subscribe(onNext: { print($0)} )")[0]
    let delegate = try text.pieces(with: "extension DelegateProxyViewController")[0]
    try expectToCompile(
      "DelegateProperty",
      [
        "Text": "import CoreLocation\nimport GPSDeliveryReactive\n" + property + proxy,
        "Calls": """
        import CoreLocation
        import GPSDeliveryReactive
        class DelegateProxyViewController: NSObject {
          let bag = DisposeBag()
          @MainActor func viewDidLoad(_ locationManager: CLLocationManager) {
        \(calls)
          }
        }
        \(delegate)
        """,
      ])
  }

  @Test func `compiles that passes one delegate's calls on to many`() throws {
    guard let text = try ReferenceText("003") else { return }
    let code = try text.lines(from: "protocol LocationManagerRepositoryDelegate: AnyObject {", before: "이 방식")
      .changing(" elegates.removeDelegate(delegate)", to: " delegates.remove(delegate)")
    // The text is cut off before the last brace, and does not show the protocol of its repository.
    let missing = """
      }
      protocol LocationManagerRepositoryProtocol {
        func addDelegate(_ delegate: any LocationManagerRepositoryDelegate)
        func removeDelegate(_ delegate: any LocationManagerRepositoryDelegate)
      }
      """
    try expectToCompile(
      "Repository", ["Text": "import CoreLocation\nimport GPSDeliveryReactive\n" + code + missing])
  }

  @Test func `compiles that waits with a promise instead of a delegate`() throws {
    guard let text = try ReferenceText("004") else { return }
    let property = try text.lines(from: "var promise: Promise<Location>", before: "// pending")
    let answer = try text.lines(
      from: "            let coordinate = Coordinate(", before: "            self.dismiss")
    let failure = try text.lines(from: "self.promise.reject(", before: "\n")
    let call = try text.lines(from: "SearchViewController.start(on: self)", before: "\n    }")
    // What the text takes from the system's screens and from other files of its program.
    try expectToCompile(
      "PromiseOfAPlace",
      [
        "Text": """
        import CoreLocation
        import GPSDeliveryReactive
        struct Coordinate: Sendable { init(coordinate: CLLocationCoordinate2D) {} }
        struct Location: Sendable { let coordinate: Coordinate; let name: String }
        enum LocationError: Error { case localSearchRequstFail }
        struct Placemark { let coordinate: CLLocationCoordinate2D; let locality: String? }
        struct Completion { let title: String }
        @MainActor class SearchViewController {
          \(property)
          func select(_ placeMark: Placemark?, _ selectedResult: Completion) {
            guard let placeMark else {
              \(failure)
              return
            }
        \(answer)
          }
          static func start(on base: LocationListViewController) -> Promise<Location> {
            SearchViewController().promise
          }
        }
        @MainActor class LocationListViewController {
          func userAdd(newLocation: Location) {}
          func addLocationButtonTouched(_ sender: Any) {
            \(call)
          }
        }
        """
      ])
  }
}
