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

/// What no strategy goes below at the design's noise multiplier: of all strategies and of those of its kind, and how
/// far above each the design is. Computed on a worker thread; follows the document and stays open beside the window.
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
  std::shared_ptr<const Design> m_design;  ///< that is shown
  std::vector<ClassBound> m_bounds;        ///< of it, once they are there
  bool m_found = false;
  NewestJob m_job;  // last: joined before what it uses goes
};

}  // namespace noiseloom
