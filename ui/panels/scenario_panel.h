#pragma once

#include <QJsonObject>
#include <QScrollArea>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/index.h"
#include "ui/document/field.h"
#include "ui/jobs/newest_job.h"

class QCheckBox;
class QPushButton;
class QVBoxLayout;

namespace noiseloom {

class ChoiceField;
class FoldSection;
class MarkButton;
class NumberField;
class ScenarioDocument;
class SliderPlayer;
class TargetSolver;
class TextField;
enum class TargetQuantity;
struct SolveTarget;

/// All inputs of a scenario, in folding sections in a scrolling column. Inputs that the chosen mechanism does not use
/// are hidden and keep their values. One input may be locked to be solved for: its field then shows the answer, with
/// the target below it.
class ScenarioPanel : public QScrollArea {
  Q_OBJECT

 public:
  explicit ScenarioPanel(ScenarioDocument& document, QWidget* parent = nullptr);

  /// nullptr if the field is of the other kind.
  NumberField* numberField(Field field) const { return findIn(m_numbers, field); }
  ChoiceField* choiceField(Field field) const { return findIn(m_choices, field); }
  TextField& spectrum() { return *m_spectrum; }
  QPushButton& measureSpectrum() { return *m_measureSpectrum; }
  /// True if the field is visible: those of mechanisms other than the chosen one are not.
  bool shows(Field field) const;
  QCheckBox& bestBands() { return *m_bestBands; }
  QCheckBox& columnNormalize() { return *m_columnNormalize; }

  /// Sections by name: "training", "privacy", "batching", "mechanism", "workload", "objective", "deployment".
  FoldSection* section(const QString& name) const;
  /// The lock of a field that can be solved for, and the chain of a field in k N = n B; nullptr for other fields.
  MarkButton* lockOf(Field field) const { return findIn(m_locks, field); }
  MarkButton* chainOf(Field field) const { return findIn(m_chains, field); }
  /// Sets which value of k N = n B follows when another is edited; by default the number of iterations.
  void letFollow(Field field) { setFollower(field); }
  TargetSolver& targetSolver() { return *m_solver; }
  SliderPlayer& player() { return *m_player; }
  NumberField& target() { return *m_target; }
  NumberField& falsePositives() { return *m_falsePositives; }
  NumberField& prior() { return *m_prior; }
  ChoiceField& targetQuantity() { return *m_targetQuantity; }
  /// Reads learning rates from a text file on a worker thread; errors are shown beside the choice.
  void readRates(const QString& path);
  /// Likewise the coefficients of a workload.
  void readWorkload(const QString& path);
  void cancelWork();
  /// Restores the last usable value if an unusable entry is newer than every undo step; false if there is none.
  bool discardNewestEntry();
  /// Folded sections, the linked value that follows, and the input solved for.
  QJsonObject viewState() const;
  void restoreView(const QJsonObject& state);

  /// Goes to a field as if it were clicked: the list of a choice opens.
  void choose(Field field);

  QSize sizeHint() const override;

 signals:
  /// The user asks what holds if devices return sooner than promised.
  void separationsWanted();
  /// The user wants to measure curvatures on a model.
  void spectrumWanted();

 private:
  template <class Widget>
  static Widget* findIn(const std::map<Field, Widget*>& widgets, Field field) {
    const auto found = widgets.find(field);
    return found == widgets.end() ? nullptr : found->second;
  }
  void addSection(const QString& name, const QString& title, bool folded);
  QVBoxLayout& rows();
  void addLocks();
  void addChains();
  void addSeparations();
  void addTarget();
  void buildWorkload();
  void buildObjective();
  void chooseWorkload(int index);
  void chooseSchedule(int index);
  using EditOfFile = std::function<std::function<void()>(const std::string&)>;
  void readFile(Field field, const QString& path, const EditOfFile& read);
  void openNumbers(const QString& title, const QString& name, const QString& files,
                   void (ScenarioPanel::*read)(const QString&));
  void chooseObjective(int index);
  void editSpectrum(const QString& text);
  void refreshSpectrum();
  void setFollower(Field field);
  void refreshChains();
  void placeTarget();
  void refreshTarget();
  void refreshWorkload();
  void refreshSummaries();
  void addAttack(QWidget* owner);
  /// The fields below the one that is solved for, in their order.
  std::array<QWidget*, 4> targetRows() const;
  void editTarget(const SolveTarget& target, bool continues);
  void addNumber(Field field);
  Field fieldShownIn(const NumberField& number) const;
  void addChoice(Field field, ChoiceField* choice);
  QCheckBox* addCheck(const QString& name);
  void buildTraining();
  void buildPrivacy();
  void buildBatching();
  void buildMechanism();
  void buildMechanismFields();
  void buildDeployment();
  void editNumber(Field field, std::optional<double> value);
  void refresh();
  void showNumbers();
  void refreshProblems();
  void refreshMechanism();
  /// Dims mechanisms that this scenario cannot use, with the reason.
  void refreshOffers();
  /// Offers a batching under which the chosen mechanism runs, if the present one prevents it.
  void refreshRemedy();
  void refreshBands();
  void applyFont();

  ScenarioDocument& m_document;
  QVBoxLayout* m_column;
  std::vector<FoldSection*> m_sections;
  std::map<Field, FoldSection*> m_places;
  std::map<Field, MarkButton*> m_locks;
  std::map<Field, MarkButton*> m_chains;
  Field m_follower = Field::Iterations;
  SliderPlayer* m_player;
  std::optional<Scenario> m_beforePlay;
  TargetSolver* m_solver;
  ChoiceField* m_targetQuantity = nullptr;
  NumberField* m_target = nullptr;
  NumberField* m_falsePositives = nullptr;
  NumberField* m_prior = nullptr;
  std::optional<TargetQuantity> m_targetScale;  ///< whose scale the target's slider has
  int m_targetGesture = 0;
  std::map<Field, NumberField*> m_numbers;
  std::map<Field, ChoiceField*> m_choices;
  std::map<Field, int> m_gestures;
  TextField* m_spectrum = nullptr;
  QPushButton* m_measureSpectrum = nullptr;
  QCheckBox* m_bestBands = nullptr;
  QCheckBox* m_columnNormalize = nullptr;
  QList<QWidget*> m_checkRows;
  Index m_mostBands = 0;
  bool m_remedied = false;  ///< a way out is offered beside the mechanism
  NewestJob m_ratesJob;     // declared last: joined before the members that it uses
};

}  // namespace noiseloom
