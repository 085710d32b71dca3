#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/design/design.h"
#include "core/scenario/scenario.h"
#include "core/search/designer.h"
#include "ui/document/brush.h"
#include "ui/document/error_readings.h"
#include "ui/document/field.h"
#include "ui/document/shelf.h"

namespace noiseloom {

struct Recommendation;

/// What a changed() signal of the document is about.
enum class DocumentChange {
  Scenario,        ///< a value changed (problems and staleness may have changed with it)
  Problems,        ///< an entry became unusable or usable again, without a new value
  Design,          ///< a new design, or the same one became stale or current
  Sweep,           ///< points of rmse against bands came or went
  Trace,           ///< the running solve improved, or its trace went
  Recommendation,  ///< another recommendation was made, or the last one went
  Activity         ///< solving started, progressed or ended
};

/// How the design in the document relates to its scenario.
enum class DesignState {
  None,      ///< nothing is solved yet
  Refining,  ///< being solved: what is shown is older or coarser
  Current,   ///< it is this scenario's design
  Stale      ///< it belongs to an earlier scenario, and nothing is being solved
};

/// One thing that stands in the way of a design.
struct FieldProblem {
  std::optional<Field> field;  ///< none when the problem has no field of its own
  QString message;             ///< names the argument, its value and what is allowed
};

/// What is being computed right now.
struct Activity {
  bool running = false;
  double fraction = 0;  ///< 0 to 1
  QString stage;
  std::optional<double> secondsLeft;
};

/// A curve of error against bands that moves with a slider of the claim (core/search/moved_curve.h), until it is
/// solved.
struct SketchedSweep {
  Scenario of;
  std::vector<BandPoint> points;
  std::size_t whole = 0;  ///< points of the curve that it was made of, which the document knows
  bool complete = false;  ///< that one
};

/// The scenario being edited and everything that was computed for it. The only source of truth of the window: panels
/// and plots read it and hear changed(), and never talk to each other. Every edit of the scenario can be undone. Lives
/// in the window's thread.
class ScenarioDocument : public QObject {
  Q_OBJECT

 public:
  /// Starts with the CIFAR-10 scenario: n = 2000, k = 20, N = 50 000, eps = 8, delta = 1e-5, best bands.
  explicit ScenarioDocument(QObject* parent = nullptr);

  static Scenario defaultScenario();

  const Scenario& scenario() const { return m_scenario; }
  /// One undoable step: `after` replaces the scenario. Edits of one field with the same gesture (a number other than 0:
  /// one drag, one session of typing) become a single step. An unusable entry of the field is forgotten. `text` names
  /// the step where the field and its value do not.
  void edit(Field field, const Scenario& after, int gesture = 0, const QString& text = {});
  /// One undoable step with a name of its own: a whole scenario replaces the present one. `known`: its design, when it
  /// is there already and need not be solved again.
  void adopt(const Scenario& after, const QString& text, std::shared_ptr<const Design> known = nullptr);
  /// One undoable step of an input beside the scenario that has changed already; amend() joins it. `gesture` as in
  /// edit().
  void addStep(const QString& text, std::function<void()> undo, std::function<void()> redo, int gesture = 0);
  /// Opens a scenario as reset() does, with the scenarios before it as undo steps, oldest first.
  void restore(const std::vector<Scenario>& before, const Scenario& scenario);
  /// The scenarios that undoing leads back to, oldest first: what restore() takes.
  std::vector<Scenario> past() const;
  /// Replaces the scenario within the newest step, which then covers both: for values that follow from it, such as one
  /// that is solved for. `field` names the step where there is none to join.
  void amend(Field field, const Scenario& after);
  /// While changed(Scenario) is emitted: whether it comes from edit(), not from undoing, redoing, amending or opening.
  bool editing() const { return m_editing; }
  /// A fresh number for a drag or a session of typing.
  int newGesture() { return ++m_lastGesture; }
  /// Replaces the scenario and empties the undo stack: a file was opened.
  void reset(const Scenario& scenario);
  QUndoStack& undoStack() { return m_undoStack; }
  /// The designs kept for comparison; they have signals of their own, as has the brush.
  Shelf& shelf() { return m_shelf; }
  const Shelf& shelf() const { return m_shelf; }
  /// What a person points at in any plot.
  Brush& brush() { return m_brush; }
  /// Errors in the unit that a person chose.
  ErrorReadings& errors() { return m_errors; }

  /// The text in a field is no usable number at all: the scenario keeps the field's last value, and solving waits.
  void setEntryProblem(Field field, const QString& message);
  void clearEntryProblem(Field field);
  /// The field whose unusable entry is newer than the newest undo step: what a person wants to take back first.
  std::optional<Field> newestEntry() const;
  bool hasEntryProblem(Field field) const { return m_entryProblems.contains(field); }
  /// All problems, of entries first, then of the scenario.
  std::vector<FieldProblem> problems() const;
  QString problemOf(Field field) const;  ///< empty when there is none
  bool canSolve() const { return problems().empty(); }

  std::shared_ptr<const Design> design() const { return m_design; }
  DesignState designState() const;
  /// Whether the design may be exported now; otherwise the reason in words.
  QString whyNotExportable() const;
  /// What is shown is an estimate of this very scenario, and solving was stopped before anything was certified.
  bool isLeftEstimated() const;

  /// Points of rmse against bands, ordered by bands; of this scenario when sweepIsCurrent().
  const std::vector<BandPoint>& sweep() const { return m_sweep; }
  bool sweepIsCurrent() const;
  /// The scenario that the points are of; none before the first.
  const std::optional<Scenario>& sweptScenario() const { return m_sweptScenario; }
  /// Nothing of the curve is missing; also where the scenario has none.
  bool sweepIsComplete() const;
  /// Stands in for the curve of this scenario until as many of its points are solved; nullptr: there is none.
  const SketchedSweep* sketchedSweep() const;
  const Activity& activity() const { return m_activity; }
  /// What the optimiser has found in the solve that is running, as it comes; empty once its design is there, whose
  /// optimizer.trace holds it from then on.
  const std::vector<TracePoint>& liveTrace() const { return m_liveTrace; }

  /// The last recommendation that a person asked for since the scenario was opened; none before.
  const std::shared_ptr<const Recommendation>& recommendation() const { return m_recommendation; }
  void setRecommendation(std::shared_ptr<const Recommendation> recommendation);

  /// Has whatever is being typed taken over at once: before anything reads the scenario to keep it or replaces it as a
  /// whole (adopt, restore and reset do so themselves), as what was typed belongs to the one that it was typed into.
  void takeOverEntries() { emit entriesWanted(); }

  // What the solver reports.
  /// `final`: nothing better will come for the design's scenario. `curve`: that moves with it, if any.
  void setDesign(std::shared_ptr<const Design> design, bool final, std::optional<SketchedSweep> curve = {});
  void addSweepPoints(const Scenario& sweptScenario, const std::vector<BandPoint>& points);
  void completeSweep(const Scenario& sweptScenario);
  void setActivity(const Activity& activity);
  /// Adds points in order. One with no more evaluations than the last opens another solve's trace; where there are more
  /// than 2000 points only every second is kept.
  void addTracePoints(const std::vector<TracePoint>& points);
  void clearTrace();
  /// Solving failed for a reason that no field check found; shown until the next edit.
  void setFailure(const std::optional<Field>& field, const QString& message);

 signals:
  void changed(noiseloom::DocumentChange change);
  /// Fields take over what is being typed, without the pause that they leave for more of it.
  void entriesWanted();

 private:
  friend class EditScenarioCommand;
  void replaceScenario(const Scenario& scenario, std::optional<Field> edited);
  void carryDesignOver();

  Scenario m_scenario;
  std::map<Field, QString> m_entryProblems;
  std::optional<Field> m_newestEntry;
  int m_stepsBeforeEntry = 0;
  std::optional<FieldProblem> m_failure;
  QUndoStack m_undoStack;
  Shelf m_shelf{m_undoStack};
  Brush m_brush;
  ErrorReadings m_errors{m_scenario};
  int m_lastGesture = 0;
  bool m_editing = false;
  std::shared_ptr<const Design> m_design;
  bool m_designFinal = false;
  std::vector<BandPoint> m_sweep;
  std::optional<Scenario> m_sweptScenario;
  bool m_sweepComplete = false;
  std::optional<SketchedSweep> m_sketchedSweep;
  Activity m_activity;
  std::vector<TracePoint> m_liveTrace;
  std::shared_ptr<const Recommendation> m_recommendation;
};

}  // namespace noiseloom
