// As on Apple's platforms, this import includes Foundation.

@_exported public import Foundation
