#pragma once

#include <QDialog>
#include <map>
#include <set>

#include "core/claim/budget.h"
#include "ui/jobs/newest_job.h"

class QLabel;
class QTableWidget;

namespace noiseloom {

class ChoiceField;
class NumberField;
class ScenarioDocument;
class TextField;
struct PinnedDesign;

/// What several releases about the same data promise together: a choice of pinned designs, the number of runs of each,
/// releases that are no runs, a choice of the best run, and their joint epsilon at one delta, certified on a worker
/// thread. Follows the shelf; stays open beside the window.
class BudgetDialog : public QDialog {
  Q_OBJECT

 public:
  explicit BudgetDialog(ScenarioDocument& document, QWidget* parent = nullptr);

  QTableWidget& table() { return *m_table; }
  NumberField& delta() { return *m_deltaField; }
  TextField& releases() { return *m_releasesField; }
  NumberField& bestOf() { return *m_bestOfField; }
  ChoiceField& trials() { return *m_trialsField; }
  /// The budget of the chosen designs; nullopt while it is computed or if there is none.
  const std::optional<Budget>& budget() const { return m_budget; }
  QString resultText() const;
  QString note() const;
  bool running() const { return m_job.running(); }

 private:
  void connectFields();
  void relist();
  QWidget* runsBox(const PinnedDesign& pinned);
  void choose(int row);
  void takeReleases(const QString& text);
  void refresh();
  void showBudget(const BudgetRequest& request, const Budget& budget);

  ScenarioDocument& m_document;
  QTableWidget* m_table;
  NumberField* m_deltaField;
  TextField* m_releasesField;
  NumberField* m_bestOfField;
  ChoiceField* m_trialsField;
  QLabel* m_result;
  QLabel* m_note;
  double m_delta;
  std::vector<OtherRelease> m_releases;
  BestTrial m_bestOf = {.mean = 1};  ///< no choice at 1
  std::set<int> m_left;              ///< numbers of the pinned designs that the user left out
  std::map<int, int> m_runs;         ///< runs by design number, where not 1
  std::optional<Budget> m_budget;
  NewestJob m_job{QStringLiteral("budget")};  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
