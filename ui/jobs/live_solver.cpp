#include "ui/jobs/live_solver.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

#include "core/search/band_curve.h"
#include "core/search/sketch.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/style/core_text.h"

namespace noiseloom {
namespace {

constexpr int kDrainMilliseconds = 33;
/// How long an answer to an older position of a slider may still take while newer ones are waiting: long enough that
/// the picture moves during a drag, short enough that the newest is never far away.
constexpr std::chrono::milliseconds kPatience{150};
/// Points of a trace between two looks at the mailbox: no optimiser makes as many.
constexpr std::size_t kMostUndrained = 100'000;

struct Found {
  std::shared_ptr<const Design> design;
  bool final = false;
};

/// Why a scenario could not be solved.
struct Problem {
  Scenario asked;
  std::optional<Field> field;
  QString message;
};

}  // namespace

/// What workers leave for the window. Designs and progress: only the latest counts. Points and the trace: all of them,
/// in order.
struct LiveSolver::Mailbox {
  std::mutex mutex;
  std::optional<Found> design;
  std::optional<SketchedSweep> curve;  ///< that moves with it
  std::optional<Progress> progress;
  std::vector<std::pair<Scenario, BandPoint>> points;
  std::vector<TracePoint> trace;
  int traced = 0;              ///< number of the request that the trace belongs to
  std::atomic<int> newest{0};  ///< number of the newest request: work of another is abandoned when stopped
  // Only the working thread has to do with these two.
  std::shared_ptr<const Design> certified;  ///< the last one
  std::shared_ptr<SolvedStrategies> swept = std::make_shared<SolvedStrategies>();
  std::optional<Scenario> completedSweep;
  std::optional<Problem> problem;
  std::atomic<SolvePhase> phase{SolvePhase::Quick};
  bool moving = false;  ///< a slider
  std::condition_variable_any rested;
};

LiveSolver::LiveSolver(ScenarioDocument& document, QObject* parent)
    : QObject(parent), m_document(document), m_mailbox(std::make_shared<Mailbox>()) {
  m_job.setObjectName(QStringLiteral("solve"));
  m_timer.setInterval(kDrainMilliseconds);
  connect(&m_timer, &QTimer::timeout, this, [this] {
    drain();
    showActivity();
  });
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Scenario) solve();
    // An entry that stood in the way was mended without a new value.
    if (change == DocumentChange::Problems && m_document.canSolve()) solve();
  });
  const auto setMoving = [this](bool moving) {
    m_trail = moving ? std::make_shared<SketchTrail>() : nullptr;
    {
      const std::lock_guard lock(m_mailbox->mutex);
      m_mailbox->moving = moving;
    }
    m_mailbox->rested.notify_all();
  };
  connect(&FramePacer::instance(), &FramePacer::began, this, [setMoving] { setMoving(true); });
  connect(&FramePacer::instance(), &FramePacer::rested, this, [setMoving] { setMoving(false); });
  connect(&m_job, &NewestJob::idle, this, &LiveSolver::settle);
  connect(&m_job, &NewestJob::failed, this, [this](const QString& message) {
    m_document.setFailure(std::nullopt, tr("Solving failed: %1").arg(message));
  });
}

LiveSolver::~LiveSolver() {
  m_mailbox->newest = ++m_request;  // of what still runs nobody wants a result
}

void LiveSolver::solve() {
  if (!m_document.canSolve()) {
    cancel();
    return;
  }
  if (m_document.designState() == DesignState::Current && m_document.sweepIsComplete() && !m_job.running()) return;
  // The deployment or the data set size changed: the running work's result will do.
  if (m_job.running() && m_requested && sameDesign(*m_requested, m_document.scenario())) return;

  m_requested = m_document.scenario();
  SolveRequest request;
  request.scenario = *m_requested;
  request.sweepComplete = m_document.sweepIsComplete();
  if (request.sweepComplete) request.knownSweep = m_document.sweep();
  request.designKnown = m_document.designState() == DesignState::Current &&
                        m_document.design()->optimizer.termination != Termination::Stopped;
  request.trail = m_trail;
  if (m_trail && !request.sweepComplete && m_document.sweptScenario()) {
    request.lastSweep = m_document.sweep();
    request.lastSwept = m_document.sweptScenario();
  }
  const auto last = m_document.design();
  if (last && hasBandCurve(last->scenario)) request.likelyBands = last->bands;

  m_mailbox->newest = ++m_request;
  const auto patience = m_mailbox->phase == SolvePhase::Quick ? kPatience : std::chrono::milliseconds::zero();
  m_job.start(
      [mailbox = m_mailbox, request = std::move(request), number = m_request,
       this](const std::stop_token& stop) mutable {
        std::stop_source abandon;
        const std::stop_callback superseded(stop, [&] {
          if (mailbox->newest != number) abandon.request_stop();
        });
        request.abandon = abandon.get_token();
        request.waitForRest = [&](const std::stop_token& stopped) {
          {
            std::unique_lock lock(mailbox->mutex);
            mailbox->rested.wait(lock, stopped, [&] { return !mailbox->moving; });
          }
          // Who stops this tells the wait before the callback above.
          if (stopped.stop_requested() && mailbox->newest != number) abandon.request_stop();
        };
        request.neighbour = mailbox->certified;
        request.swept = mailbox->swept;
        RunControl control{stop, [&mailbox](const Progress& progress) {
                             const std::lock_guard lock(mailbox->mutex);
                             mailbox->progress = progress;
                           }};
        control.onTrace = [&mailbox, number](const TracePoint& point) {
          const std::lock_guard lock(mailbox->mutex);
          if (std::exchange(mailbox->traced, number) != number) mailbox->trace.clear();
          // What opens another solve ends the one before; and the window drains it 30 times a second.
          if (!mailbox->trace.empty() && point.evaluations <= mailbox->trace.back().evaluations) mailbox->trace.clear();
          if (mailbox->trace.size() < kMostUndrained) mailbox->trace.push_back(point);
        };
        SolveSink sink;
        std::optional<SketchedSweep> curve;
        sink.onMovedCurve = [&](std::vector<BandPoint> moved) { curve = {request.scenario, std::move(moved)}; };
        sink.onDesign = [&](std::shared_ptr<const Design> design, bool final) {
          if (abandon.stop_requested()) return;
          if (!design->estimated) mailbox->certified = design;
          {
            const std::lock_guard lock(mailbox->mutex);
            mailbox->design = Found{std::move(design), final};
            if (curve) mailbox->curve = std::exchange(curve, std::nullopt);
          }
          // A new picture should not wait for the next tick of the timer. This object joins the work before it goes.
          QMetaObject::invokeMethod(
              this, [this] { drain(); }, Qt::QueuedConnection);
        };
        sink.onPoint = [&](const BandPoint& point) {
          const std::lock_guard lock(mailbox->mutex);
          mailbox->points.emplace_back(sweepScenario(request.scenario), point);
        };
        try {
          const bool complete = runSolve(request, control, sink, [&](SolvePhase phase) {
            mailbox->phase = phase;
            // Comes after the drain() of the design, if there is one to look at.
            if (phase == SolvePhase::Refining)
              QMetaObject::invokeMethod(
                  this, [this, number] { m_answered = number; }, Qt::QueuedConnection);
            // The first look is there, and a newer request waits: nothing but looks while a slider moves. Of the best
            // of all mechanisms the first that is found says little.
            const bool looked = phase == SolvePhase::Refining && request.scenario.mechanism != &bestMechanism();
            if (looked && mailbox->newest != number) abandon.request_stop();
          });
          if (complete) {
            const std::lock_guard lock(mailbox->mutex);
            mailbox->completedSweep = sweepScenario(request.scenario);
          }
        } catch (const InvalidArgument& problem) {
          const std::lock_guard lock(mailbox->mutex);
          mailbox->problem = Problem{request.scenario, fieldOfArgument(problem.argument()), errorText(problem)};
        } catch (const std::exception& problem) {
          const std::lock_guard lock(mailbox->mutex);
          mailbox->problem = Problem{request.scenario, std::nullopt, tr("Solving failed: %1").arg(errorText(problem))};
        }
        return NewestJob::Delivery{};
      },
      patience);
  m_document.clearTrace();
  m_clock.start();
  if (!m_timer.isActive()) m_timer.start();
  {
    const std::lock_guard lock(m_mailbox->mutex);
    m_mailbox->progress.reset();
  }
  showActivity();
}

void LiveSolver::cancel() {
  m_requested.reset();
  m_job.cancel();
}

void LiveSolver::drain() {
  std::optional<Found> design;
  std::optional<SketchedSweep> curve;
  std::vector<std::pair<Scenario, BandPoint>> points;
  std::vector<TracePoint> trace;
  std::optional<Scenario> completed;
  std::optional<Problem> problem;
  {
    const std::lock_guard lock(m_mailbox->mutex);
    design = std::exchange(m_mailbox->design, std::nullopt);
    curve = std::exchange(m_mailbox->curve, std::nullopt);
    points = std::exchange(m_mailbox->points, {});
    trace = std::exchange(m_mailbox->trace, {});
    if (m_mailbox->traced != m_request) trace.clear();
    completed = std::exchange(m_mailbox->completedSweep, std::nullopt);
    problem = std::exchange(m_mailbox->problem, std::nullopt);
  }
  // During a drag an answer to an older position is still a picture worth showing, but a curve is not: its points would
  // mix with those of another scenario.
  std::vector<BandPoint> current;
  for (const auto& [swept, point] : points) {
    if (sameSweep(swept, m_document.scenario())) current.push_back(point);
  }
  if (!current.empty()) m_document.addSweepPoints(sweepScenario(m_document.scenario()), current);
  if (completed && sameSweep(*completed, m_document.scenario())) m_document.completeSweep(*completed);
  m_document.addTracePoints(trace);
  if (design) {
    // A result for the present scenario is never replaced by a late one for another.
    const bool wanted = sameDesign(design->design->scenario, m_document.scenario());
    if (wanted || m_document.designState() != DesignState::Current)
      m_document.setDesign(design->design, design->final, std::move(curve));
  }
  // That an older position of a slider could not be solved says nothing of the present one.
  if (problem && sameDesign(problem->asked, m_document.scenario()))
    m_document.setFailure(problem->field, problem->message);
}

void LiveSolver::showActivity() {
  // A frame is over before anybody could read of it.
  if (FramePacer::instance().moving() && m_job.running() && m_document.activity().running) return;
  Activity activity;
  activity.running = m_job.running();
  if (activity.running) {
    const std::lock_guard lock(m_mailbox->mutex);
    if (m_mailbox->progress) {
      activity.fraction = std::clamp(m_mailbox->progress->fraction, 0.0, 1.0);
      activity.stage = coreText(m_mailbox->progress->stage);
    }
    const double elapsed = static_cast<double>(m_clock.elapsed()) / 1000;
    if (activity.fraction > 0.05 && elapsed > 0.5) {
      activity.secondsLeft = elapsed * (1 - activity.fraction) / activity.fraction;
    }
  }
  m_document.setActivity(activity);
}

void LiveSolver::settle() {
  drain();
  m_timer.stop();
  m_clock.invalidate();
  m_requested.reset();
  m_mailbox->phase = SolvePhase::Quick;
  showActivity();
  emit settled();
}

}  // namespace noiseloom
