#pragma once

#include <span>
#include <string>

#include "core/strategy/strategy.h"

namespace noiseloom {

/// How the noise of a kind of strategy is made, in the words of noise plans.
struct NoiseRecipe {
  std::string formula;
  std::string resumeRule;
  std::string counterLayout;  ///< which row of the generator a normal is
};

const NoiseRecipe& noiseRecipe(const Strategy& strategy);
/// All of them; their formulas differ.
std::span<const NoiseRecipe> noiseRecipes();

}  // namespace noiseloom
