#pragma once

#include <QString>

#include "core/design/design.h"

namespace noiseloom {

/// "Banded Toeplitz", "Banded square root", as core names them: for sentences.
QString mechanismName(const Mechanism* mechanism);
/// "Banded Toeplitz", "Banded square root (BSR)": for lists and headings.
QString mechanismTitle(const Mechanism* mechanism);
/// "Banded Toeplitz", "BSR": for legends.
QString mechanismShortName(const Mechanism* mechanism);
/// The mechanism of a design; a strategy drawn by hand is named as such.
QString mechanismName(const Design& design);
/// A design's mechanism with its bands, buffers or blocks, as its claim names it: "Stamped, 4 blocks".
QString mechanismText(const Design& design);
/// "12 % better than DP-SGD under the same batching", by the design's objective, which is named unless it is the mean
/// error; empty if there is nothing to compare with.
QString againstBaselineText(const Design& design);
/// In short, against the best DP-SGD of the job, which has that error: "12 % less error than DP-SGD", which is "the
/// best DP-SGD" where that under the same batching is another one. Empty for DP-SGD itself.
QString gainText(const Design& design, double bestBaselineError);

/// A name for files about a scenario, without a suffix: "banded-toeplitz-eps8-n2000".
QString suggestedFileName(const Scenario& scenario);

}  // namespace noiseloom
