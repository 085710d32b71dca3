#pragma once

#include <QFrame>
#include <QLabel>

#include "ui/document/scenario_document.h"

class QBoxLayout;

namespace noiseloom {

class ErrorReadings;
struct Design;

/// The sentence at the top of the window: the guarantee and its price. Red, with the reason, while the scenario is
/// unusable or the claim does not hold for the job as described; marked while the result belongs to an earlier
/// scenario.
class ClaimBar : public QFrame {
  Q_OBJECT

 public:
  explicit ClaimBar(ScenarioDocument& document, QWidget* parent = nullptr);

  QString sentence() const { return m_sentence->text(); }
  /// The price as in priceText(); on the screen it may wrap to two lines.
  QString price() const;
  QString state() const { return m_state->text(); }
  /// True if the claim on show violates an assumption.
  bool isCritical() const { return m_critical; }

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void refresh();
  void applyFont();
  /// Puts the price beside the sentence, each in two lines, or below it if the sentence needs more.
  void arrange();
  /// The number of lines of the sentence in `room` pixels.
  int linesOfSentence(int room) const;
  /// old: the result on show belongs to an earlier scenario, or is not certified yet.
  void applyColors(bool alarmed, bool old);

  ScenarioDocument& m_document;
  QBoxLayout* m_layout = nullptr;
  QBoxLayout* m_right = nullptr;  ///< state and price
  QLabel* m_sentence = nullptr;
  QLabel* m_state = nullptr;
  QLabel* m_price = nullptr;
  QString m_rmse;     ///< first half of the price
  QString m_against;  ///< second half; empty if there is nothing to compare with
  bool m_coloring = false;
  bool m_critical = false;
  DesignState m_shown = DesignState::None;
};

/// "rmse 3.21 (× clip norm), 19 % better than DP-SGD under the same batching"; errors are in the unit of `readings`.
QString priceText(const Design& design, ErrorReadings& readings);
/// The main parts of the privacy claim as rich text, one line each.
QString claimToolTip(const Design& design);

}  // namespace noiseloom
