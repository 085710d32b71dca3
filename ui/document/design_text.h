#pragma once

#include <QString>

#include "core/design/design.h"

namespace noiseloom {

/// "Banded Toeplitz", "Banded square root", in the words of core: for sentences.
QString mechanismName(const Mechanism* mechanism);
/// "Banded Toeplitz", "Banded square root (BSR)": for lists and headings.
QString mechanismTitle(const Mechanism* mechanism);
/// "Banded Toeplitz", "BSR": for legends.
QString mechanismShortName(const Mechanism* mechanism);
/// The same of a design, where a strategy that was drawn says so.
QString mechanismName(const Design& design);
/// A design's mechanism with what it has of bands, buffers or blocks, as its claim says it: "Stamped, 4 blocks".
QString mechanismText(const Design& design);
/// "12 % better than DP-SGD under the same batching", by its objective, which is said where it is not the mean error;
/// empty where there is nothing to compare.
QString againstBaselineText(const Design& design);

}  // namespace noiseloom
