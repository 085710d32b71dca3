#include "app/cli/step_range.h"

#include "core/answer/arguments.h"
#include "core/base/errors.h"

namespace noiseloom::cli {

StepRange parseSteps(const std::optional<std::string>& text, Index iterations) {
  StepRange range{0, iterations};
  if (!text) return range;
  const auto colon = text->find(':');
  if (colon != std::string::npos) {
    if (colon > 0) range.from = parseCount("steps", text->substr(0, colon));
    if (colon + 1 < text->size()) range.to = parseCount("steps", text->substr(colon + 1));
  }
  if (colon == std::string::npos || range.from < 0 || range.from >= range.to || range.to > iterations) {
    throw InvalidArgument("steps", *text,
                          "FROM:TO with 0 <= FROM < TO <= " + std::to_string(iterations) + ", where the claim ends");
  }
  return range;
}

}  // namespace noiseloom::cli
