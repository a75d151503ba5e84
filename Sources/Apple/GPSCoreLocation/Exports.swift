// As on Apple's platforms, this import brings Foundation too.

@_exported public import Foundation
