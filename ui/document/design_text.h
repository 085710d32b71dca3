#pragma once

#include <QString>

#include "core/design/design.h"

namespace noiseloom {

/// "Banded Toeplitz", "Buffered linear Toeplitz", in the words of core.
QString mechanismName(const Mechanism* mechanism);
/// A design's mechanism with what it has of bands, buffers or blocks, as its claim says it: "Stamped, 4 blocks".
QString mechanismText(const Design& design);

}  // namespace noiseloom
