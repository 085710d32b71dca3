#pragma once

#include <QDialog>
#include <map>
#include <set>

#include "core/claim/budget.h"
#include "ui/jobs/newest_job.h"

class QLabel;
class QTableWidget;

namespace noiseloom {

class NumberField;
class ScenarioDocument;
struct PinnedDesign;

/// What several runs on the same data promise together: pinned designs to choose from, how often each is run, and the
/// epsilon of all that are chosen at one delta, certified on a worker thread. Follows the shelf; stays open beside the
/// window.
class BudgetDialog : public QDialog {
  Q_OBJECT

 public:
  explicit BudgetDialog(ScenarioDocument& document, QWidget* parent = nullptr);

  QTableWidget& table() { return *m_table; }
  NumberField& delta() { return *m_deltaField; }
  /// Of those that are chosen; nothing while it is computed, or where none can be.
  const std::optional<Budget>& budget() const { return m_budget; }
  QString resultText() const;
  QString note() const;
  bool running() const { return m_job.running(); }

 private:
  void relist();
  QWidget* runsBox(const PinnedDesign& pinned);
  void choose(int row);
  void refresh();
  void showBudget(const Budget& budget);

  ScenarioDocument& m_document;
  QTableWidget* m_table;
  NumberField* m_deltaField;
  QLabel* m_result;
  QLabel* m_note;
  double m_delta;
  std::set<int> m_left;       ///< numbers of the pinned designs that somebody left out
  std::map<int, int> m_runs;  ///< by their numbers, where it is not 1
  std::optional<Budget> m_budget;
  NewestJob m_job;  // last: joined before what it uses goes
};

}  // namespace noiseloom
