#pragma once

#include <sodium.h>

#include "core/base/errors.h"

namespace noiseloom {

/// Must precede any use of libsodium: lets it choose the fastest code for this processor. Cheap after the first call;
/// any thread. Throws Error when the library cannot start.
inline void requireSodium() {
  static const bool ready = sodium_init() >= 0;
  if (!ready) throw Error(Core::tr("the cryptographic library (libsodium) could not be initialised"));
}

}  // namespace noiseloom
