// SPDX-License-Identifier: Apache-2.0

// Behind the products CallKit, PushKit and the like where Apple's modules of these names are: an
// app's manifest names the products on each system, and its `import CallKit` means Apple's here.
