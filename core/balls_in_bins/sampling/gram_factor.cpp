#include "core/balls_in_bins/sampling/gram_factor.h"

#include "core/balls_in_bins/sampling/profile_factor.h"
#include "core/balls_in_bins/sampling/toeplitz_factor.h"

namespace noiseloom {
namespace {

/// Multiply-adds of the product with a Cholesky factor within the profile.
Index profileWork(const BinGram& gram) {
  Index work = 0;
  for (Index i = 0; i < gram.bins; ++i) {
    Index begin = 0;
    while (begin < i && gram(i, begin) == 0) ++begin;
    work += i + 1 - begin;
  }
  return work;
}

}  // namespace

std::shared_ptr<const GramFactor> gramFactor(BinGram& gram, const RunControl& control) {
  if (auto factor = ToeplitzFactor::of(gram, profileWork(gram) / 2, control)) return factor;
  auto factor = std::make_shared<ProfileFactor>(gram.values, gram.bins, control);
  return factor->empty() ? nullptr : factor;
}

}  // namespace noiseloom
