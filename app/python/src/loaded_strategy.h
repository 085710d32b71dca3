#pragma once

#include <memory>
#include <string>

#include "core/base/run_control.h"
#include "core/io/strategy_file.h"

namespace noiseloom::python {

/// A strategy file that was read and checked, with its bytes.
struct LoadedStrategy {
  /// Throws IoError and FormatError.
  explicit LoadedStrategy(const std::string& path);
  /// Holds a design that was just solved. Throws InvalidArgument for one that no file may hold, and Error when stopped.
  explicit LoadedStrategy(const Design& design, const RunControl& control = {});

  std::string content;
  std::string sha256;
  std::shared_ptr<const StrategyFile> file;
};

}  // namespace noiseloom::python
