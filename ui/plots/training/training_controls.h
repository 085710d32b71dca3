#pragma once

#include <QWidget>
#include <functional>
#include <optional>
#include <vector>

#include "ui/plots/training/training_request.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSlider;
class QSpinBox;

namespace noiseloom {

class ScenarioDocument;

/// What is trained, and how: data, model, learning rate and seeds of the panel; clip norm and momentum of the scenario,
/// where every change can be undone and the strategy follows. What is wrong with data is said below them.
class TrainingControls : public QWidget {
  Q_OBJECT

 public:
  explicit TrainingControls(ScenarioDocument& document, QWidget* parent = nullptr);

  const TrainingChoice& choice() const { return m_choice; }
  void setChoice(const TrainingChoice& choice);
  /// A file instead of the one before; it is read even where that is the same.
  void chooseFile(const QString& path);
  /// What is to be said of the data; `examples`: N that the scenario would have to have.
  void showNote(const QString& text, bool problem, std::optional<Index> examples = {});
  QString note() const;
  /// The scenario of the example, as one step of undo, with its data, model and learning rate.
  void useExample();

 signals:
  void choiceChanged();
  /// What was read of a file before does not count any more.
  void fileChosen();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Row {
    QLabel* name = nullptr;
    QSlider* slider = nullptr;
    QLabel* value = nullptr;
  };
  QComboBox* addList(const char* objectName, const QString& name, const QString& help, const QStringList& labels);
  Row addSlider(const char* objectName, const QString& name, const QString& help, const std::vector<double>& stops,
                std::function<void(double)> take);
  QLabel* addName(const QString& name, const QString& help, QWidget* buddy);
  void addField(Field field, const char* objectName, const QString& name, const QString& help,
                const std::vector<double>& stops, Row& row);
  void addCurvatures();
  void addFile();
  void askForFile(bool labels);
  void chooseData(int place);
  void takeExamples();
  /// The rows that the source of the data has.
  void showSource();
  void showValue(const Row& row, const std::vector<double>& stops, double value);
  void showScenario();
  void change(const std::function<void(TrainingChoice&)>& edit);

  ScenarioDocument& m_document;
  TrainingChoice m_choice;
  QGridLayout* m_grid;
  QComboBox* m_data = nullptr;
  QLineEdit* m_curvatures = nullptr;
  QPushButton* m_file = nullptr;
  QLineEdit* m_labels = nullptr;
  QLabel* m_note = nullptr;
  bool m_noteIsProblem = false;
  QPushButton* m_take = nullptr;  ///< takes N of the file into the scenario
  std::optional<Index> m_examples;
  std::vector<QWidget*> m_ofQuadratic, m_ofFile, m_ofModel;
  QComboBox* m_model = nullptr;
  QComboBox* m_runs = nullptr;
  Row m_rate, m_clip, m_momentum;
  QSpinBox* m_seed = nullptr;
  int m_gesture = 0;
};

}  // namespace noiseloom
