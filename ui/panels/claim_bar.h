#pragma once

#include <QAbstractButton>
#include <QFrame>
#include <QLabel>
#include <map>
#include <optional>

#include "ui/document/field.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/best_baselines.h"

class QBoxLayout;
class QToolButton;

namespace noiseloom {

class ErrorReadings;
struct Design;

/// What the data loader has to do, in one line that ends in "…" where it does not fit; a click asks for the whole.
class LoaderDuty : public QAbstractButton {
  Q_OBJECT

 public:
  LoaderDuty() {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
  }
  void say(const QString& text);
  const QString& said() const { return m_text; }
  QSize sizeHint() const override { return {0, fontMetrics().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_text;
};

/// The top of the window: in large type what is promised and what it gains, with a seal; below them the choices that
/// lead there, and what the data loader has to do. Red, with the reason, while the scenario is unusable or the claim
/// does not hold for the job as described; marked while the result belongs to an earlier scenario.
class ClaimBar : public QFrame {
  Q_OBJECT

 public:
  ClaimBar(ScenarioDocument& document, BestBaselines& baselines, QWidget* parent = nullptr);

  /// All that is claimed, or why nothing is, in a sentence; it is shown where the claim is not made.
  QString sentence() const { return m_sentence->text(); }
  /// The price as in priceText().
  QString price() const;
  /// What the seal says other than that the claim is made: "Certifying …", "Stale", "Not claimed".
  QString state() const { return m_state; }
  /// True if the claim on show violates an assumption.
  bool isCritical() const { return m_critical; }
  QToolButton& seal() { return *m_seal; }
  QLabel& promise() { return *m_promise; }
  QLabel& gain() { return *m_gain; }
  LoaderDuty& duty() { return *m_duty; }
  QToolButton& chip(Field field) { return *m_chips.at(field); }
  /// One line in smaller type, without the choices, for a lesson that needs the space.
  void setCompact(bool compact);

 signals:
  /// The user asks for the whole claim.
  void claimWanted();
  /// The user asks what makes the figures.
  void figuresWanted();
  /// The user wants to choose this field of the scenario.
  void choiceWanted(noiseloom::Field field);

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QBoxLayout* newHero();
  QWidget* newChoices();
  void refresh();
  void showChoices();
  /// What the design gains on the best DP-SGD of its job, the yardstick of Recommend, too; empty if it is compared with
  /// nothing, nullopt while nothing is known.
  std::optional<QString> gainOf(const Design& design);
  /// What the gain is counted from.
  QString gainTip() const;
  void applyFont();
  /// Makes the large type as large as the width allows.
  void arrange();
  /// old: the result on show belongs to an earlier scenario, or is not certified yet.
  void applyColors(bool alarmed, bool old);

  ScenarioDocument& m_document;
  QToolButton* m_seal;
  QLabel* m_promise;
  QLabel* m_gain;
  QLabel* m_sentence;
  QLabel* m_price;
  std::map<Field, QToolButton*> m_chips;
  LoaderDuty* m_duty;
  QWidget* m_choices;
  bool m_compact = false;
  QString m_state;
  QString m_rmse;     ///< first half of the price
  QString m_against;  ///< second half; empty if there is nothing to compare with
  bool m_coloring = false;
  bool m_critical = false;
  DesignState m_shown = DesignState::None;
  std::optional<BestBaseline> m_best;  ///< of the design on show, if known
  BestBaselines& m_bestBaselines;
};

/// "rmse 3.21 (× clip norm), 19 % better than DP-SGD under the same batching"; errors are in the unit of `readings`.
QString priceText(const Design& design, ErrorReadings& readings);
/// The main parts of the privacy claim as rich text, one line each.
QString claimToolTip(const Design& design);

}  // namespace noiseloom
