#include "app/cli/error_unit_option.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/text_table.h"
#include "core/base/errors.h"
#include "core/scenario/batch_size.h"

namespace noiseloom::cli {

void ErrorUnitOption::declare(CLI::App& command) {
  command
      .add_option(
          "--error-unit", m_typed,
          "what errors are printed in: summed (gradient), mean (gradient, needs --dataset-size), full-batch (DP-SGD "
          "with every example in every step is 1), dp-sgd-epsilon (at which DP-SGD has the error) [summed]")
      ->type_name("NAME")
      ->group("Output");
}

ErrorUnit ErrorUnitOption::unit() const {
  if (!m_typed) return ErrorUnit::Summed;
  if (const auto unit = errorUnitFromName(*m_typed)) return *unit;
  std::vector<std::string_view> names;
  for (const ErrorUnitInfo& info : errorUnits()) names.push_back(info.id);
  refuseName("error_unit", *m_typed, names);
}

void ErrorUnitOption::check(const Scenario& scenario) const {
  checkUnit(unit(), scenario);
}

std::string unitRemark(const ErrorScale& scale, const Scenario& scenario) {
  switch (scale.unit()) {
    case ErrorUnit::Summed: return "x clip norm, on the summed gradient";
    case ErrorUnit::Mean:
      return "x clip norm, on the mean gradient: of " + readable(batchSizeOf(scenario).value_or(0)) +
             " expected examples a step";
    case ErrorUnit::FullBatch: return "x that of DP-SGD with every example in every step, on the mean gradient";
    case ErrorUnit::DpSgdEpsilon:
      return "the epsilon at which DP-SGD under the same batching has this error, an estimate";
  }
  return "";
}

std::string readableError(double value) {
  return std::isfinite(value) ? readable(value) : "none";
}

nlohmann::ordered_json errorsJson(const ErrorScale& scale, const Design& design) {
  const DesignFigures figures = scale.in(design, design.scenario.objective);
  nlohmann::ordered_json json{{"unit", toString(scale.unit())}, {"meaning", infoOf(scale.unit()).meaning.english()}};
  for (const FigureInfo& figure : figureFields()) {
    const double value = figure.of(figures);
    if (!figure.error || (figure.optional && value == 0)) continue;
    json[figure.name] =
        std::isfinite(value) && value > 0 ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
  }
  return json;
}

}  // namespace noiseloom::cli
