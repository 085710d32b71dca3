#include "core/balls_in_bins/bin_mixture.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

void checkGram(const BinGram& gram) {
  checkInteger("bins", gram.bins, 1, kMostBins);
  checkSize("gram", static_cast<Index>(gram.values.size()), gram.bins * gram.bins);
  for (Index i = 0; i < gram.bins; ++i) {
    for (Index j = 0; j <= i; ++j) {
      const double value = gram(i, j);
      const bool fits = std::isfinite(value) && value >= 0 && value == gram(j, i) && (i != j || value > 0);
      if (fits) continue;
      throw InvalidArgument("gram", "G[" + std::to_string(i) + ", " + std::to_string(j) + "] = " + shortest(value),
                            "a symmetric matrix of finite entries >= 0 with a diagonal > 0");
    }
  }
}

}  // namespace

BinMixture::BinMixture(const BinGram& source, const RunControl& control) : gram(source), bins(source.bins) {
  checkGram(gram);
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
  factor = ProfileFactor(gram.values, bins, control);
}

}  // namespace noiseloom
