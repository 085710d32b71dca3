#include "ui/plots/training/training_race.h"

#include <algorithm>
#include <cmath>

#include "core/linalg/parallel.h"
#include "core/search/designer.h"
#include "core/train/default_training.h"
#include "core/train/noise_case.h"

namespace noiseloom {
namespace {

constexpr Index kEvaluations = 40;  ///< along a curve

/// Half the side of the square that contains all points.
double reachOf(const DataSet& data) {
  double reach = 0;
  for (const float value : data.values) reach = std::max(reach, static_cast<double>(std::abs(value)));
  return 1.05 * std::max(reach, 1e-3);
}

}  // namespace

std::shared_ptr<TrainingRace> TrainingRace::make(const TrainingRequest& request, const RunControl& control) {
  auto race = std::shared_ptr<TrainingRace>(new TrainingRace);
  race->m_request = request;
  const Scenario scenario = request.example ? *request.example : request.entrants[request.own].design->scenario;
  std::shared_ptr<const Design> itself;  // solved once, for the design and for the limit without noise
  for (TrainingEntrant& entrant : race->m_request.entrants) {
    if (!entrant.design && entrant.kind == TrainingEntrant::Kind::Baseline) {
      entrant.design = design(withIndependentNoise(scenario), control);
    } else if (!entrant.design) {
      if (!itself) itself = design(scenario, control);
      entrant.design = itself;
    }
    if (!entrant.design || control.stopRequested()) return nullptr;
  }
  const TrainingChoice& choice = request.choice;
  race->m_task = trainingTask(request, *scenario.datasetSize);
  if (choice.source == TrainingSource::Plane)
    race->m_plane = std::static_pointer_cast<const LearningTask>(race->m_task);
  for (const TrainingEntrant& entrant : race->m_request.entrants) {
    race->m_plans.push_back({race->m_task, entrant.design, choice.learningRate, request.clipNorm,
                             entrant.kind == TrainingEntrant::Kind::Limit ? Protection::NoNoise : Protection::Private});
  }
  if (race->m_plane) race->showPoints();
  if (!race->restart(control) || !race->findTheory(control)) return nullptr;
  return control.stopRequested() ? nullptr : race;
}

bool TrainingRace::findTheory(const RunControl& control) {
  if (m_request.choice.source != TrainingSource::Quadratic) return true;
  for (std::size_t i = 0; i < m_plans.size() && m_theory.none.isEmpty(); ++i) {
    m_theory.none = whyNoClosedForm(m_plans[i], m_request.curvatures);
    if (!m_theory.none.isEmpty()) break;
    m_theory.curves.push_back(expectedLosses(m_plans[i], m_request.curvatures, m_runs[i].expectedBatch(),
                                             m_runs[i].evaluateEvery(), control));
    if (control.stopRequested()) return false;
  }
  if (!m_theory.none.isEmpty()) m_theory.curves.clear();
  return true;
}

void TrainingRace::showPoints() {
  const DataSet& data = m_plane->data();
  const double reach = reachOf(data);
  m_points.of = std::ssize(data.train);
  const Index shown = std::min(m_points.of, kMostPoints);
  for (Index i = 0; i < shown; ++i) {
    const Index row = data.train[i];
    const float* at = data.row(row);
    m_points.places.emplace_back(0.5 + 0.5 * at[0] / reach, 0.5 - 0.5 * at[1] / reach);
    m_points.classes.push_back(static_cast<int>(data.targets[row]));
  }
  const auto middle = [reach](Index cell) {
    return reach * ((2 * static_cast<double>(cell) + 1) / static_cast<double>(kGrid) - 1);
  };
  for (Index y = 0; y < kGrid; ++y) {
    for (Index x = 0; x < kGrid; ++x) {
      m_grid.push_back(middle(x));
      m_grid.push_back(-middle(y));
    }
  }
}

bool TrainingRace::restart(const RunControl& control) {
  std::vector<TrainingRun> runs;
  for (const TrainingPlan& plan : m_plans) {
    if (control.stopRequested()) return false;
    runs.emplace_back(plan, m_request.choice.seed, curveOptions(plan.design->scenario.iterations, kEvaluations));
    if (!runs.back().advance(0, control.quiet())) return false;
  }
  m_runs = std::move(runs);
  return true;
}

bool TrainingRace::advanceTo(Index step, const RunControl& control) {
  return advanceTogether(m_runs, step, control);
}

TrainingFrame TrainingRace::frame() const {
  TrainingFrame frame;
  frame.steps = m_runs.front().iterations();
  frame.step = frame.steps;
  frame.ended = true;
  for (const TrainingRun& run : m_runs) {
    if (!run.state().history.divergedAt) frame.step = std::min(frame.step, run.step());
    frame.ended = frame.ended && run.ended();
    frame.histories.push_back(run.state().history);
    if (!m_plane) continue;
    const std::vector<double> scores = m_plane->predict(run.state().average, m_grid);
    const std::size_t width = scores.size() / static_cast<std::size_t>(kGrid * kGrid);
    QImage image(kGrid, kGrid, QImage::Format_Grayscale8);
    for (int y = 0; y < kGrid; ++y) {
      uchar* line = image.scanLine(y);
      for (int x = 0; x < kGrid; ++x) {
        const double score = scores[static_cast<std::size_t>(y * kGrid + x) * width + width - 1];
        line[x] = static_cast<uchar>(std::lround(255 * std::clamp(std::isfinite(score) ? score : 0.5, 0.0, 1.0)));
      }
    }
    frame.regions.push_back(std::move(image));
  }
  return frame;
}

TrainingSeedsOf::TrainingSeedsOf(const TrainingRace& race)
    : m_study(race.m_plans, race.m_request.choice.seed,
              curveOptions(race.m_plans.front().design->scenario.iterations, kEvaluations)),
      m_own(race.m_request.own),
      m_against(race.m_request.against) {}

std::optional<TrainingSeeds> TrainingSeedsOf::next(Index most, const RunControl& control) {
  // Curves are redrawn after each batch of seeds: a tenth more at a time still shows progress.
  const Index more = std::min(std::max<Index>(1, m_study.seeds() / 10), most - m_study.seeds());
  if (more <= 0 || !m_study.run(more, control)) return std::nullopt;
  TrainingSeeds found;
  found.seeds = m_study.seeds();
  for (Index plan = 0; plan < std::ssize(m_study.plans()); ++plan) {
    found.curves.push_back(curveOf(m_study.of(plan)));
    found.diverged.push_back(divergedRuns(m_study.of(plan)));
  }
  if (!m_against) return found;
  for (const TrainingMeasure measure : {TrainingMeasure::Loss, TrainingMeasure::TestLoss, TrainingMeasure::Accuracy}) {
    found.differences.push_back(
        differenceOf(m_study.of(static_cast<Index>(m_own)), m_study.of(static_cast<Index>(*m_against)), measure));
  }
  return found;
}

}  // namespace noiseloom
