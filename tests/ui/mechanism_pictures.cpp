#include "tests/ui/mechanism_pictures.h"

#include <utility>

#include "core/search/band_curve.h"
#include "ui/document/scenario_document.h"
#include "ui/plots/coefficients/coefficients_panel.h"
#include "ui/plots/rmse/rmse_panel.h"
#include "ui/plots/strategy/strategy_panel.h"

namespace noiseloom {
namespace {

Scenario exampleOf(const Mechanism* mechanism) {
  Scenario scenario({.iterations = 128,
                     .epochs = 4,
                     .epsilon = 8,
                     .delta = 1e-5,
                     .mechanism = mechanism,
                     .batching = *batchingFromName("fixed-epoch")});
  if (hasBandCurve(scenario) && scenario.usesBands()) scenario.bands = 8;
  return scenario;
}

void solve(ScenarioDocument& document, const Scenario& scenario) {
  document.reset(scenario);
  document.setDesign(design(scenario), true);
  if (!hasBandCurve(scenario)) return;
  const Scenario swept = sweepScenario(scenario);
  document.addSweepPoints(swept, sweepBands(swept));
  document.completeSweep(swept);
}

/// The pictures of one row, as one.
Picture sideBySide(const QString& name, std::vector<Picture> parts) {
  const auto partStyle = [count = static_cast<int>(parts.size())](PictureStyle style) {
    style.scale = pictureScale(style);
    style.pixels.setWidth(style.pixels.width() / count);
    return style;
  };
  Picture picture;
  picture.name = name;
  picture.prepare = [parts, partStyle](const PictureStyle& style, const std::stop_token& stop) {
    for (const Picture& part : parts) part.prepare(partStyle(style), stop);
  };
  picture.paint = [parts = std::move(parts), partStyle](QPainter& painter, const PictureStyle& style) {
    const PictureStyle own = partStyle(style);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      painter.save();
      painter.translate(static_cast<double>(i) * pictureSize(own).width(), 0);
      parts[i].paint(painter, own);
      painter.restore();
    }
  };
  return picture;
}

}  // namespace

std::vector<Picture> mechanismPictures() {
  ScenarioDocument document;
  const StrategyPanel strategy(document);
  const CoefficientsPanel coefficients(document);
  const RmsePanel rmse(document);
  std::vector<Picture> pictures;
  for (const Mechanism* mechanism : allMechanisms()) {
    solve(document, exampleOf(mechanism));
    // A column of the tree's C holds only zeros and ones.
    const std::size_t matrix = document.design()->strategy.as<TreeStrategy>() ? 1 : 0;
    const std::string_view name = toString(mechanism);
    pictures.push_back(
        sideBySide(QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size())),
                   {strategy.pictures().front(), coefficients.pictures()[matrix], rmse.pictures().front()}));
  }
  return pictures;
}

}  // namespace noiseloom
