#include "ui/plots/training/training_verdict.h"

#include <cmath>
#include <optional>

#include "core/train/training_summary.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

/// "86.2 against 74.1 %", "loss 0.13 against 0.27".
QString against(TrainingMeasure measure, double first, double second) {
  if (measure == TrainingMeasure::Accuracy)
    return tr("%1 against %2 %").arg(percentText(100 * first), percentText(100 * second));
  return tr("loss %1 against %2").arg(measureText(measure, first), measureText(measure, second));
}

/// The means of the last step over the completed seeds.
struct Means {
  double own = 0, reference = 0, limit = 0;
};

std::optional<Means> meansOf(const TrainingData& data, TrainingMeasure measure) {
  Means means;
  for (std::size_t i = 0; i < data.seeds.curves.size() && i < data.request.entrants.size(); ++i) {
    if (data.seeds.curves[i].empty()) return std::nullopt;
    const double mean = statisticsAt(data.seeds.curves[i].back(), measure).mean;
    if (i == data.request.own) means.own = mean;
    if (i == data.request.against) means.reference = mean;
    if (data.request.entrants[i].kind == TrainingEntrant::Kind::Limit) means.limit = mean;
  }
  return means;
}

}  // namespace

TrainingVerdict verdictOf(const TrainingData& data, TrainingMeasure measure) {
  TrainingVerdict verdict;
  const auto at = static_cast<std::size_t>(measure);
  if (!data.request.against || at >= data.seeds.differences.size()) return verdict;
  const TrainingDifference& found = data.seeds.differences[at];
  const std::optional<Means> means = meansOf(data, measure);
  if (found.difference.seeds == 0 || !means) return verdict;
  const QString own = nameOf(data.request.entrants[data.request.own]);
  const QString reference = nameOf(data.request.entrants[*data.request.against]);
  if (data.seeds.seeds < data.wantedSeeds || found.difference.seeds < TrainingDifference::kLeastSeeds) {
    verdict.text = tr("So far %1 %2, %3 %4; seeds: %5 of %6")
                       .arg(own, measureText(measure, means->own), reference, measureText(measure, means->reference))
                       .arg(found.difference.seeds)
                       .arg(data.wantedSeeds);
    return verdict;
  }
  const double least = leastThatMatters(measure, means->reference);
  const QString values = against(measure, means->own, means->reference);
  const Index seeds = found.difference.seeds;
  if (found.seen && std::abs(found.difference.mean) >= least) {
    const bool better = (found.difference.mean > 0) == (measure == TrainingMeasure::Accuracy);
    verdict.text =
        (better ? tr("%1 learns better than %2: %3 after %4 seeds") : tr("%1 learns worse than %2: %3 after %4 seeds"))
            .arg(own, reference, values)
            .arg(seeds);
    return verdict;
  }
  verdict.alike = true;
  const double lost = std::abs(means->limit - means->own);
  verdict.drowned = lost >= 5 * least;
  if (lost < least && std::abs(means->limit - means->reference) < least) {
    verdict.text =
        tr("%1 and %2 learn equally well here: the noise is too small to matter (%3)").arg(reference, own, values);
  } else {
    verdict.text = tr("No difference that matters between %1 and %2: %3 after %4 seeds, %5 without noise")
                       .arg(own, reference, values)
                       .arg(seeds)
                       .arg(measureText(measure, means->limit));
  }
  return verdict;
}

}  // namespace noiseloom
