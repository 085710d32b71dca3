#pragma once

#include <span>
#include <string>

#include "core/strategy/strategy.h"

namespace noiseloom {

/// The formula for the noise of a kind of strategy, in the words of noise plans.
struct NoiseRecipe {
  std::string formula;
  std::string resumeRule;
  std::string counterLayout;  ///< the row of the generator for a normal
};

const NoiseRecipe& noiseRecipe(const Strategy& strategy);
/// All recipes; their formulas differ.
std::span<const NoiseRecipe> noiseRecipes();

}  // namespace noiseloom
