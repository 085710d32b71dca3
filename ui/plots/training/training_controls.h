#pragma once

#include <QWidget>
#include <functional>
#include <vector>

#include "ui/plots/training/training_request.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QSlider;
class QSpinBox;

namespace noiseloom {

class ScenarioDocument;

/// What is trained, and how: data, model, learning rate and seed of the panel; clip norm and momentum of the scenario,
/// where every change can be undone and the strategy follows.
class TrainingControls : public QWidget {
  Q_OBJECT

 public:
  explicit TrainingControls(ScenarioDocument& document, QWidget* parent = nullptr);

  const TrainingChoice& choice() const { return m_choice; }
  void setChoice(const TrainingChoice& choice);
  /// The scenario of the example, as one step of undo, with its data, model and learning rate.
  void useExample();

 signals:
  void choiceChanged();

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
  void showValue(const Row& row, const std::vector<double>& stops, double value);
  void showScenario();
  void change(const std::function<void(TrainingChoice&)>& edit);

  ScenarioDocument& m_document;
  TrainingChoice m_choice;
  QGridLayout* m_grid;
  QComboBox* m_data = nullptr;
  QComboBox* m_model = nullptr;
  Row m_rate, m_clip, m_momentum;
  QSpinBox* m_seed = nullptr;
  int m_gesture = 0;
};

}  // namespace noiseloom
