#pragma once

#include <QDialog>
#include <memory>
#include <vector>

#include "core/design/class_bounds.h"
#include "ui/jobs/newest_job.h"

class QLabel;

namespace noiseloom {

class ScenarioDocument;
class WrappingTable;

/// Lower bounds on the error at the design's noise multiplier, over all strategies and over each class of them, and how
/// far the design is above each. Computed on a worker thread; follows the document and stays open beside the window.
class BoundsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit BoundsDialog(ScenarioDocument& document, QWidget* parent = nullptr);

  WrappingTable& table() { return *m_table; }
  QString note() const;
  bool running() const { return m_job.running(); }

 private:
  void follow();
  void showRows();

  ScenarioDocument& m_document;
  WrappingTable* m_table;
  QLabel* m_note;
  std::shared_ptr<const Design> m_design;  ///< the design on show
  std::vector<ClassBound> m_bounds;        ///< its bounds, once they are computed
  bool m_found = false;
  NewestJob m_job{QStringLiteral("bounds")};  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
