#pragma once

#include "core/base/text.h"

namespace noiseloom {

/// "at most 3 times".
inline Text atMostTimes(Index count) {
  return count == 1 ? Text(Core::tr("at most 1 time")) : Text(Core::tr("at most %1 times"), count);
}

}  // namespace noiseloom
