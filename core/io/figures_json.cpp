#include "core/io/figures_json.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/check.h"
#include "core/optimize/endings.h"

namespace noiseloom {
namespace {

constexpr char kBound[] = "noise_multiplier_error_bound";
constexpr char kKind[] = "sensitivity_kind";

bool isTold(const FigureInfo& figure, FiguresExtent extent) {
  return figure.brief || extent == FiguresExtent::Full;
}

}  // namespace

void addFigures(nlohmann::ordered_json& json, const DesignFigures& figures, FiguresExtent extent) {
  for (const FigureInfo& figure : figureFields()) {
    const double value = figure.of(figures);
    if (isTold(figure, extent) && (!figure.optional || value > 0)) json[figure.name] = value;
  }
  json[kKind] = toString(figures.sensitivity.kind);
  if (extent == FiguresExtent::Brief) return;
  const double bound = figures.noiseMultiplier.errorBound;
  json[kBound] = std::isfinite(bound) ? nlohmann::ordered_json(bound) : nlohmann::ordered_json(nullptr);
}

void readFigures(JsonObject& json, DesignFigures& figures, FiguresExtent extent, Index version) {
  for (const FigureInfo& figure : figureFields()) {
    if (!isTold(figure, extent) || figure.version > version) continue;
    if (figure.optional && !json.has(figure.name.data())) continue;
    figure.in(figures) = figure.positive ? json.positive(figure.name.data()) : json.notNegative(figure.name.data());
  }
  figures.sensitivity.kind = json.named<BoundKind>(kKind);
  if (extent == FiguresExtent::Brief) return;
  figures.noiseMultiplier.errorBound = json.numberOrNull(kBound).value_or(std::numeric_limits<double>::infinity());
}

void checkFigures(const DesignFigures& figures) {
  for (const FigureInfo& figure : figureFields()) {
    if (figure.positive) {
      checkPositive(figure.name, figure.of(figures));
    } else {
      checkFinite(figure.name, figure.of(figures));
    }
  }
}

nlohmann::ordered_json optimizerJson(const OptimizerSummary& optimizer) {
  return {{"termination", toString(optimizer.termination)},
          {"message", optimizer.message.english()},
          {"iterations", optimizer.iterations},
          {"evaluations", optimizer.evaluations},
          {"relative_gradient", optimizer.relativeGradient},
          {"tolerance", optimizer.gradientTolerance}};
}

OptimizerSummary readOptimizer(JsonObject& json) {
  OptimizerSummary optimizer;
  optimizer.termination = json.named<Termination>("termination");
  const std::string message = json.text("message");
  optimizer.iterations = json.integer("iterations");
  optimizer.evaluations = json.integer("evaluations");
  optimizer.relativeGradient = json.notNegative("relative_gradient");
  optimizer.gradientTolerance = json.notNegative("tolerance");
  optimizer.message = endings::read(message, optimizer.relativeGradient);
  return optimizer;
}

}  // namespace noiseloom
