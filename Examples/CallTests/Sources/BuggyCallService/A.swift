import CallKit
