#include "core/sampling/largest_batch.h"

namespace noiseloom {

std::vector<Index> cutTo(std::optional<Index> most, std::vector<Index> examples, WordStream words) {
  auto left = std::ssize(examples);
  if (!most || left <= *most) return examples;
  // Each stays with probability (places left) / (examples left).
  Index places = *most;
  std::size_t kept = 0;
  for (const Index example : examples) {
    if (words.below(left--) >= places) continue;
    examples[kept++] = example;
    --places;
  }
  examples.resize(kept);
  return examples;
}

}  // namespace noiseloom
