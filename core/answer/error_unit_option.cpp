#include "core/answer/error_unit_option.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/answer/arguments.h"
#include "core/base/errors.h"

namespace noiseloom {

void ErrorUnitOption::declare(const AddOption& add) {
  add({"error-unit", "NAME", &m_typed,
       "what errors are printed in: summed (gradient), mean (gradient, needs --dataset-size), full-batch (DP-SGD "
       "with every example in every step is 1), dp-sgd-epsilon (at which DP-SGD has the error) [summed]",
       "Output"});
}

ErrorUnit ErrorUnitOption::unit() const {
  return m_typed ? parseName<ErrorUnit>("error_unit", *m_typed) : ErrorUnit::Summed;
}

void ErrorUnitOption::check(const Scenario& scenario) const {
  checkUnit(unit(), scenario);
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

}  // namespace noiseloom
