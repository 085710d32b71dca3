#pragma once

#include <QDialog>
#include <vector>

#include "ui/dialogs/comparison_charts.h"
#include "ui/export/design_comparison.h"
#include "ui/jobs/newest_job.h"
#include "ui/plots/canvas/picture.h"

class QCheckBox;
class QGridLayout;
class QLabel;
class QLayout;
class QListWidget;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QTableWidget;

namespace noiseloom {

class LinePlot;
class ScenarioDocument;

/// Any number of designs side by side, current or pinned: inputs and figures in a column each, with what differs, bars,
/// and the best of each row marked; the errors by step and coefficients of all in one plot each, or the errors of each
/// in a small plot of its own. The shelf's baseline, or else the first, is what the others are compared with. Follows
/// the shelf; stays open beside the window.
class CompareDialog : public QDialog {
  Q_OBJECT

 public:
  /// The current design, among the numbers of pinned ones.
  static constexpr int kCurrent = 0;

  explicit CompareDialog(ScenarioDocument& document, QWidget* parent = nullptr);

  /// Numbers of designs; empty: all pinned designs that plots show, and the current one unless it is pinned.
  void compare(std::vector<int> ids);

  QListWidget& choice() { return *m_choice; }
  QCheckBox& onlyDifferent() { return *m_only; }
  QTableWidget& table() { return *m_table; }
  LinePlot& errors() { return *m_errors; }
  LinePlot& coefficients() { return *m_coefficients; }
  const DesignComparison& comparison() const { return m_comparison; }
  /// Off at first: all over each other.
  QCheckBox& onePlotEach() { return *m_each; }
  /// The small plots, in the order of the designs; none while they are over each other.
  const std::vector<LinePlot*>& small() const { return m_small; }
  /// What is shown below the table, as one picture.
  Picture figure() const;
  bool drawing() const { return m_job.running(); }
  void copy(TableForm form);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QLayout* newButtons();
  QPushButton* newCopies();
  QWidget* newChoice();
  QWidget* newPlots();
  void relist();
  void refresh();
  void fillTable();
  /// Writes as much of a design's name over its column as there is room for.
  void nameColumn(int column);
  void fitContents();
  void addRow(const ComparedRow& row);
  void draw();
  void showCharts();
  void saveFigure();
  std::vector<NamedDesign> chosen() const;

  ScenarioDocument& m_document;
  QListWidget* m_choice;
  QCheckBox* m_only;
  QLabel* m_standing;
  QLabel* m_ranking;
  QSplitter* m_upper;
  QTableWidget* m_table;
  LinePlot* m_errors;
  LinePlot* m_coefficients;
  QSplitter* m_parts;
  QCheckBox* m_each;
  QPushButton* m_save;
  QStackedWidget* m_plots;
  QGridLayout* m_grid;
  std::vector<LinePlot*> m_small;
  ComparisonCharts m_charts;
  DesignComparison m_comparison;
  NewestJob m_job{QStringLiteral("comparison")};  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
