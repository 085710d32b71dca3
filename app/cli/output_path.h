#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace noiseloom::cli {

/// An option that names a file, and what was typed for it.
struct FileOption {
  const char* name;
  std::optional<std::string> path;
};

/// Refuses, by the name of the option, an output that cannot work, that is an input or that is an output before it,
/// however they are spelled: before any time is spent on solving.
void checkOutputs(const std::vector<FileOption>& inputs, std::initializer_list<FileOption> outputs);

}  // namespace noiseloom::cli
