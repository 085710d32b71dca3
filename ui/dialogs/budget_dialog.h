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

/// What several runs on the same data promise together: a choice of pinned designs, the number of runs of each, and
/// their joint epsilon at one delta, certified on a worker thread. Follows the shelf; stays open beside the window.
class BudgetDialog : public QDialog {
  Q_OBJECT

 public:
  explicit BudgetDialog(ScenarioDocument& document, QWidget* parent = nullptr);

  QTableWidget& table() { return *m_table; }
  NumberField& delta() { return *m_deltaField; }
  /// The budget of the chosen designs; nullopt while it is computed or if there is none.
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
  std::set<int> m_left;       ///< numbers of the pinned designs that the user left out
  std::map<int, int> m_runs;  ///< runs by design number, where not 1
  std::optional<Budget> m_budget;
  NewestJob m_job;  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
