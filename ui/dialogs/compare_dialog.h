#pragma once

#include <QDialog>
#include <memory>
#include <optional>
#include <vector>

#include "ui/export/design_comparison.h"
#include "ui/jobs/newest_job.h"
#include "ui/plots/line/chart_model.h"

class QLayout;
class QCheckBox;
class QComboBox;
class QLabel;
class QTableWidget;

namespace noiseloom {

class LinePlot;
class ScenarioDocument;

/// Two designs side by side, current or pinned: inputs and figures in two columns with differences marked, and the
/// errors by step and coefficients of both in one plot each. Follows the shelf; stays open beside the window.
class CompareDialog : public QDialog {
  Q_OBJECT

 public:
  explicit CompareDialog(ScenarioDocument& document, QWidget* parent = nullptr);

  /// Numbers of pinned designs; nullopt is the current design.
  void compare(std::optional<int> left, std::optional<int> right);

  QComboBox& left() { return *m_left; }
  QComboBox& right() { return *m_right; }
  QCheckBox& onlyDifferent() { return *m_only; }
  QTableWidget& table() { return *m_table; }
  LinePlot& errors() { return *m_errors; }
  LinePlot& coefficients() { return *m_coefficients; }
  const DesignComparison& comparison() const { return m_comparison; }
  bool drawing() const { return m_job.running(); }
  void copyText();
  void copyCsv();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  QLayout* newButtons();
  struct Side {
    std::shared_ptr<const Design> design;
    QString name;
  };
  void relist();
  void refresh();
  void fillTable();
  void draw();
  Side sideOf(const QComboBox& box) const;

  ScenarioDocument& m_document;
  QComboBox* m_left;
  QComboBox* m_right;
  QCheckBox* m_only;
  QLabel* m_standing;
  QLabel* m_ratio;
  QTableWidget* m_table;
  LinePlot* m_errors;
  LinePlot* m_coefficients;
  DesignComparison m_comparison;
  Side m_shownLeft;
  Side m_shownRight;
  NewestJob m_job;  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
