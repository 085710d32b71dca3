#include "ui/document/design_text.h"

#include <cmath>
#include <optional>

#include "core/claim/claim.h"
#include "core/design/baseline_error.h"
#include "ui/style/core_text.h"
#include "ui/style/look.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

/// More than this is stated as a multiple.
constexpr double kMostPercent = 1000;
/// The best DP-SGD is named so where that under the same batching, which plots draw, has so much more error.
constexpr double kOtherBaseline = 0.05;

/// Less error than independent noise of that error, in percent; 0 if that is none to speak of, nullopt if nothing is
/// compared.
std::optional<double> percentUnder(double baseline, const Design& design) {
  if (design.mechanism == &baselineMechanism() || !(baseline > 0)) return {};
  const double gain = 1 - design.objectiveError() / baseline;
  return std::abs(gain) < kHardlyDiffers ? 0 : 100 * gain;
}

QString sizeText(double percent) {
  // Never rounded up to 100 %, which would mean no noise at all.
  const double shown = percent > 99 ? std::floor(100 * percent) / 100 : std::abs(percent);
  return fixedText(shown, shown < 10 ? 1 : percent > 99 ? 2 : 0);
}

}  // namespace

QString mechanismName(const Mechanism* mechanism) {
  return coreText(mechanism->name);
}

QString mechanismTitle(const Mechanism* mechanism) {
  const QString name = mechanismName(mechanism);
  return mechanism->shortName.empty() ? name : QStringLiteral("%1 (%2)").arg(name, mechanismShortName(mechanism));
}

QString mechanismShortName(const Mechanism* mechanism) {
  if (mechanism->shortName.empty()) return mechanismName(mechanism);
  return QString::fromUtf8(mechanism->shortName);
}

QString mechanismName(const Design& design) {
  return design.mechanism == &importedMechanism() ? coreText(mechanismNameOf(design.scenario))
                                                  : mechanismName(design.mechanism);
}

QString mechanismText(const Design& design) {
  return coreText(nameOf(design));
}

QString againstBaselineText(const Design& design) {
  const std::optional<double> percent = percentUnder(baselineError(design), design);
  if (!percent) return {};
  if (*percent == 0) return tr("as good as DP-SGD under the same batching");
  const QString text = (*percent > 0 ? tr("%1 % better than DP-SGD under the same batching")
                                     : tr("%1 % worse than DP-SGD under the same batching"))
                           .arg(sizeText(*percent));
  return design.scenario.objective == ErrorObjective::Mean ? text : tr("%1 (by its objective)").arg(text);
}

QString suggestedFileName(const Scenario& scenario) {
  const PlainNumbers plain;
  return QStringLiteral("%1-eps%2-n%3")
      .arg(QString::fromUtf8(scenario.mechanism->id.data(), std::ssize(scenario.mechanism->id)),
           entryText(scenario.epsilon), QString::number(scenario.iterations));
}

QString gainText(const Design& design, double bestBaselineError) {
  const std::optional<double> percent = percentUnder(bestBaselineError, design);
  if (!percent) return {};
  const double own = baselineError(design);
  // A projector has no room for more words in large type.
  const bool isOther = !presenting() && std::abs(own - bestBaselineError) > kOtherBaseline * bestBaselineError;
  const QString baseline = isOther ? tr("the best DP-SGD") : QStringLiteral("DP-SGD");
  if (*percent == 0) return tr("as good as %1").arg(baseline);
  if (*percent < -kMostPercent)
    return tr("%1 times as much error as %2").arg(resultText(1 - *percent / 100, 3), baseline);
  return (*percent > 0 ? tr("%1 % less error than %2") : tr("%1 % more error than %2"))
      .arg(sizeText(*percent), baseline);
}

}  // namespace noiseloom
