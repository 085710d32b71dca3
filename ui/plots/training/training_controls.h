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

/// Controls of training: data, model, learning rate and seeds of the panel; clip norm and momentum of the scenario,
/// where changes can be undone and the strategy follows. Problems of the data are shown below them.
class TrainingControls : public QWidget {
  Q_OBJECT

 public:
  explicit TrainingControls(ScenarioDocument& document, QWidget* parent = nullptr);

  const TrainingChoice& choice() const { return m_choice; }
  void setChoice(const TrainingChoice& choice);
  /// Chooses a file, which is read even if it is the same as before.
  void chooseFile(const QString& path);
  /// Shows a note about the data; `examples` is the N that the scenario would need.
  void showNote(const QString& text, bool problem, std::optional<Index> examples = {});
  QString note() const;
  /// The N that the data need, if the scenario has another; takeExamples() puts it there, as one undo step.
  std::optional<Index> neededExamples() const { return m_examples; }
  void takeExamples();
  /// Opens the window in which points are drawn.
  void drawPoints();
  /// True for a file of the user's own, of which askForColumns() chooses columns and rows.
  bool hasColumns() const;
  void askForColumns();
  /// Trains with the document's scenario instead of the example.
  void useOwnScenario();
  /// Sets the example's scenario, as one undo step, with its data, model and learning rate.
  void useExample();

 signals:
  void choiceChanged();
  /// Data read from a file before are obsolete.
  void fileChosen();

 private:
  struct Row {
    QLabel* name = nullptr;
    QSlider* slider = nullptr;
    QLineEdit* value = nullptr;
  };
  QComboBox* addList(const char* objectName, const QString& name, const QString& help, const QStringList& labels);
  /// A slider and a field beside it. `take` gets values of the slider, `typed` those of the field: it says why it
  /// cannot take one, or nothing where it could.
  Row addSlider(const char* objectName, const QString& name, const QString& help, const std::vector<double>& stops,
                std::function<void(double)> take, std::function<QString(double)> typed);
  /// Says at the field why its number is not taken, and shows the scenario's.
  void refuse(QLineEdit& value, const QString& problem);
  QLabel* addName(const QString& name, const QString& help, QWidget* buddy);
  void addField(Field field, const char* objectName, const QString& name, const QString& help,
                const std::vector<double>& stops, Row& row);
  void addCurvatures();
  void addFile();
  void addDrawing();
  void askForFile(bool labels);
  /// The window for a dialog, which would close with the pop-up that these controls may be in.
  QWidget* windowForDialogs();
  void chooseData(int place);
  /// Shows the rows that apply to the source of the data.
  void showSource();
  void showValue(const Row& row, const std::vector<double>& stops, double value);
  void showScenario();
  void showChoices();
  /// Says what the buttons of the two scenarios would change.
  void showScenarioButtons();
  void change(const std::function<void(TrainingChoice&)>& edit);

  ScenarioDocument& m_document;
  TrainingChoice m_choice;
  QGridLayout* m_grid;
  QComboBox* m_data = nullptr;
  QLineEdit* m_curvatures = nullptr;
  QPushButton* m_file = nullptr;
  QPushButton* m_draw = nullptr;
  QLineEdit* m_labels = nullptr;
  QLabel* m_note = nullptr;
  bool m_noteIsProblem = false;
  QPushButton* m_columns = nullptr;  ///< chooses columns and rows of a CSV file
  QPushButton* m_take = nullptr;     ///< puts the file's N into the scenario
  std::optional<Index> m_examples;
  std::vector<QWidget*> m_ofQuadratic, m_ofFile, m_ofDrawing, m_ofModel;
  QComboBox* m_model = nullptr;
  QComboBox* m_runs = nullptr;
  Row m_rate, m_clip, m_momentum;
  QPushButton* m_example = nullptr;  ///< puts the example's scenario into the document
  QPushButton* m_own = nullptr;      ///< leaves the example for the document's scenario
  QSpinBox* m_seed = nullptr;
  int m_gesture = 0;
};

}  // namespace noiseloom
