#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/design/design.h"
#include "core/snippet/python_snippet.h"

namespace noiseloom {

/// `text` with every @NAME@ replaced by its value.
std::string filled(std::string_view text, std::initializer_list<std::pair<std::string_view, std::string>> values);

/// A tuple of numbers over several lines, each reading back as the same double.
std::string pythonTuple(std::span<const double> values);

/// "NAME = values", inline or from the file's array.
std::string pythonNumbers(const std::string& name, std::span<const double> values, const char* array, bool fromFile);

/// The parts of the Python code for a kind of strategy.
struct PythonKind {
  std::string constants;         ///< what the strategy is made of, by name
  std::string correlate;         ///< the body of correlate()
  bool fromFile = false;         ///< the numbers are too many for the code, or by step
  bool needsArrays = true;       ///< correlate() calls the helpers over arrays
  bool stepMayBeTraced = true;   ///< `step` may be an array of JAX that is not known yet
  bool hasCoefficients = false;  ///< COEFFICIENTS are those of C
};
/// Throws InvalidArgument for a kind that Python code is not known for.
PythonKind pythonKind(const Strategy& strategy);

/// The numbers of the design by name: what the strategy is made of, privacy, errors, workload.
std::string pythonConstants(const Design& design);

/// Helpers over the library's arrays, correlate() for the kind of the strategy, and accumulate() for the workload.
std::string pythonMechanism(const Design& design, PythonLibrary library);

/// squared_rows() and check().
std::string pythonCheck(const Design& design, PythonLibrary library);

}  // namespace noiseloom
