#pragma once

#include <QDialog>
#include <optional>
#include <vector>

#include "core/search/phased_designs.h"
#include "ui/jobs/newest_job.h"

class QLabel;
class QPushButton;
class QTableWidget;

namespace noiseloom {

class ScenarioDocument;

/// A run whose number of steps, batch size or noise changes from phase to phase, under the scenario's promise: what is
/// typed for each phase, the design of each beside it, and the command that makes them. All else is the scenario's.
/// Computed on a worker thread; follows the document and stays open beside the window.
class PhasesDialog : public QDialog {
  Q_OBJECT

 public:
  /// Those before Bands are typed. Data: batches of so many examples or, where N is not known, passes over the data.
  enum Column { Steps, Data, Noise, Bands, NoiseMultiplier, Epsilon, Error, ColumnCount };

  explicit PhasesDialog(ScenarioDocument& document, QWidget* parent = nullptr);

  QTableWidget& table() { return *m_table; }
  QString resultText() const;
  QString note() const;
  /// Makes the designs of the phases on show; empty without them.
  const QString& command() const { return m_command; }
  bool running() const { return m_job.running(); }

 private:
  QWidget* buttons();
  void follow();
  void suggest();
  void addPhase();
  void removePhase();
  void setTyped(int row, const QStringList& texts);
  double typed(int row, Column column) const;
  /// Empty, with a note of what is wrong, if the phases cannot be used.
  std::vector<PhaseRequest> phases();
  void solve();
  void showDesigns(const std::vector<PhaseRequest>& phases, const PhasedDesigns& made);
  void say(const QString& result, const QString& note, bool isProblem = false);

  ScenarioDocument& m_document;
  QTableWidget* m_table;
  QLabel* m_result;
  QLabel* m_note;
  QPushButton* m_remove = nullptr;
  QPushButton* m_copy = nullptr;
  std::optional<Scenario> m_scenario;  ///< that the phases on show are of
  bool m_isTyped = false;              ///< by a person; else phases are suggested anew
  bool m_isWriting = false;
  QString m_command;
  NewestJob m_job{QStringLiteral("phases")};  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
