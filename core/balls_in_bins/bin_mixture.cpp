#include "core/balls_in_bins/bin_mixture.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/balls_in_bins/sampling/diagonal_bins.h"
#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {

void checkEntry(const BinGram& gram, Index i, Index j) {
  const double value = gram(i, j);
  if (std::isfinite(value) && value >= 0 && value == gram(j, i) && (i != j || value > 0)) return;
  throw InvalidArgument("gram", "G[" + std::to_string(i) + ", " + std::to_string(j) + "] = " + shortest(value),
                        Core::tr("a symmetric matrix of finite entries >= 0 with a diagonal > 0"));
}

namespace {

// False when stopped.
bool checkGram(const BinGram& gram, const RunControl& control) {
  checkInteger("bins", gram.bins, 1, kMostBins);
  checkSize("gram", std::ssize(gram.values), gram.bins * gram.bins);
  constexpr Index kTile = 32;  // rows and columns at once, so that both stay near
  for (Index top = 0; top < gram.bins; top += kTile) {
    if (control.stopRequested()) return false;
    for (Index left = 0; left <= top; left += kTile) {
      for (Index i = top; i < std::min(gram.bins, top + kTile); ++i) {
        for (Index j = left; j <= std::min(i, left + kTile - 1); ++j) checkEntry(gram, i, j);
      }
    }
  }
  return true;
}

}  // namespace

BinMixture::BinMixture(const BinGram& source, const RunControl& control) : bins(source.bins) {
  if (!checkGram(source, control)) return;
  gram.bins = bins;
  gram.values.reserve(source.values.size());
  for (Index i = 0; i < bins; ++i) {
    if (control.stopRequested()) return;
    gram.values.insert(gram.values.end(), source.values.begin() + i * bins, source.values.begin() + (i + 1) * bins);
  }
  factor = gramFactor(gram, control);
  if (!factor) return;
  diagonal = isDiagonal(gram);
  double mostSum = 0;
  for (Index i = 0; i < bins; ++i) {
    double sum = 0;
    for (Index j = 0; j < bins; ++j) sum += gram(i, j);
    if (sum > mostSum) mostSum = sum, widestRow = i;
    halfNorms.push_back(gram(i, i) / 2);
    rowMeans.push_back(sum / static_cast<double>(bins));
    meanNormSquared += rowMeans.back() / static_cast<double>(bins);
    meanHalfNorm += halfNorms.back() / static_cast<double>(bins);
    greatestEntry = std::max(greatestEntry, gram(i, i));
  }
}

}  // namespace noiseloom
