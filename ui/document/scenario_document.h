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
#include "ui/document/known_states.h"
#include "ui/document/recommend_question.h"
#include "ui/document/shelf.h"
#include "ui/document/snapshots.h"
#include "ui/document/state_flip.h"

namespace noiseloom {

struct Recommendation;

/// The subject of the document's changed() signal.
enum class DocumentChange {
  Scenario,        ///< a value changed (problems and staleness may have changed with it)
  Problems,        ///< an entry became unusable or usable again, without a new value
  Design,          ///< a new design, or the same one became stale or current
  Sweep,           ///< points of the curve of RMSE against bands were added or removed
  Trace,           ///< the running solve improved, or its trace was cleared
  Recommendation,  ///< a new recommendation was made, or the last one was dropped
  Activity         ///< solving started, progressed or ended
};

/// How the design in the document relates to its scenario.
enum class DesignState {
  None,      ///< nothing has been solved yet
  Refining,  ///< being solved: the design on show is older or coarser
  Current,   ///< the design of this scenario
  Stale      ///< the design of an earlier scenario, and nothing is being solved
};

/// One obstacle to a design.
struct FieldProblem {
  std::optional<Field> field;  ///< nullopt if the problem has no field of its own
  QString message;             ///< names the argument, its value and what is allowed
};

struct Activity {
  bool running = false;
  double fraction = 0;  ///< 0 to 1
  QString stage;
  std::optional<double> secondsLeft;
};

/// A curve of error against bands that moves with a slider of the claim (core/search/moved_curve.h) until the curve
/// itself is solved.
struct SketchedSweep {
  Scenario of;
  std::vector<BandPoint> points;
  std::size_t whole = 0;  ///< number of points of the solved curve that it was made from, which the document knows
  bool complete = false;  ///< that curve is complete
};

/// The scenario being edited and everything computed for it: the window's only source of truth. Panels and plots read
/// it and listen to changed(), and never talk to each other. Every edit of the scenario can be undone. Lives in the
/// window's thread.
class ScenarioDocument : public QObject {
  Q_OBJECT

 public:
  /// Starts with the CIFAR-10 scenario: n = 2000, k = 20, N = 50 000, eps = 8, delta = 1e-5, best bands.
  explicit ScenarioDocument(QObject* parent = nullptr);

  static Scenario defaultScenario();

  const Scenario& scenario() const { return m_scenario; }
  /// One undoable step: `after` replaces the scenario. Edits of one field with the same gesture (nonzero: one drag or
  /// one session of typing) merge into a single step. An unusable entry of the field is discarded. `text` names the
  /// step; if it is empty, the field and its value do.
  void edit(Field field, const Scenario& after, int gesture = 0, const QString& text = {});
  /// One undoable step with its own name that replaces the whole scenario. `known` is its design, if it is
  /// already solved.
  void adopt(const Scenario& after, const QString& text, std::shared_ptr<const Design> known = nullptr);
  /// One undoable step of an input beside the scenario that has already changed; amend() joins it. `gesture`
  /// as in edit().
  void addStep(const QString& text, std::function<void()> undo, std::function<void()> redo, int gesture = 0);
  /// Opens a scenario as reset() does, with earlier scenarios as undo steps, oldest first.
  void restore(const std::vector<Scenario>& before, const Scenario& scenario);
  /// The scenarios that undo leads back to, oldest first, as restore() takes them.
  std::vector<Scenario> past() const;
  /// The scenario after that many steps of the undo stack, from 0 to its count.
  Scenario scenarioAt(int step) const;
  /// Goes back or forward to it, as one change.
  void goTo(int step);
  /// What is known of a scenario that was shown before; nullptr if nothing is.
  const KnownState* known(const Scenario& scenario) const { return m_known.find(scenario); }
  StateFlip& flip() { return m_flip; }
  Snapshots& snapshots() { return m_snapshots; }
  const Snapshots& snapshots() const { return m_snapshots; }
  /// Replaces the scenario within the newest step, which then covers both: for values that follow from an edit, such as
  /// one that is solved for. `field` names the step if there is none to join.
  void amend(Field field, const Scenario& after);
  /// True while edit() emits changed(Scenario), unlike undo, redo, amend() and opening.
  bool editing() const { return m_editing; }
  /// A new number for a drag or a session of typing.
  int newGesture() { return ++m_lastGesture; }
  /// Replaces the scenario and empties the undo stack, as for an opened file.
  void reset(const Scenario& scenario);
  QUndoStack& undoStack() { return m_undoStack; }
  /// The designs kept for comparison; the shelf and the brush have signals of their own.
  Shelf& shelf() { return m_shelf; }
  const Shelf& shelf() const { return m_shelf; }
  Brush& brush() { return m_brush; }
  /// Errors in the unit that the user chose.
  ErrorReadings& errors() { return m_errors; }

  /// The text in a field is not a usable value: the scenario keeps the field's last value, and solving waits.
  void setEntryProblem(Field field, const QString& message);
  void clearEntryProblem(Field field);
  /// The field whose unusable entry is newer than the newest undo step: the first to be undone.
  std::optional<Field> newestEntry() const;
  bool hasEntryProblem(Field field) const { return m_entryProblems.contains(field); }
  /// All problems: those of entries, then those of the scenario.
  std::vector<FieldProblem> problems() const;
  QString problemOf(Field field) const;  ///< empty if there is none
  bool canSolve() const { return problems().empty(); }

  std::shared_ptr<const Design> design() const { return m_design; }
  DesignState designState() const;
  /// Why the design cannot be exported now; empty if it can.
  QString whyNotExportable() const;
  /// True if the design on show is an estimate of this scenario and solving was stopped before anything was certified.
  bool isLeftEstimated() const;

  /// Points of RMSE against bands, ordered by bands; they belong to this scenario if sweepIsCurrent().
  const std::vector<BandPoint>& sweep() const { return m_sweep; }
  bool sweepIsCurrent() const;
  /// The scenario of the points; nullopt before the first.
  const std::optional<Scenario>& sweptScenario() const { return m_sweptScenario; }
  /// True if no point of the curve is missing, or the scenario has no curve.
  bool sweepIsComplete() const;
  /// Stands in for this scenario's curve until as many of its points are solved; nullptr if there is none.
  const SketchedSweep* sketchedSweep() const;
  const Activity& activity() const { return m_activity; }
  /// The trace of the running solve as it grows; empty once its design is there, whose optimizer.trace then holds it.
  const std::vector<TracePoint>& liveTrace() const { return m_liveTrace; }

  /// The last recommendation requested since the scenario was opened; nullptr before.
  const std::shared_ptr<const Recommendation>& recommendation() const { return m_recommendation; }
  void setRecommendation(std::shared_ptr<const Recommendation> recommendation);
  /// What stands in Design > Recommend, also while its dialog is closed.
  RecommendQuestion& recommendQuestion() { return m_recommendQuestion; }
  const RecommendQuestion& recommendQuestion() const { return m_recommendQuestion; }

  /// Commits whatever is being typed: call it before the scenario is saved or replaced as a whole (adopt, restore and
  /// reset do so themselves), since typed text belongs to the scenario that it was typed into.
  void takeOverEntries() { emit entriesWanted(); }

  // Reports from the solver.
  /// `final`: nothing better will come for the design's scenario. `curve`: a curve that moves with it, if any.
  void setDesign(std::shared_ptr<const Design> design, bool final, std::optional<SketchedSweep> curve = {});
  void addSweepPoints(const Scenario& sweptScenario, const std::vector<BandPoint>& points);
  void completeSweep(const Scenario& sweptScenario);
  void setActivity(const Activity& activity);
  /// Adds points in order. A point with no more evaluations than the last starts the trace of another solve; beyond
  /// 2000 points only every second one is kept.
  void addTracePoints(const std::vector<TracePoint>& points);
  void clearTrace();
  /// Solving failed for a reason that no field check found; the message is shown until the next edit.
  void setFailure(const std::optional<Field>& field, const QString& message);

 signals:
  void changed(noiseloom::DocumentChange change);
  /// Fields commit what is being typed, without waiting for a pause.
  void entriesWanted();

 private:
  friend class EditScenarioCommand;
  friend class StateFlip;
  /// Shows a scenario, with its design if that is solved already, without a step.
  void show(const Scenario& scenario, std::shared_ptr<const Design> known);
  void announceScenario();
  void take(const Scenario& after, std::shared_ptr<const Design> known);
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
  KnownStates m_known;
  Snapshots m_snapshots;
  StateFlip m_flip{*this};
  bool m_travelling = false;  ///< between two steps that are not neighbours
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
  RecommendQuestion m_recommendQuestion;
};

}  // namespace noiseloom
