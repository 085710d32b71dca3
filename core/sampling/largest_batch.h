#pragma once

#include <optional>
#include <vector>

#include "core/base/index.h"
#include "core/sampling/word_stream.h"

namespace noiseloom {

/// A uniform subset of `most` of the examples, if there are more, in their order; nullopt keeps all.
std::vector<Index> cutTo(std::optional<Index> most, std::vector<Index> examples, WordStream words);

}  // namespace noiseloom
