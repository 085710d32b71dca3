#pragma once

#include <span>
#include <string>

#include "core/strategy/strategy.h"

namespace noiseloom {

/// How to make the noise of a kind of strategy, in the words of noise plans.
struct NoiseRecipe {
  std::string formula;
  std::string resumeRule;
  std::string counterLayout;  ///< how row and coordinate enter the generator
};

const NoiseRecipe& noiseRecipe(const Strategy& strategy);
/// All recipes; no two formulas are equal.
std::span<const NoiseRecipe> noiseRecipes();

}  // namespace noiseloom
