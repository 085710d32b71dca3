#include "app/python/src/loaded_strategy.h"

#include <limits>
#include <span>

#include "core/base/errors.h"
#include "core/io/input_file.h"
#include "core/io/sha256.h"

namespace noiseloom::python {

LoadedStrategy::LoadedStrategy(const std::string& path)
    : sha256(sha256OfFile(path)), file(std::make_shared<const StrategyFile>(readStrategyFile(path))) {
  content = readTextFile(path, std::numeric_limits<std::uint32_t>::max());
  if (sha256Hex(std::as_bytes(std::span(content))) != sha256)
    throw Error(std::string("the strategy file changed while it was read"));
}

LoadedStrategy::LoadedStrategy(const Design& design, const RunControl& control)
    : content(strategyFileBytes(design, control)),
      sha256(sha256Hex(std::as_bytes(std::span(content)))),
      file(std::make_shared<const StrategyFile>(readStrategyBytes(content, "strategy.npz"))) {}

}  // namespace noiseloom::python
