#include "ui/plots/noise_laboratory/noise_lab_panel.h"

#include <QHBoxLayout>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/document/scenario_document.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/plots/matrix/strategy_series.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kFrameMilliseconds = 33;
constexpr int kLongestPlay = 300;  ///< frames for a whole draw: ten seconds
constexpr std::chrono::milliseconds kNoisePatience{120};

/// True if the view's horizontal axis is the iterations.
bool isPath(NoiseView view) {
  return view == NoiseView::Path || view == NoiseView::Sum;
}

}  // namespace

NoiseLabPanel::NoiseLabPanel(ScenarioDocument& document, QWidget* parent)
    : LinePanel(QStringLiteral("noiseLabPanel"), tr("Noise laboratory"), noiseHint({}),
                tr("A sample of the training noise"), document, parent),
      m_views(addChoice(
          QStringLiteral("noiseLabView"), QStringLiteral("view"), tr("Shows"),
          {{QStringLiteral("sum"), tr("Sum"), tr("The running sum of the noise: what the model sees of it")},
           {QStringLiteral("noise"), tr("Noise"), tr("The noise that is added to each step's sum of gradients")},
           {QStringLiteral("spectrum"), tr("Spectrum"), tr("Power of the noise by frequency")},
           {QStringLiteral("covariance"), tr("Covariance"),
            tr("How the noise of one iteration goes with that of earlier ones")}})) {
  auto* body = new QWidget;
  auto* column = newLayout<QVBoxLayout>({}, kHalfGrid, body);
  column->addWidget(m_plot, 1);
  m_controls = buildControls();
  column->addWidget(m_controls);
  setBody(body);
  m_play.setInterval(kFrameMilliseconds);
  connect(&m_play, &QTimer::timeout, this, &NoiseLabPanel::advance);
  connect(m_views, &SegmentedButtons::chosen, this, [this] { redraw(); });
  connect(m_plot, &LinePlot::activated, this, [this](const ChartPoint& point) {
    if (isPath(view())) goTo(point.index);
  });
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Design) refresh();
    showStale();
  });
  connect(&m_job, &NewestJob::idle, this, &NoiseLabPanel::showStale);
  connect(&FramePacer::instance(), &FramePacer::rested, this, &NoiseLabPanel::refresh);
  redraw();
}

QWidget* NoiseLabPanel::buildControls() {
  auto* row = new QWidget;
  auto* layout = newLayout<QHBoxLayout>({}, kHalfGrid, row);
  m_playButton = addButton(*layout, "noiseLabPlay", "play", tr("Play the draw from its first iteration, or pause"),
                           [this] { play(!m_play.isActive()); });
  addButton(*layout, "noiseLabBack", "step-back", tr("One iteration back"),
            [this] { goTo(m_until.value_or(m_data.steps) - 1); });
  addButton(*layout, "noiseLabForward", "step", tr("One iteration forward"),
            [this] { goTo(m_until.value_or(-1) + 1); });
  m_slider = new QSlider(Qt::Horizontal);
  nameWidget(m_slider, QStringLiteral("noiseLabStep"), tr("Iteration that the draw is shown up to"));
  m_slider->setToolTip(m_slider->accessibleName());
  connect(m_slider, &QSlider::valueChanged, this, [this](int step) { goTo(step); });
  layout->addWidget(m_slider, 1);
  addButton(*layout, "noiseLabDraw", "redraw", tr("Another draw"), [this] {
    ++m_draw;
    refresh();
  });
  return row;
}

NoiseView NoiseLabPanel::view() const {
  return static_cast<NoiseView>(m_views->current());
}

bool NoiseLabPanel::isCurrent() const {
  const auto design = m_document.design();
  return design && m_data.design && m_data.draw == m_draw && sameOutcome(*m_data.design, *design);
}

void NoiseLabPanel::showStale() {
  // After a stopped draw, the one on show belongs to an earlier design.
  const bool late = !m_data.isEmpty() && !m_job.running() && isVisible() && !isCurrent();
  const bool stale = m_document.designState() == DesignState::Stale || late;
  if (stale != isStale()) setStale(stale);
  if (stale == m_data.stale) return;
  m_data.stale = stale;
  redraw();
}

bool NoiseLabPanel::isUpToDate() const {
  return !m_job.running() && !m_stepJob.running() && !m_manyJob.running() && m_data.design == m_document.design();
}

void NoiseLabPanel::refresh() {
  const auto design = m_document.design();
  if (!design || !isVisible()) return;
  // Another deployment or data set size has the same noise.
  if (isCurrent()) {
    m_data.design = design;
    return;
  }
  m_job.start(
      [this, design, draw = m_draw](const std::stop_token& stop) -> NewestJob::Delivery {
        NoiseData data = noiseData(design, draw, RunControl{stop});
        if (stop.stop_requested()) return {};
        return [this, data = std::move(data)]() mutable {
          const bool otherLength = data.steps != m_data.steps;
          m_data = std::move(data);
          m_data.stale = m_document.designState() == DesignState::Stale;
          const QSignalBlocker quiet(m_slider);
          m_slider->setRange(0, static_cast<int>(std::max<Index>(m_data.steps - 1, 0)));
          m_slider->setPageStep(std::max(1, static_cast<int>(m_data.steps / 20)));
          if (otherLength) m_until.reset();
          if (!m_until) m_slider->setValue(m_slider->maximum());
          redraw();
          if (m_until) goTo(m_until);
          drawMany();
        };
      },
      kNoisePatience);
}

/// Relates the draw on show to the printed error by many draws, once nothing else waits.
void NoiseLabPanel::drawMany() {
  m_manyJob.start(
      [this, data = m_data](const std::stop_token& stop) -> NewestJob::Delivery {
        const auto [draws, rms] = manyDraws(data, RunControl{stop});
        if (draws == 0) return {};
        return [this, design = data.design, draws = draws, rms = rms] {
          if (design != m_data.design) return;
          m_data.draws = draws;
          m_data.drawnRms = rms;
          setHint(noiseHint(m_data));
          contentChanged();
        };
      },
      kNoisePatience);
}

ChartModel NoiseLabPanel::chartModel() const {
  return noiseModel(m_data, view(), isPath(view()) ? m_until : std::nullopt);
}

void NoiseLabPanel::redraw() {
  m_controls->setEnabled(!m_data.isEmpty());
  if (m_play.isActive() && view() == NoiseView::Spectrum) play(false);
  m_plot->setModel(chartModel());
  setHint(noiseHint(m_data));
  showReadOut(m_until ? noiseStepText(m_data, *m_until) : QString());
}

void NoiseLabPanel::goTo(std::optional<Index> step) {
  if (m_data.isEmpty() || !step) return;
  const Index last = m_data.steps - 1;
  m_until = std::clamp<Index>(*step, 0, last);
  const QSignalBlocker quiet(m_slider);
  m_slider->setValue(static_cast<int>(*m_until));
  // The row of C^-1 takes up to a solve, so a worker computes it.
  m_stepJob.start(
      [this, design = m_data.design, step = *m_until](const std::stop_token& stop) -> NewestJob::Delivery {
        NoiseStep at = noiseStep(design->strategy, step, RunControl{stop});
        if (stop.stop_requested()) return {};
        return [this, design, at = std::move(at)] {
          if (design != m_data.design) return;
          m_data.at = at;
          redraw();
        };
      },
      kNoisePatience);
  redraw();
}

void NoiseLabPanel::play(bool on) {
  if (on == m_play.isActive() || (on && m_data.isEmpty())) return;
  if (on) {
    if (!m_until || *m_until >= m_data.steps - 1) goTo(0);
    m_play.start();
  } else {
    m_play.stop();
  }
  m_playButton->setIcon(symbolicIcon(on ? QStringLiteral("pause") : QStringLiteral("play")));
}

void NoiseLabPanel::advance() {
  const Index stride = std::max<Index>(1, m_data.steps / kLongestPlay);
  const Index next = m_until.value_or(0) + stride;
  goTo(next);
  if (next >= m_data.steps - 1) play(false);
}

void NoiseLabPanel::point(const std::optional<ChartPoint>& point) {
  std::optional<Index> step;
  std::optional<Index> lag;
  QString text = m_until ? noiseStepText(m_data, *m_until) : QString();
  if (point) {
    if (isPath(view())) {
      step = point->index;
      text = noiseStepText(m_data, *step);
    } else {
      if (view() == NoiseView::Covariance) lag = point->index;
      text = m_plot->readOut();
    }
  }
  showReadOut(text);
  brush(lag, step);
}

void NoiseLabPanel::followBrush() {
  if (m_data.isEmpty()) return;
  const Brush& brush = m_document.brush();
  const bool path = isPath(view());
  const std::optional<Index> at = path ? brush.step() : view() == NoiseView::Covariance ? brush.lag() : std::nullopt;
  m_plot->highlight(path ? QStringLiteral("correlated") : QStringLiteral("exact"),
                    at ? std::optional(static_cast<double>(*at)) : std::nullopt);
}

std::vector<Picture> NoiseLabPanel::pictures() const {
  const auto design = m_document.design();
  if (!design) return {};
  // A panel that has not been visible has drawn nothing yet: its pictures then draw for themselves, once.
  const auto data = std::make_shared<NoiseData>(isCurrent() ? m_data : NoiseData());
  const auto prepare = [data, design, draw = m_draw](const PictureStyle&, const std::stop_token& stop) {
    if (data->isEmpty()) *data = noiseData(design, draw, RunControl{stop});
  };
  std::vector<Picture> pictures;
  for (const NoiseView view : {NoiseView::Sum, NoiseView::Path, NoiseView::Spectrum, NoiseView::Covariance}) {
    pictures.push_back(m_plot->picture(noiseName(view), noiseTitle(view),
                                       [data, view] { return noiseModel(*data, view, std::nullopt); }));
    pictures.back().prepare = prepare;
  }
  return pictures;
}

QString NoiseLabPanel::summary() const {
  return m_data.isEmpty() ? noiseHint(m_data) : noiseHint(m_data) + QStringLiteral(". ") + m_plot->summary();
}

QJsonObject NoiseLabPanel::viewState() const {
  QJsonObject state = LinePanel::viewState();
  state[QStringLiteral("draw")] = static_cast<double>(m_draw);
  if (m_until) state[QStringLiteral("step")] = static_cast<double>(*m_until);
  return state;
}

void NoiseLabPanel::restoreView(const QJsonObject& state) {
  m_draw = std::clamp<Index>(static_cast<Index>(state[QStringLiteral("draw")].toDouble(1)), 1, 1'000'000);
  m_until.reset();
  if (state.contains(QStringLiteral("step"))) m_until = static_cast<Index>(state[QStringLiteral("step")].toDouble());
  LinePanel::restoreView(state);
  refresh();
}

void NoiseLabPanel::resetView() {
  play(false);
  m_until.reset();
  if (!m_data.isEmpty()) {
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(m_slider->maximum());
  }
  m_plot->resetView();
  redraw();
}

void NoiseLabPanel::cancelWork() {
  play(false);
  m_job.cancel();
  m_stepJob.cancel();
  m_manyJob.cancel();
}

void NoiseLabPanel::showEvent(QShowEvent* event) {
  PlotPanel::showEvent(event);
  refresh();
}

void NoiseLabPanel::hideEvent(QHideEvent* event) {
  PlotPanel::hideEvent(event);
  play(false);
}

}  // namespace noiseloom
