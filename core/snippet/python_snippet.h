#pragma once

#include <string>

#include "core/design/design.h"

namespace noiseloom {

/// The library that a snippet's training job uses; all of them need NumPy for the check.
enum class PythonLibrary { NumPy, Jax, PyTorch };

/// Most numbers of a strategy that stand in the snippet itself; longer ones are read from the exported strategy file.
inline constexpr Index kMostInlineNumbers = 64;

/// True if a design's snippet reads the strategy file, which must be exported beside it.
bool snippetNeedsFile(const Design& design);

/// A complete program that rebuilds the design's strategy, makes the correlated noise of a step, and, when it is run,
/// recomputes stddev and the three errors and asserts that they are those on screen. It reads strategy.npz, or the file
/// of its first argument, where snippetNeedsFile(). Throws InvalidArgument for a design without a finite stddev.
std::string pythonSnippet(const Design& design, PythonLibrary library);

}  // namespace noiseloom
