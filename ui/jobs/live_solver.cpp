#include "ui/jobs/live_solver.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "core/search/band_curve.h"
#include "core/search/sketch.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/jobs/mailbox.h"
#include "ui/style/core_text.h"

namespace noiseloom {
namespace {

constexpr int kDrainMilliseconds = 33;
/// How long the sketch of an older scenario may still take while a newer one waits: long enough that the picture moves
/// during a drag, short enough that the newest is never far behind.
constexpr std::chrono::milliseconds kPatience{150};
/// Trace points kept between two drains of the mailbox: no optimiser makes as many.
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
  bool unexpected = false;  ///< not caused by an argument of the scenario
};

/// Results on their way to the window: the latest design, and all points and trace points in their order.
struct Pending {
  std::optional<Found> design;
  std::optional<SketchedSweep> curve;  ///< that moves with it
  std::vector<std::pair<Scenario, BandPoint>> points;
  std::vector<TracePoint> trace;
  int traceRequest = 0;  ///< number of the request that the trace belongs to
  std::optional<Scenario> completedSweep;
  std::optional<Problem> problem;
};

}  // namespace

struct LiveSolver::Shared {
  Mailbox<Pending> pending;
  Mailbox<std::optional<Progress>> progress;
  std::atomic<int> newest{0};  ///< number of the newest request: work of another is abandoned when stopped
  std::atomic<SolvePhase> phase{SolvePhase::Quick};
  std::mutex mutex;
  bool moving = false;  ///< a slider; under the mutex
  std::condition_variable_any rested;
  // Only the working thread has to do with these two.
  std::shared_ptr<const Design> certified;  ///< the last one
  std::shared_ptr<SolvedStrategies> swept = std::make_shared<SolvedStrategies>();
};

/// One request in the working thread.
class LiveSolver::Work {
 public:
  Work(LiveSolver& solver, SolveRequest request)
      : m_solver(&solver), m_shared(solver.m_shared), m_request(std::move(request)), m_number(solver.m_request) {}

  NewestJob::Delivery operator()(const std::stop_token& stop) {
    const std::stop_callback stopped(stop, [this] { abandonWhereSuperseded(); });
    m_request.abandon = m_abandon.get_token();
    m_request.waitForRest = [this](const std::stop_token& token) { waitForRest(token); };
    m_request.neighbour = m_shared->certified;
    m_request.swept = m_shared->swept;
    RunControl control{stop, [this](const Progress& progress) { m_shared->progress.put(progress); }};
    control.onTrace = [this](const TracePoint& point) { trace(point); };
    const Scenario curveOwner = sweepScenario(m_request.scenario);
    SolveSink sink;
    sink.onMovedCurve = [this](std::vector<BandPoint> moved) { m_curve = {m_request.scenario, std::move(moved)}; };
    sink.onDesign = [this](std::shared_ptr<const Design> design, bool final) { found(std::move(design), final); };
    sink.onPoint = [&](const BandPoint& point) {
      m_shared->pending.with([&](Pending& pending) { pending.points.emplace_back(curveOwner, point); });
    };
    try {
      if (runSolve(m_request, control, sink, [this](SolvePhase phase) { enter(phase); }))
        m_shared->pending.with([&](Pending& pending) { pending.completedSweep = curveOwner; });
    } catch (const InvalidArgument& problem) {
      report({m_request.scenario, fieldOfArgument(problem.argument()), errorText(problem)});
    } catch (const std::exception& problem) {
      report({m_request.scenario, std::nullopt, errorText(problem), true});
    }
    return {};
  }

 private:
  bool superseded() const { return m_shared->newest != m_number; }
  void abandonWhereSuperseded() {
    if (superseded()) m_abandon.request_stop();
  }

  void waitForRest(const std::stop_token& stop) {
    {
      std::unique_lock lock(m_shared->mutex);
      m_shared->rested.wait(lock, stop, [this] { return !m_shared->moving; });
    }
    // A stop reaches this wait before it reaches the callback of the work.
    if (stop.stop_requested()) abandonWhereSuperseded();
  }

  void trace(const TracePoint& point) {
    m_shared->pending.with([&](Pending& pending) {
      // A point with fewer evaluations opens another solve, which ends the trace before it.
      const bool begins = !pending.trace.empty() && point.evaluations <= pending.trace.back().evaluations;
      if (std::exchange(pending.traceRequest, m_number) != m_number || begins) pending.trace.clear();
      if (pending.trace.size() < kMostUndrained) pending.trace.push_back(point);
    });
  }

  void found(std::shared_ptr<const Design> design, bool final) {
    if (m_abandon.stop_requested()) return;
    if (!design->estimated) m_shared->certified = design;
    m_shared->pending.with([&](Pending& pending) {
      pending.design = Found{std::move(design), final};
      if (m_curve) pending.curve = std::exchange(m_curve, std::nullopt);
    });
    // A new picture should not wait for the next tick of the timer. The solver joins the work before it goes.
    QMetaObject::invokeMethod(
        m_solver, [solver = m_solver] { solver->drain(); }, Qt::QueuedConnection);
  }

  void enter(SolvePhase phase) {
    m_shared->phase = phase;
    if (phase != SolvePhase::Refining) return;
    // This call is queued behind the drain() of the first design, if there is one.
    QMetaObject::invokeMethod(
        m_solver, [solver = m_solver, number = m_number] { solver->m_answered = number; }, Qt::QueuedConnection);
    // The first design is there, and a newer request waits: nothing but first designs while a slider moves. Of the best
    // of all mechanisms the first that is found says little.
    if (m_request.scenario.mechanism != &bestMechanism()) abandonWhereSuperseded();
  }

  void report(Problem problem) {
    m_shared->pending.with([&](Pending& pending) { pending.problem = std::move(problem); });
  }

  LiveSolver* m_solver;
  std::shared_ptr<Shared> m_shared;
  SolveRequest m_request;
  int m_number;
  std::stop_source m_abandon;
  std::optional<SketchedSweep> m_curve;  ///< the design to come has it
};

LiveSolver::LiveSolver(ScenarioDocument& document, QObject* parent)
    : QObject(parent), m_document(document), m_shared(std::make_shared<Shared>()) {
  m_timer.setInterval(kDrainMilliseconds);
  connect(&m_timer, &QTimer::timeout, this, [this] {
    drain();
    showActivity();
  });
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Scenario) solve();
    // An unusable entry was corrected without a new value.
    if (change == DocumentChange::Problems && m_document.canSolve()) solve();
  });
  const auto setMoving = [this](bool moving) {
    m_trail = moving ? std::make_shared<SketchTrail>() : nullptr;
    {
      const std::lock_guard lock(m_shared->mutex);
      m_shared->moving = moving;
    }
    m_shared->rested.notify_all();
  };
  connect(&FramePacer::instance(), &FramePacer::began, this, [setMoving] { setMoving(true); });
  connect(&FramePacer::instance(), &FramePacer::rested, this, [setMoving] { setMoving(false); });
  connect(&m_job, &NewestJob::idle, this, &LiveSolver::settle);
  connect(&m_job, &NewestJob::failed, this, [this](const QString& message) {
    m_document.setFailure(std::nullopt, tr("Solving failed: %1").arg(message));
  });
}

LiveSolver::~LiveSolver() {
  m_shared->newest = ++m_request;  // of what still runs nobody wants a result
}

void LiveSolver::solve() {
  if (!m_document.canSolve()) {
    cancel();
    return;
  }
  if (m_document.designState() == DesignState::Current && m_document.sweepIsComplete() && !m_job.running()) return;
  // Only the deployment or the data set size changed: the running work's result still applies.
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

  m_shared->newest = ++m_request;
  const auto patience = m_shared->phase == SolvePhase::Quick ? kPatience : std::chrono::milliseconds::zero();
  m_job.start(Work(*this, std::move(request)), patience);
  m_document.clearTrace();
  m_clock.start();
  m_timeLeft.restart();
  if (!m_timer.isActive()) m_timer.start();
  m_shared->progress.put(std::nullopt);
  showActivity();
}

void LiveSolver::cancel() {
  m_requested.reset();
  m_job.cancel();
}

void LiveSolver::drain() {
  Pending pending = m_shared->pending.take();
  // During a drag an answer to an older position is still a picture worth showing, but a curve is not: its points would
  // mix with those of another scenario.
  std::vector<BandPoint> current;
  for (const auto& [swept, point] : pending.points) {
    if (sameSweep(swept, m_document.scenario())) current.push_back(point);
  }
  if (!current.empty()) m_document.addSweepPoints(sweepScenario(m_document.scenario()), current);
  if (pending.completedSweep && sameSweep(*pending.completedSweep, m_document.scenario()))
    m_document.completeSweep(*pending.completedSweep);
  if (pending.traceRequest == m_request) m_document.addTracePoints(pending.trace);
  if (pending.design) {
    // A result for the present scenario is never replaced by a late one for another.
    const bool wanted = sameDesign(pending.design->design->scenario, m_document.scenario());
    if (wanted || m_document.designState() != DesignState::Current)
      m_document.setDesign(pending.design->design, pending.design->final, std::move(pending.curve));
  }
  // An older position of a slider that could not be solved says nothing about the present one.
  if (pending.problem && sameDesign(pending.problem->asked, m_document.scenario()))
    m_document.setFailure(pending.problem->field, pending.problem->unexpected
                                                      ? tr("Solving failed: %1").arg(pending.problem->message)
                                                      : pending.problem->message);
}

void LiveSolver::showActivity() {
  // A frame is over before anyone could read the activity.
  if (FramePacer::instance().moving() && m_job.running() && m_document.activity().running) return;
  Activity activity;
  activity.running = m_job.running();
  if (activity.running) {
    if (const std::optional<Progress> progress = m_shared->progress.get()) {
      activity.fraction = std::clamp(progress->fraction, 0.0, 1.0);
      activity.stage = coreText(progress->stage);
    }
    activity.secondsLeft = m_timeLeft.at(static_cast<double>(m_clock.elapsed()) / 1000, activity.fraction);
  }
  m_document.setActivity(activity);
}

void LiveSolver::settle() {
  drain();
  m_timer.stop();
  m_clock.invalidate();
  m_requested.reset();
  m_shared->phase = SolvePhase::Quick;
  showActivity();
  emit settled();
}

}  // namespace noiseloom
