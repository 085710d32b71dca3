#pragma once

#include <string>

namespace noiseloom::cli {

/// Refuses, by the name of the argument, an output path that cannot work, before any time is spent on solving.
void checkOutput(const char* argument, const std::string& path);

}  // namespace noiseloom::cli
