#pragma once

#include <vector>

#include "core/answer/option.h"

namespace noiseloom::cli {

/// Refuses, by the name of the option, an output that cannot work, that is an input or that is an output before it,
/// however they are spelled: before any time is spent on solving.
void checkOutputs(const std::vector<FileOption>& inputs, const std::vector<FileOption>& outputs);

}  // namespace noiseloom::cli
