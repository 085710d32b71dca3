#pragma once

#include <sodium.h>

#include "core/base/errors.h"

namespace noiseloom {

/// Initialises libsodium, which chooses the fastest code for this processor; must precede any use of it. Cheap after
/// the first call; any thread may call it. Throws Error if the library cannot start.
inline void requireSodium() {
  static const bool ready = sodium_init() >= 0;
  if (!ready) throw Error(Core::tr("the cryptographic library (libsodium) could not be initialised"));
}

}  // namespace noiseloom
