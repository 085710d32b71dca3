#pragma once

#include <optional>
#include <vector>

#include "core/base/index.h"
#include "core/sampling/word_stream.h"

namespace noiseloom {

/// Of more than `most` examples `most`, every subset of that size equally likely, in the order in which they stand;
/// nullopt: all of them.
std::vector<Index> cutTo(std::optional<Index> most, std::vector<Index> examples, WordStream words);

}  // namespace noiseloom
