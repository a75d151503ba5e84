// Stands for the frameworks of the published texts, as far as they use them, with the tokens of the delegates' methods.
import CoreLocation
import Foundation
import GPSDeliveryReactive

// Views and controls

@MainActor open class UIView: ProxyHost, ReactiveCompatible {
  public let proxies = ProxyStorage()
  public var backgroundColor: UIColor?
  public let layer = CALayer()
  public init() {}
}
@MainActor open class UIViewController {
  public let view = UIView()
  public init() {}
  public weak var navigationController: UINavigationController?
  open func viewDidLoad() {}
}
@MainActor public final class CALayer { var borderColor: CGColor? }
public struct CGColor: Sendable {}
public final class UIColor: Sendable {
  static let (red, green, blue, black) = (UIColor(), UIColor(), UIColor(), UIColor())
  let cgColor = CGColor()
  init(white: CGFloat = 0, alpha: CGFloat = 1) {}
  func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) {}
}
@MainActor open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let touchUpInside = Event(rawValue: 1)
    public static let valueChanged = Event(rawValue: 2)
    public static let editingDidBegin = Event(rawValue: 4)
    public static let editingDidEnd = Event(rawValue: 8)
    public static let allEditingEvents = Event(rawValue: 12)
  }
}
@MainActor final class ControlTarget {
  init(control: UIControl, controlEvents: UIControl.Event, callback: @escaping (UIControl) -> Void) {}
  func dispose() {}
}
@MainActor public final class UIButton: UIControl {}
@MainActor public final class UISlider: UIControl { public var value: Float = 0 }
@MainActor public final class UITextField: UIControl {}
@MainActor public final class UISegmentedControl: UIControl { var selectedSegmentIndex = 0 }
@MainActor public final class UILabel: UIView {
  public var text: String?
  public var textColor: UIColor?
}
extension Reactive where Base: UIView {
  var backgroundColor: Binder<UIColor?> { Binder(base) { $0.backgroundColor = $1 } }
}
extension Reactive where Base: UILabel { var text: Binder<String?> { Binder(base) { $0.text = $1 } } }
extension Reactive where Base: UISegmentedControl {
  var selectedSegmentIndex: ControlProperty<Int> {
    controlProperty(editingEvents: .valueChanged) { $0.selectedSegmentIndex } setter: { $0.selectedSegmentIndex = $1 }
  }
}

// Tables, whose delegate inherits from that of what scrolls

@MainActor public protocol UIScrollViewDelegate: AnyObject { func scrollViewDidScroll(_ scrollView: UIView) }
@MainActor public protocol UITableViewDelegate: UIScrollViewDelegate {
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
}
extension UIScrollViewDelegate { public func scrollViewDidScroll(_ scrollView: UIView) {} }
extension UITableViewDelegate { public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {} }
extension UITableViewDelegate where Self: DelegateProxy<UITableView, any UITableViewDelegate> {
  public func scrollViewDidScroll(_ scrollView: UIView) {
    dispatch(.scrolled, scrollView) { $0.scrollViewDidScroll(scrollView) }
  }
  public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    dispatch(.selected, (tableView, indexPath)) { $0.tableView(tableView, didSelectRowAt: indexPath) }
  }
}
extension DelegateMethod where Delegate == any UITableViewDelegate {
  static var scrolled: DelegateMethod<Delegate, UIView> { .init() }
  static var selected: DelegateMethod<Delegate, (UITableView, IndexPath)> { .init() }
}
@MainActor open class UITableViewCell: UIView { var textLabel: UILabel? }
@MainActor public final class UITableView: UIView, HasDelegate {
  @ProxyAware public var delegate: (any UITableViewDelegate)?
  func register(_ cellClass: AnyClass, forCellReuseIdentifier identifier: String) {}
}
final class RxTableViewDelegateProxy: DelegateProxy<UITableView, any UITableViewDelegate>, DelegateProxyType,
  UITableViewDelegate
{
  static func registerKnownImplementations() {
    register { RxTableViewDelegateProxy(parentObject: $0, delegateProxy: RxTableViewDelegateProxy.self) }
  }
}
extension Reactive where Base: UITableView {
  func items<Element, Cell: UITableViewCell, Source: ObservableType<[Element]>>(cellIdentifier: String, cellType: Cell.Type)
    -> (Source) -> (@escaping (Int, Element, Cell) -> Void) -> Disposable
  { { source in { configure in source.subscribe() } } }
  var itemSelected: ControlEvent<IndexPath> {
    ControlEvent(events: RxTableViewDelegateProxy.proxy(for: base).methodInvoked(.selected).map { $0.1 })
  }
  func setDelegate(_ delegate: UITableViewDelegate) -> Disposable {
    RxTableViewDelegateProxy.installForwardDelegate(delegate, retainDelegate: false, onProxyForObject: base)
  }
}

// Navigation, contacts and maps

@MainActor public protocol UINavigationControllerDelegate: AnyObject {
  func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool)
}
@MainActor public final class UINavigationController: UIViewController, HasDelegate, ProxyHost, ReactiveCompatible {
  public let proxies = ProxyStorage()
  @ProxyAware public var delegate: (any UINavigationControllerDelegate)?
}
extension DelegateMethod where Delegate == any UINavigationControllerDelegate {
  static var willShow: DelegateMethod<Delegate, (UINavigationController, UIViewController, Bool)> { .init() }
}
final class RxNavigationControllerDelegateProxy: DelegateProxy<UINavigationController, any UINavigationControllerDelegate>,
  DelegateProxyType, UINavigationControllerDelegate
{
  static func registerKnownImplementations() {
    register {
      RxNavigationControllerDelegateProxy(parentObject: $0, delegateProxy: RxNavigationControllerDelegateProxy.self)
    }
  }
  func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
  ) {
    dispatch(.willShow, (navigationController, viewController, animated)) {
      $0.navigationController(navigationController, willShow: viewController, animated: animated)
    }
  }
}
extension Reactive where Base: UINavigationController {
  var willShow: ControlEvent<(UIViewController, Bool)> {
    ControlEvent(
      events: RxNavigationControllerDelegateProxy.proxy(for: base).methodInvoked(.willShow).map { ($0.1, $0.2) })
  }
}

public struct CNContact: Sendable {}
public struct CNContactProperty: Sendable {}
@MainActor public protocol CNContactPickerDelegate: AnyObject {
  func contactPicker(_ picker: CNContactPickerViewController, didSelect contact: CNContact)
  func contactPicker(_ picker: CNContactPickerViewController, didSelect contactProperty: CNContactProperty)
}
@MainActor public final class CNContactPickerViewController: UIViewController, HasDelegate, ProxyHost, ReactiveCompatible {
  public let proxies = ProxyStorage()
  @ProxyAware public var delegate: (any CNContactPickerDelegate)?
}
extension CNContactPickerDelegate
where Self: DelegateProxy<CNContactPickerViewController, any CNContactPickerDelegate> {
  public func contactPicker(_ picker: CNContactPickerViewController, didSelect contact: CNContact) {
    dispatch(.didSelectContact, (picker, contact)) { $0.contactPicker(picker, didSelect: contact) }
  }
  public func contactPicker(_ picker: CNContactPickerViewController, didSelect contactProperty: CNContactProperty) {
    dispatch(.didSelectContactProperty, (picker, contactProperty)) {
      $0.contactPicker(picker, didSelect: contactProperty)
    }
  }
}
extension DelegateMethod where Delegate == any CNContactPickerDelegate {
  static var didSelectContact: DelegateMethod<Delegate, (CNContactPickerViewController, CNContact)> { .init() }
  static var didSelectContactProperty: DelegateMethod<Delegate, (CNContactPickerViewController, CNContactProperty)> { .init() }
}

@MainActor protocol NMFMapViewDelegate: AnyObject { func didTapMapView(_ point: CGPoint, latLng: String) }
@MainActor final class NMFNaverMapView: UIView {
  enum PositionMode { case direction }
  final class Map { var zoomLevel = 0 }
  weak var delegate: NMFMapViewDelegate?
  var positionMode = PositionMode.direction
  var (showLocationButton, showIndoorLevelPicker) = (false, false)
  let mapView = Map()
}
extension NMFMapViewDelegate where Self: DelegateProxy<NMFNaverMapView, any NMFMapViewDelegate> {
  func didTapMapView(_ point: CGPoint, latLng: String) {
    dispatch(.didTapMapView, (point, latLng)) { $0.didTapMapView(point, latLng: latLng) }
  }
}
extension DelegateMethod where Delegate == any NMFMapViewDelegate {
  static var didTapMapView: DelegateMethod<Delegate, (CGPoint, String)> { .init() }
}
extension Reactive where Base: NMFNaverMapView {
  var didTapMapView: ControlEvent<String> {
    ControlEvent(events: RxNMFMapViewDelegateProxy.proxy(for: base).methodInvoked(.didTapMapView).map { $0.1 })
  }
  var regionDidChangeAnimated: ControlEvent<String> { didTapMapView }
}
extension [CLLocation] {
  var lat: Double { last?.coordinate.latitude ?? 0 }
  var lng: Double { last?.coordinate.longitude ?? 0 }
}

// Text 004 has these in other files.

struct Coordinate: Sendable { init(coordinate: CLLocationCoordinate2D) {} }
struct Location: Sendable {
  let coordinate: Coordinate
  let name: String
}
enum LocationError: Error { case localSearchRequstFail }
struct Placemark {
  let coordinate: CLLocationCoordinate2D
  let locality: String?
}
struct Completion { let title: String }
