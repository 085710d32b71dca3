#include "ui/plots/training/training_chart.h"

#include <algorithm>

#include "ui/plots/training/training_verdict.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

double scaleOf(TrainingMeasure measure) {
  return measure == TrainingMeasure::Accuracy ? 100 : 1;
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

/// The band that contains most seeds: one standard deviation about their mean.
ChartSeries bandOf(const ChartSeries& line, const std::vector<CurvePoint>& curve, Index until,
                   TrainingMeasure measure) {
  ChartSeries band{line.key + QStringLiteral("-band"), {}, SeriesLook::Area, line.role, line.color};
  band.pointed = false;
  const double scale = scaleOf(measure);
  for (const CurvePoint& point : curve) {
    const SeedStatistics& seeds = statisticsAt(point, measure);
    if (point.step > until || seeds.seeds < 2) continue;
    const double most = seeds.mean + seeds.stddev;
    band.points.emplace_back(static_cast<double>(point.step),
                             scale * (measure == TrainingMeasure::Accuracy ? std::min(1.0, most) : most));
    band.floors.push_back(scale * std::max(0.0, seeds.mean - seeds.stddev));
  }
  return band;
}

/// The expectation by the closed form, as marks on the curve of the runs.
ChartSeries theoryOf(const ChartSeries& line, const std::vector<QPointF>& expected, Index until) {
  constexpr std::size_t kMarks = 20;  // on a complete curve
  ChartSeries marks{line.key + QStringLiteral("-expected"), {}, SeriesLook::Points, line.role, line.color};
  marks.pointed = false;
  marks.stale = line.stale;
  const std::size_t every = std::max<std::size_t>(1, expected.size() / kMarks);
  for (std::size_t i = 0; i < expected.size(); i += every) {
    if (expected[i].x() <= static_cast<double>(until)) marks.points.push_back(expected[i]);
  }
  return marks;
}

std::optional<double> expectedAt(const TrainingData& data, std::size_t entrant, Index step) {
  if (entrant >= data.theory.curves.size()) return std::nullopt;
  const auto& curve = data.theory.curves[entrant];
  const auto at = std::ranges::find(curve, static_cast<double>(step), &QPointF::x);
  return at == curve.end() ? std::nullopt : std::optional(at->y());
}

Index divergedOf(const TrainingData& data, std::size_t entrant) {
  return entrant < data.seeds.diverged.size() ? data.seeds.diverged[entrant] : 0;
}

/// Means of the seeds that are left look better than the training is.
QString divergedHint(const TrainingData& data) {
  QStringList parts;
  for (std::size_t i = 0; i < data.request.entrants.size(); ++i) {
    if (const Index seeds = divergedOf(data, i); seeds > 0)
      parts += tr("%1: %2 of %3").arg(nameOf(data.request.entrants[i])).arg(seeds).arg(data.seeds.seeds);
  }
  if (parts.isEmpty()) return {};
  return tr("Seeds that diverged, in no mean from there on: %1").arg(parts.join(QStringLiteral(", ")));
}

/// The hint about the closed form; empty if none would be expected.
QString theoryHint(const TrainingData& data) {
  if (data.request.choice.source != TrainingSource::Quadratic) return {};
  if (!data.theory.none.isEmpty()) return data.theory.none;
  Index clipped = 0, examples = 0;
  for (const TrainingHistory& history : data.frame.histories) {
    clipped += history.totals.clipped;
    examples += history.totals.examples;
  }
  QString marks = tr("marks: expected loss in closed form");
  if (clipped == 0) return marks;
  return tr("%1, which knows no clipping; %2 % of the gradients were clipped")
      .arg(marks, percentText(100 * static_cast<double>(clipped) / static_cast<double>(examples), 2));
}

}  // namespace

std::vector<TrainingMeasure> measuresOf(const TrainingRequest& request) {
  if (request.choice.source == TrainingSource::Quadratic) return {TrainingMeasure::Loss};
  if (isRegression(request.choice)) return {TrainingMeasure::TestLoss, TrainingMeasure::Loss};
  return {TrainingMeasure::Accuracy, TrainingMeasure::TestLoss, TrainingMeasure::Loss};
}

const SeedStatistics& statisticsAt(const CurvePoint& point, TrainingMeasure measure) {
  switch (measure) {
    case TrainingMeasure::Loss: return point.loss;
    case TrainingMeasure::TestLoss: return point.testLoss;
    case TrainingMeasure::Accuracy: break;
  }
  return point.accuracy;
}

QString measureText(TrainingMeasure measure, double value) {
  if (measure != TrainingMeasure::Accuracy) return resultText(value, 3);
  return tr("%1 %").arg(percentText(100 * value));
}

QString reachedText(const TrainingData& data, std::size_t entrant, TrainingMeasure measure) {
  if (entrant >= data.frame.histories.size()) return {};
  const TrainingHistory& history = data.frame.histories[entrant];
  if (history.divergedAt) return tr("diverged");
  if (history.evaluations.empty()) return {};
  const std::optional<double> value = valueOf(history.evaluations.back(), measure);
  if (!value) return {};
  const QString text = measureText(measure, *value);
  return data.seeds.seeds > 0 ? tr("seed %1: %2").arg(data.request.choice.seed).arg(text) : text;
}

namespace {

void nameErrors(ChartAxis& axis, const TrainingData& data, TrainingMeasure measure) {
  switch (measure) {
    case TrainingMeasure::Loss:
      axis.title = data.request.choice.source == TrainingSource::Quadratic ? tr("loss (of the quadratic)")
                                                                           : tr("loss (examples trained with)");
      break;
    case TrainingMeasure::TestLoss: axis.title = tr("loss (test examples)"); break;
    case TrainingMeasure::Accuracy: axis.title = tr("test accuracy (%)"); break;
  }
  axis.shorter =
      measure == TrainingMeasure::Accuracy ? QStringList{tr("accuracy (%)"), tr("%")} : QStringList{tr("loss")};
  axis.mayLog = measure != TrainingMeasure::Accuracy;
}

void addMeans(ChartSeries& line, const TrainingData& data, std::size_t entrant, TrainingMeasure measure) {
  for (const CurvePoint& point : data.seeds.curves[entrant]) {
    const SeedStatistics& seeds = statisticsAt(point, measure);
    if (point.step > data.frame.step || seeds.seeds == 0) continue;
    line.points.emplace_back(static_cast<double>(point.step), scaleOf(measure) * seeds.mean);
    QString note = tr("%n seed(s), one standard deviation %1", nullptr, static_cast<int>(seeds.seeds))
                       .arg(measureText(measure, seeds.stddev));
    if (const auto expected = expectedAt(data, entrant, point.step))
      note = tr("%1; expected in closed form %2").arg(note, measureText(measure, *expected));
    line.notes += note;
  }
}

}  // namespace

ChartModel trainingModel(const TrainingData& data, TrainingMeasure measure) {
  ChartModel model{.name = QStringLiteral("training"), .title = tr("Training")};
  if (data.request.example) model.title = tr("Training, an example");
  model.x.title = tr("step i");
  model.x.whole = true;
  model.x.mayLog = false;
  model.x.range = std::pair(0.0, std::max(1.0, static_cast<double>(data.frame.steps)));
  nameErrors(model.y, data, measure);
  model.emptyText = !data.problem.isEmpty() ? data.problem : tr("Training can start as soon as a design is solved.");
  if (data.isEmpty() || data.frame.histories.size() != data.request.entrants.size()) return model;
  const bool means = data.seeds.seeds > 0;
  std::vector<ChartSeries> lines, expected;
  for (std::size_t i = 0; i < data.request.entrants.size(); ++i) {
    const TrainingEntrant& entrant = data.request.entrants[i];
    ChartSeries line = seriesOf(entrant, keyOf(entrant));
    line.stale = data.stale;
    const bool limit = entrant.kind == TrainingEntrant::Kind::Limit;
    if (limit) line.help = tr("clipped, but not private: where designs with ever less noise meet");
    if (means && !limit) {
      line.help = tr("mean of %n seed(s); pale: one standard deviation of single seeds about it", nullptr,
                     static_cast<int>(data.seeds.seeds));
      if (const Index seeds = divergedOf(data, i); seeds > 0)
        line.name = tr("%1, diverged: %2 of %3").arg(line.name).arg(seeds).arg(data.seeds.seeds);
    }
    if (means) {
      ChartSeries band = bandOf(line, data.seeds.curves[i], data.frame.step, measure);
      band.stale = data.stale;
      if (!limit && !band.points.empty()) model.series.push_back(std::move(band));
      addMeans(line, data, i, measure);
    } else {
      for (const Evaluation& evaluation : data.frame.histories[i].evaluations) {
        if (const auto value = valueOf(evaluation, measure))
          line.points.emplace_back(static_cast<double>(evaluation.step), scaleOf(measure) * *value);
      }
    }
    if (i < data.theory.curves.size() && !data.theory.curves[i].empty()) {
      ChartSeries marks = theoryOf(line, data.theory.curves[i], data.frame.step);
      // One name for all: each has the colour of its curve.
      if (i == data.request.own) {
        marks.name = tr("Expected");
        marks.help =
            tr("expected loss in closed form, in the colour of each curve: while no gradient is clipped, with batches "
               "of their expected size");
      }
      expected.push_back(std::move(marks));
    }
    // A line of one point would draw nothing, and all begin at the same: their names stand at the pictures.
    if (line.points.size() == 1) {
      line.look = SeriesLook::Points;
      line.labelled = false;
    }
    lines.push_back(std::move(line));
  }
  for (ChartSeries& line : lines) model.series.push_back(std::move(line));
  for (ChartSeries& marks : expected) model.series.push_back(std::move(marks));
  QStringList spoken;
  for (std::size_t i = 0; i < data.request.entrants.size(); ++i) {
    const QString reached = reachedText(data, i, measure);
    if (!reached.isEmpty()) spoken += tr("%1: %2").arg(nameOf(data.request.entrants[i]), reached);
  }
  model.summary =
      tr("%1 (%2), %3. %4.")
          .arg(model.y.title, progressOf(data), spoken.join(QStringLiteral("; ")), trainingHint(data, measure));
  return model;
}

QString progressOf(const TrainingData& data) {
  if (data.isEmpty()) return {};
  QString step = tr("step %1 of %2").arg(countText(data.frame.step), countText(data.frame.steps));
  if (data.seeds.seeds == 0) return step;
  return tr("%1, seed %2; %3 of %4 seeds")
      .arg(step)
      .arg(data.request.choice.seed)
      .arg(data.seeds.seeds)
      .arg(std::max(data.wantedSeeds, data.seeds.seeds));
}

QString briefProgressOf(const TrainingData& data) {
  if (data.isEmpty()) return {};
  QString step = tr("%1 of %2").arg(countText(data.frame.step), countText(data.frame.steps));
  if (data.seeds.seeds == 0) return step;
  return tr("%1; seeds: %2").arg(step).arg(data.seeds.seeds);
}

QString trainingHint(const TrainingData& data, TrainingMeasure measure) {
  // A problem stands in place of the curves.
  if (data.isEmpty()) return tr("Trains small models with the noise of designs");
  QStringList parts;
  if (!data.search.isEmpty()) parts += data.search;
  const TrainingVerdict verdict = verdictOf(data, measure);
  if (!data.request.against) {
    parts += tr("Pin a design to compare it with this one");
  } else if (!verdict.text.isEmpty()) {
    parts += verdict.text;
  } else if (data.restored) {
    parts += tr("The choices are back, the run is not: Play starts it from the first step");
  } else if (data.request.example) {
    parts += tr("Play: an example in which the noise shows, with N = %1 and ε = %2")
                 .arg(data.request.example->datasetSize.value_or(0))
                 .arg(entryText(data.request.example->epsilon));
  } else {
    parts += data.request.choice.source == TrainingSource::Plane
                 ? tr("Play: all learn the same points, from the same start")
                 : tr("Play: all learn the same from the same start; there is no plane to draw, so curves only");
  }
  for (const QString& more : {divergedHint(data), theoryHint(data)}) {
    if (!more.isEmpty()) parts += more;
  }
  if (data.request.left > 0) parts += tr("%n more pinned design(s) than there is room for", nullptr, data.request.left);
  if (!data.request.apart.empty())
    parts += tr("%n pinned design(s) of another n or N left out", nullptr, static_cast<int>(data.request.apart.size()));
  return parts.join(QStringLiteral("; "));
}

}  // namespace noiseloom
