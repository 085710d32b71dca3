#include "core/io/drawn_strategy.h"

#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/io/foreign_strategy.h"

namespace noiseloom {
namespace {

std::vector<double> withValues(std::span<const double> before, const std::map<Index, double>& values) {
  std::vector<double> changed(before.begin(), before.end());
  for (const auto& [lag, value] : values) {
    checkInteger("lag", lag, 0, std::ssize(before) - 1, Core::tr("the coefficients"));
    if (!std::isfinite(value)) throw InvalidArgument("coefficient", value, Core::tr("a finite number"));
    if (lag == 0 && !(value > 0)) throw InvalidArgument("coefficient", value, Core::tr("a number above 0"));
    changed[lag] = value;
  }
  return changed;
}

[[noreturn]] void refuse(const Strategy& strategy, const Phrase& allowed) {
  throw InvalidArgument("strategy", strategy.kindName(), allowed);
}

}  // namespace

Drawable drawableOf(const Strategy& strategy) {
  if (strategy.as<BltStrategy>()) return Drawable::Buffers;
  if (drawableCount(strategy) == 0) return Drawable::Nothing;
  return strategy.as<ToeplitzStrategy>() ? Drawable::Coefficients : Drawable::InverseCoefficients;
}

Index drawableCount(const Strategy& strategy) {
  if (const auto* blt = strategy.as<BltStrategy>()) return blt->buffers();
  const auto* toeplitz = strategy.as<ToeplitzStrategy>();
  const auto* inverse = strategy.as<InverseToeplitzStrategy>();
  const Index count = toeplitz ? toeplitz->bands() : inverse ? inverse->noisingBands() : 0;
  // One coefficient is a scale, which noise and error do not see.
  return count > 1 ? count : 0;
}

ImportedStrategy drawnStrategy(const Strategy& strategy) {
  return {std::string(ImportedStrategy::kDrawn), "", sha256OfStrategy(strategy), strategy};
}

ImportedStrategy drawnCoefficients(const Strategy& strategy, const std::map<Index, double>& values) {
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>())
    return drawnStrategy(
        ToeplitzStrategy(strategy.iterations(), withValues(toeplitz->coefficients(), values), toeplitz->scaling()));
  if (const auto* inverse = strategy.as<InverseToeplitzStrategy>())
    return drawnStrategy(InverseToeplitzStrategy(
        strategy.iterations(), withValues(inverse->noisingCoefficients(), values), inverse->scaling()));
  refuse(strategy, Core::tr("one of coefficients: toeplitz or inverse-toeplitz"));
}

ImportedStrategy drawnBuffer(const Strategy& strategy, Index buffer, double decay, double scale) {
  const auto* blt = strategy.as<BltStrategy>();
  if (!blt) refuse(strategy, Core::tr("one of buffers: blt"));
  checkInteger("buffer", buffer, 0, blt->buffers() - 1, Core::tr("the buffers"));
  if (!(decay > 0 && decay <= 1)) throw InvalidArgument("decay", decay, Core::tr("above 0, at most 1"));
  const BltParameters& before = blt->parameters();
  NpyArray array{{2, blt->buffers()}, before.theta, {}};
  array.values.insert(array.values.end(), before.omega.begin(), before.omega.end());
  array.values[buffer] = decay;
  array.values[blt->buffers() + buffer] = scale;
  const ForeignStrategy asked{.path = std::string(ImportedStrategy::kDrawn), .array = std::move(array)};
  return drawnStrategy(*importStrategy(asked, StrategyContent::Blt, strategy.iterations()).strategy());
}

}  // namespace noiseloom
