#pragma once

#include <QDialog>
#include <memory>
#include <optional>
#include <vector>

#include "core/search/run_stops.h"
#include "ui/jobs/newest_job.h"

class QLabel;
class QLineEdit;

namespace noiseloom {

class ScenarioDocument;
class WrappingTable;

/// What it costs that a run may end early: the error of its first steps with the noise for all of them, beside that of
/// a design made for these steps alone. Computed on a worker thread; follows the document and stays open beside the
/// window.
class StopsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit StopsDialog(ScenarioDocument& document, QWidget* parent = nullptr);

  QLineEdit& steps() { return *m_steps; }
  WrappingTable& table() { return *m_table; }
  QString note() const;
  bool running() const { return m_job.running(); }

 private:
  void follow();
  void solve();
  void showRows();
  /// The typed steps in order; nullopt, with a note of what is wrong, if they cannot be used.
  std::optional<std::vector<Index>> typed();
  void say(const QString& text, bool isProblem = false);

  ScenarioDocument& m_document;
  QLineEdit* m_steps;
  WrappingTable* m_table;
  QLabel* m_note;
  QString m_suggested;                     ///< what stands in the field until somebody types there
  std::shared_ptr<const Design> m_design;  ///< the design on show
  std::vector<Index> m_asked;
  std::vector<RunStop> m_stops;                         ///< of the steps that are asked for, once they are computed
  NewestJob m_job{QStringLiteral("stops of the run")};  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
