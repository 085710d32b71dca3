#include "ui/plots/training/training_chart.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/style/core_text.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

/// The context of the texts, for translators.
struct TrainingChart {
  Q_DECLARE_TR_FUNCTIONS(TrainingChart)
};

double scaleOf(TrainingMeasure measure) {
  return measure == TrainingMeasure::Accuracy ? 100 : 1;
}

const SeedStatistics& of(const CurvePoint& point, TrainingMeasure measure) {
  switch (measure) {
    case TrainingMeasure::Loss: return point.loss;
    case TrainingMeasure::TestLoss: return point.testLoss;
    case TrainingMeasure::Accuracy: break;
  }
  return point.accuracy;
}

std::optional<double> of(const Evaluation& evaluation, TrainingMeasure measure) {
  if (measure == TrainingMeasure::Loss) return evaluation.loss;
  return measure == TrainingMeasure::TestLoss ? evaluation.testLoss : evaluation.accuracy;
}

ChartSeries seriesOf(const TrainingEntrant& entrant, const QString& key) {
  switch (entrant.kind) {
    case TrainingEntrant::Kind::Pinned:
      return {key, nameOf(entrant), SeriesLook::Line, SeriesRole::Palette, entrant.color};
    case TrainingEntrant::Kind::Baseline: return {key, nameOf(entrant), SeriesLook::Dashes, SeriesRole::Baseline};
    case TrainingEntrant::Kind::Limit: return {key, nameOf(entrant), SeriesLook::Dots, SeriesRole::Text};
    case TrainingEntrant::Kind::Current: break;
  }
  return {key, nameOf(entrant), SeriesLook::Line, SeriesRole::Accent};
}

QString keyOf(const TrainingEntrant& entrant) {
  switch (entrant.kind) {
    case TrainingEntrant::Kind::Pinned: return QStringLiteral("pin-%1").arg(entrant.color);
    case TrainingEntrant::Kind::Baseline: return QStringLiteral("dp-sgd");
    case TrainingEntrant::Kind::Limit: return QStringLiteral("limit");
    case TrainingEntrant::Kind::Current: break;
  }
  return QStringLiteral("design");
}

/// Where most seeds lie: one standard deviation about their mean.
ChartSeries bandOf(const ChartSeries& line, const std::vector<CurvePoint>& curve, Index until,
                   TrainingMeasure measure) {
  ChartSeries band{line.key + QStringLiteral("-band"), {}, SeriesLook::Area, line.role, line.color};
  band.pointed = false;
  const double scale = scaleOf(measure);
  for (const CurvePoint& point : curve) {
    const SeedStatistics& seeds = of(point, measure);
    if (point.step > until || seeds.seeds < 2) continue;
    const double most = seeds.mean + seeds.stddev;
    band.points.emplace_back(static_cast<double>(point.step),
                             scale * (measure == TrainingMeasure::Accuracy ? std::min(1.0, most) : most));
    band.floors.push_back(scale * std::max(0.0, seeds.mean - seeds.stddev));
  }
  return band;
}

}  // namespace

QString measureText(TrainingMeasure measure, double value) {
  if (measure != TrainingMeasure::Accuracy) return resultText(value, 3);
  return TrainingChart::tr("%1 %").arg(percentText(100 * value));
}

QString reachedText(const TrainingData& data, std::size_t entrant, TrainingMeasure measure) {
  if (entrant >= data.frame.histories.size()) return {};
  const TrainingHistory& history = data.frame.histories[entrant];
  if (history.divergedAt) return TrainingChart::tr("diverged");
  if (history.evaluations.empty()) return {};
  const std::optional<double> value = of(history.evaluations.back(), measure);
  return value ? measureText(measure, *value) : QString();
}

ChartModel trainingModel(const TrainingData& data, TrainingMeasure measure) {
  ChartModel model;
  model.name = QStringLiteral("training");
  model.title = TrainingChart::tr("Training");
  model.x.title = TrainingChart::tr("step i");
  model.x.whole = true;
  model.x.mayLog = false;
  model.x.range = std::pair(0.0, std::max(1.0, static_cast<double>(data.frame.steps)));
  switch (measure) {
    case TrainingMeasure::Loss: model.y.title = TrainingChart::tr("loss (examples trained with)"); break;
    case TrainingMeasure::TestLoss: model.y.title = TrainingChart::tr("loss (test examples)"); break;
    case TrainingMeasure::Accuracy: model.y.title = TrainingChart::tr("test accuracy (%)"); break;
  }
  model.y.shorter = measure == TrainingMeasure::Accuracy
                        ? QStringList{TrainingChart::tr("accuracy (%)"), TrainingChart::tr("%")}
                        : QStringList{TrainingChart::tr("loss")};
  model.y.mayLog = measure != TrainingMeasure::Accuracy;
  model.emptyText =
      !data.problem.isEmpty() ? data.problem : TrainingChart::tr("Training can start as soon as a design is solved.");
  if (data.isEmpty() || data.frame.histories.size() != data.request.entrants.size()) return model;
  const double scale = scaleOf(measure);
  const bool means = data.seeds.seeds > 0;
  std::vector<ChartSeries> lines;
  for (std::size_t i = 0; i < data.request.entrants.size(); ++i) {
    const TrainingEntrant& entrant = data.request.entrants[i];
    ChartSeries line = seriesOf(entrant, keyOf(entrant));
    line.stale = data.stale;
    const bool limit = entrant.kind == TrainingEntrant::Kind::Limit;
    if (limit) line.help = TrainingChart::tr("clipped, but not private: where designs with ever less noise meet");
    if (means && !limit) {
      line.help = TrainingChart::tr("mean of %n seed(s); pale: one standard deviation of single seeds about it",
                                    nullptr, static_cast<int>(data.seeds.seeds));
    }
    if (means) {
      ChartSeries band = bandOf(line, data.seeds.curves[i], data.frame.step, measure);
      band.stale = data.stale;
      if (!limit && !band.points.empty()) model.series.push_back(std::move(band));
      for (const CurvePoint& point : data.seeds.curves[i]) {
        const SeedStatistics& seeds = of(point, measure);
        if (point.step > data.frame.step || seeds.seeds == 0) continue;
        line.points.emplace_back(static_cast<double>(point.step), scale * seeds.mean);
        line.notes += TrainingChart::tr("%n seed(s), one standard deviation %1", nullptr, static_cast<int>(seeds.seeds))
                          .arg(measureText(measure, seeds.stddev));
      }
    } else {
      for (const Evaluation& evaluation : data.frame.histories[i].evaluations) {
        if (const auto value = of(evaluation, measure))
          line.points.emplace_back(static_cast<double>(evaluation.step), scale * *value);
      }
    }
    // A line of one point has nothing to draw.
    if (line.points.size() == 1) line.look = SeriesLook::Points;
    lines.push_back(std::move(line));
  }
  for (ChartSeries& line : lines) model.series.push_back(std::move(line));
  QStringList spoken;
  for (std::size_t i = 0; i < data.request.entrants.size(); ++i) {
    const QString reached = reachedText(data, i, measure);
    if (!reached.isEmpty()) spoken += TrainingChart::tr("%1: %2").arg(nameOf(data.request.entrants[i]), reached);
  }
  model.summary =
      TrainingChart::tr("%1 (%2), %3. %4.")
          .arg(model.y.title, progressOf(data), spoken.join(QStringLiteral("; ")), trainingHint(data, measure));
  return model;
}

QString progressOf(const TrainingData& data) {
  if (data.isEmpty()) return {};
  QString step = TrainingChart::tr("step %1 of %2").arg(data.frame.step).arg(data.frame.steps);
  if (data.seeds.seeds == 0) return step;
  return TrainingChart::tr("%1, seed %2; %3 of %4 seeds")
      .arg(step)
      .arg(data.request.choice.seed)
      .arg(data.seeds.seeds)
      .arg(TrainingRace::kSeeds);
}

QString trainingHint(const TrainingData& data, TrainingMeasure measure) {
  if (data.isEmpty())
    return data.problem.isEmpty() ? TrainingChart::tr("Trains small models with the noise of designs") : data.problem;
  QStringList parts;
  const auto at = static_cast<std::size_t>(measure);
  const auto& differences = data.seeds.differences;
  if (!data.request.against) {
    parts += TrainingChart::tr("Pin a design to compare it with this one");
  } else if (at >= differences.size() || differences[at].difference.seeds == 0) {
    parts += TrainingChart::tr("Play: all learn the same points, from the same start");
  } else {
    const TrainingDifference& found = differences[at];
    const double mean = found.difference.mean;
    const QString sign = mean < 0 ? QStringLiteral("−") : QStringLiteral("+");
    const QString amount = measure == TrainingMeasure::Accuracy
                               ? TrainingChart::tr("%1 points").arg(sign + resultText(100 * std::abs(mean), 2))
                               : sign + resultText(std::abs(mean), 2);
    parts += TrainingChart::tr("%1 against %2: %3")
                 .arg(amount, nameOf(data.request.entrants[*data.request.against]), coreText(found.text()));
  }
  if (data.request.left > 0)
    parts += TrainingChart::tr("%n more pinned design(s) than there is room for", nullptr, data.request.left);
  if (data.request.apart > 0)
    parts += TrainingChart::tr("%n pinned design(s) of another n or N left out", nullptr, data.request.apart);
  return parts.join(QStringLiteral("; "));
}

}  // namespace noiseloom
