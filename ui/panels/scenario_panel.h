#pragma once

#include <QScrollArea>
#include <map>
#include <optional>

#include "core/base/index.h"
#include "ui/document/field.h"

class QCheckBox;
class QVBoxLayout;

namespace noiseloom {

class ChoiceField;
class FieldRow;
class NumberField;
class ScenarioDocument;
struct NumberFieldSpec;
struct Scenario;

/// All inputs of a scenario, in a column that scrolls when the window is too low for it. What the chosen family does
/// not read is hidden and keeps its value.
class ScenarioPanel : public QScrollArea {
  Q_OBJECT

 public:
  explicit ScenarioPanel(ScenarioDocument& document, QWidget* parent = nullptr);

  /// Null where the field is of the other sort.
  NumberField* numberField(Field field) const;
  ChoiceField* choiceField(Field field) const;
  /// Whether a field is on show: fields of other families than the chosen one are not.
  bool shows(Field field) const;
  QCheckBox& bestBands() { return *m_bestBands; }
  QCheckBox& columnNormalize() { return *m_columnNormalize; }

  QSize sizeHint() const override;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void addSection(const QString& title);
  void addNumber(Field field, NumberFieldSpec spec);
  void addChoice(Field field, ChoiceField* choice);
  /// A choice between values of one member of the scenario.
  template <class Values, class Value>
  void addChoiceOf(Field field, ChoiceField* choice, const Values& values, Value Scenario::*member);
  QCheckBox* addCheck(const QString& name);
  void buildTraining();
  void buildPrivacy();
  void buildBatching();
  void buildMechanism();
  void buildFamilyFields();
  void buildBestFields();
  void buildDeployment();
  void editNumber(Field field, std::optional<double> value, bool continues);
  void refresh();
  void refreshProblems();
  void refreshFamily();
  void refreshBands();
  void applyFont();

  ScenarioDocument& m_document;
  QVBoxLayout* m_column;
  std::map<Field, NumberField*> m_numbers;
  std::map<Field, ChoiceField*> m_choices;
  std::map<Field, int> m_gestures;
  QCheckBox* m_bestBands = nullptr;
  QCheckBox* m_columnNormalize = nullptr;
  QList<QWidget*> m_checkRows;
  Index m_mostBands = 0;
};

}  // namespace noiseloom
