#pragma once

#include <QDialog>
#include <memory>
#include <optional>

#include "core/train/loss_spectrum.h"
#include "core/train/network.h"
#include "core/train/plane_points.h"
#include "ui/jobs/mailbox.h"
#include "ui/jobs/newest_job.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTimer;

namespace noiseloom {

class MessageLine;
class NumberField;
class ScenarioDocument;

/// Measures the curvatures of a model's loss on data, for the scenario's spectrum: on a worker thread, anew whenever
/// the choice changes. The document changes only by "Use these curvatures", which is one undo step.
class SpectrumDialog : public QDialog {
  Q_OBJECT

 public:
  /// What is measured. N, B, n and clip norm are the scenario's, as far as a measurement then takes seconds.
  struct Choice {
    PlaneShape shape = PlaneShape::Circles;
    ModelKind model = ModelKind::Relu;
    double learningRate = 0.2;
    std::uint64_t seed = 1;  ///< seed of points, first weights and batches
    SpectrumPlace place = SpectrumPlace::Trained;
    Index most = 16;
  };

  SpectrumDialog(ScenarioDocument& document, const Choice& choice, QWidget* parent = nullptr);

  const Choice& choice() const { return m_choice; }
  QComboBox& data() { return *m_data; }
  QComboBox& model() { return *m_model; }
  QComboBox& place() { return *m_place; }
  QSpinBox& most() { return *m_most; }
  NumberField& rate() { return *m_rate; }
  QPushButton& stopButton() { return *m_stop; }
  QPushButton& useButton() { return *m_use; }
  /// The last measurement; nullopt before the first, during the next, or if it failed.
  const std::optional<LossSpectrum>& found() const { return m_found; }
  QString message() const;
  bool running() const { return m_running; }

 signals:
  void measured();

 private:
  QComboBox* addList(QFormLayout& form, const QString& name, const QString& help, const QStringList& labels);
  void take();
  void listen();
  void measure();
  void end(const QString& problem);
  void showFound();
  void use();

  ScenarioDocument& m_document;
  Choice m_choice;
  QComboBox* m_data = nullptr;
  QComboBox* m_model = nullptr;
  QComboBox* m_place = nullptr;
  QSpinBox* m_most;
  NumberField* m_rate;
  QLabel* m_where;
  QPlainTextEdit* m_list;
  QLabel* m_notes;
  QProgressBar* m_progress;
  MessageLine* m_message;
  QPushButton* m_stop;
  QPushButton* m_use;
  QTimer* m_poll;
  std::optional<LossSpectrum> m_found;
  bool m_running = false;
  std::shared_ptr<Mailbox<Progress>> m_reached;
  NewestJob m_work;  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
