#include "core/noise/noise_recipe.h"

#include <vector>

#include "core/noise/gaussian_source.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

// Recipes in the order of NoiseForm.
std::vector<NoiseRecipe> makeRecipes() {
  const std::string noise = "noise[i] = stddev * y[i]";
  const std::string added = "; add it to the sum of the clipped gradients of step i";
  const std::string ofStep = "z[i, j] depends on the key, step i and coordinate j only. ";
  const std::string replay =
      "To resume at step i, on these or other machines, replay steps 0 to i-1 with the same key and drop their noise, "
      "or restore the buffer rows of the last steps, which must be kept as secret as the key. ";
  const std::string keys =
      "Never release noise for the same step under two keys, and never use one key for two runs. No noise exists "
      "beyond the last step.";
  const std::string stepLayout(kStepLayout);
  return {
      {noise + ", y[i] = (z[i] - sum over lag >= 1 of C[i, i-lag] y[i-lag]) / C[i, i]" + added, ofStep + replay + keys,
       stepLayout},
      {noise + ", y[i] = sum over lag >= 0 of C_inv[i, i-lag] z[i-lag]" + added,
       ofStep +
           "To resume at step i, on these or other machines, make again, with the same key, those rows of z before "
           "i that step i needs: no step is replayed. " +
           keys,
       stepLayout},
      {noise +
           ", y[i] = z[i] + sum over buffers m of inverse_output_scale[m] S[m], then S[m] = inverse_buf_decay[m] "
           "S[m] + z[i], all S = 0 at the start" +
           added,
       ofStep + replay + keys, stepLayout},
      {noise +
           "; with t the number of trailing one bits of i and r = 2 i - (number of one bits of i): E[0] = z[r], "
           "E[h] = w[h] z[r+h] + (1 - w[h]) (E[h-1] + K[h-1]) for h = 1 .. t; y[i] = E[t] - (K[0] + .. + K[t-1]), "
           "then K[t] = E[t]; all w = 1 for the tree estimate own-node, w[0] = 1 and w[h] = 1 / (1 + 1 / (2 "
           "w[h-1])) for from-below" +
           added,
       "z of a node depends on the key, the node's row and the coordinate only. " + replay + keys,
       std::string(kNodeLayout)},
      {noise +
           "; with m the block size, E[l] = (z + sum over buffers b of inverse_output_scale[l, b] S[l, b]) / "
           "level_weight[l], then S[l, b] = inverse_buf_decay[l, b] S[l, b] + z and T[l] = T[l] + E[l], all S and T "
           "0 at the start; where m divides i > 0, with l the largest number such that m^l divides i: y[i] = E[l] - "
           "(T[0] + .. + T[l-1]), then all S and T of the levels 0 .. l-1 become 0, then y[i] = y[i] + E[0]; other "
           "steps have y[i] = E[0]; the two E of a step have rows of z of their own" +
           added,
       "z of a row depends on the key, the row and the coordinate only. " + replay + keys, std::string(kBlockLayout)}};
}

}  // namespace

std::span<const NoiseRecipe> noiseRecipes() {
  static const std::vector<NoiseRecipe> recipes = makeRecipes();
  return recipes;
}

const NoiseRecipe& noiseRecipe(const Strategy& strategy) {
  return noiseRecipes()[static_cast<std::size_t>(strategy.kind().form)];
}

}  // namespace noiseloom
