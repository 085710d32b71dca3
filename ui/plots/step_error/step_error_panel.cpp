#include "ui/plots/step_error/step_error_panel.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/search/comparable.h"
#include "core/strategy/strategy_kind.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/plots/matrix/strategy_series.h"

namespace noiseloom {

StepErrorPanel::StepErrorPanel(ScenarioDocument& document, QWidget* parent)
    : LinePanel(QStringLiteral("stepErrorPanel"), tr("Error of each step"), tr("Hover to read the error of a step"),
                tr("Error of each training step"), document, parent) {
  setBody(m_plot);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Design) refresh();
    showStale();
  });
  connect(&m_job, &NewestJob::idle, this, &StepErrorPanel::showStale);
  connect(&FramePacer::instance(), &FramePacer::rested, this, &StepErrorPanel::refresh);
  connect(&m_document.shelf(), &Shelf::changed, this, &StepErrorPanel::refresh);
  connect(&m_document.errors(), &ErrorReadings::changed, this, &StepErrorPanel::showPicture);
  refresh();
}

const StepErrorPanel::Known* StepErrorPanel::known(const Strategy& strategy, const Workload& workload) const {
  const auto found = std::find_if(m_known.begin(), m_known.end(), [&](const Known& entry) {
    return shareData(entry.strategy, strategy) && entry.workload == workload;
  });
  return found == m_known.end() ? nullptr : &*found;
}

void StepErrorPanel::refresh() {
  const auto design = m_document.design();
  // Profiles to draw: the design, its baseline, the visible pins. Others are dropped.
  std::vector<Known> wanted, missing;
  const auto want = [&](const Strategy& strategy, const Workload& workload) {
    const auto same = [&](const Known& entry) {
      return shareData(entry.strategy, strategy) && entry.workload == workload;
    };
    if (std::ranges::any_of(wanted, same) || std::ranges::any_of(missing, same)) return;
    if (const Known* entry = known(strategy, workload)) {
      wanted.push_back(*entry);
    } else {
      missing.push_back({strategy, workload, {}, 0});
    }
  };
  const auto wantOf = [&](const Design& of) {
    want(of.strategy, of.scenario.workload);
    want(IdentityStrategy(of.strategy.iterations()), of.scenario.workload);
  };
  if (design) wantOf(*design);
  for (const PinnedDesign& pin : visiblePins()) wantOf(*pin.design);
  m_known = std::move(wanted);
  // A curve on show stays until the new one is ready.
  if (missing.empty() || m_data.own.steps.empty()) showPicture();
  if (missing.empty()) return;
  m_job.start(
      [this, missing](const std::stop_token& stop) mutable -> NewestJob::Delivery {
        const RunControl control{stop};
        for (Known& entry : missing) {
          entry.profile = errorProfile(entry.strategy, entry.workload, kMostStepPoints, control);
          if (entry.strategy.isIdentity()) entry.mean = errorOf(entry.strategy, entry.workload, control).variance.mean;
        }
        if (stop.stop_requested()) return {};
        return [this, missing] {
          m_known.insert(m_known.end(), missing.begin(), missing.end());
          // The document may have changed meanwhile, and need other profiles.
          showPicture();
        };
      },
      std::chrono::milliseconds(120));
}

bool StepErrorPanel::isCurrent() const {
  const auto design = m_document.design();
  return design && m_data.design && !m_data.own.steps.empty() && sameOutcome(*m_data.design, *design) &&
         m_data.unit == m_document.errors().unit();
}

void StepErrorPanel::showStale() {
  // After a stop, the curve on show belongs to an earlier design.
  const bool late = !m_data.own.steps.empty() && !m_job.running() && !isCurrent();
  const bool stale = m_document.designState() == DesignState::Stale || late;
  if (stale != isStale()) setStale(stale);
  if (stale == m_data.stale) return;
  m_data.stale = stale;
  m_plot->setModel(chartModel());
}

void StepErrorPanel::showPicture() {
  const auto design = m_document.design();
  StepErrorData data;
  data.design = design;
  data.unit = m_document.errors().unit();
  const auto identityOf = [this](const Design& of) {
    return known(IdentityStrategy(of.strategy.iterations()), of.scenario.workload);
  };
  if (design) {
    const Known* own = known(design->strategy, design->scenario.workload);
    const Known* identity = identityOf(*design);
    const auto scale = m_document.errors().scale(design->scenario);
    // The last curve stays until the new one is ready, so that a drag never flickers.
    if ((!own || !scale) && m_data.design && !m_data.own.steps.empty()) {
      data.design = m_data.design;
      data.unit = m_data.unit;
      data.figures = m_data.figures;
      data.own = m_data.own;
      data.baseline = m_data.baseline;
    } else if (own && identity && scale) {
      data.figures = scale->in(*design, design->scenario.objective);
      data.own = stepErrorsOf(*design, own->profile);
      data.failed = data.own.steps.empty();
      data.baseline = baselineErrorsOf(*design, identity->profile, identity->mean);
      for (StepErrors* const errors : {&data.own, &data.baseline})
        readIn(*errors, *scale, identity->profile, identity->mean);
    }
  }
  for (const PinnedDesign& pin : visiblePins()) {
    const Known* entry = known(pin.design->strategy, pin.design->scenario.workload);
    const Known* identity = identityOf(*pin.design);
    const auto scale = m_document.errors().scale(pin.design->scenario);
    if (!entry || !identity || !scale || scale->unit() != data.unit) continue;
    StepErrors errors = stepErrorsOf(*pin.design, entry->profile);
    readIn(errors, *scale, identity->profile, identity->mean);
    data.pins.push_back({pin.id, seriesIndex(pin), pin.name, std::move(errors),
                         standingOf(pin.design->scenario, m_document.scenario())});
  }
  m_data = std::move(data);
  const bool late = !m_job.running() && !isCurrent() && !m_data.own.steps.empty();
  m_data.stale = m_document.designState() == DesignState::Stale || late;
  m_plot->setModel(chartModel());
  setHint(m_data.own.steps.empty() ? tr("Hover to read the error of a step") : stepErrorHint(m_data));
  followBrush();
}

void StepErrorPanel::point(const std::optional<ChartPoint>& point) {
  const std::optional<QPointF> at = point ? valuesOf(*point) : std::nullopt;
  std::optional<Index> step;
  if (at) step = std::llround(at->x());
  showReadOut(at ? stepErrorText(m_data, m_plot->seriesOf(*point)->name, *step, at->y()) : QString());
  brush(m_document.brush().lag(), step);
}

void StepErrorPanel::followBrush() {
  const auto step = m_document.brush().step();
  const auto& steps = m_data.own.steps;
  if (!step || steps.empty() || *step < 0 || *step > steps.back()) {
    m_plot->highlight(QStringLiteral("design"), std::nullopt);
    showReadOut({});
    return;
  }
  // The nearest of the evaluated steps.
  auto at = std::lower_bound(steps.begin(), steps.end(), *step);
  if (at != steps.begin() && *at - *step > *step - *(at - 1)) --at;
  const std::size_t index = at - steps.begin();
  m_plot->highlight(QStringLiteral("design"), static_cast<double>(*at));
  showReadOut(stepErrorText(m_data, m_plot->model().series.front().name, *at, m_data.own.shown[index]));
}

std::vector<Picture> StepErrorPanel::pictures() const {
  const auto design = m_document.design();
  if (!design) return {};
  if (isCurrent()) return {m_plot->picture()};
  // The worker has not answered yet: the picture evaluates the errors itself.
  const auto data = std::make_shared<StepErrorData>();
  data->design = design;
  Picture picture =
      m_plot->picture(QStringLiteral("error_of_each_step"), title(), [data] { return stepErrorModel(*data); });
  picture.prepare = [design, data, unit = m_document.errors().unit()](const PictureStyle&,
                                                                      const std::stop_token& stop) {
    const RunControl control{stop};
    const ErrorScale scale =
        unitProblem(unit, design->scenario).empty() ? ErrorScale(unit, design->scenario, control) : ErrorScale();
    const Workload& workload = design->scenario.workload;
    const IdentityStrategy independent(design->strategy.iterations());
    const ErrorProfile identity = errorProfile(independent, workload, kMostStepPoints, control);
    const double mean = errorOf(independent, workload, control).variance.mean;
    data->unit = scale.unit();
    data->figures = scale.in(*design, design->scenario.objective);
    data->own = stepErrorsOf(*design, errorProfile(design->strategy, workload, kMostStepPoints, control));
    data->baseline = baselineErrorsOf(*design, identity, mean);
    for (StepErrors* const errors : {&data->own, &data->baseline}) readIn(*errors, scale, identity, mean);
  };
  return {std::move(picture)};
}

ChartModel StepErrorPanel::chartModel() const {
  return stepErrorModel(m_data);
}

void StepErrorPanel::cancelWork() {
  m_job.cancel();
}

}  // namespace noiseloom
