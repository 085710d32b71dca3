#pragma once

#include <QFrame>
#include <QLabel>

#include "ui/document/scenario_document.h"

class QBoxLayout;

namespace noiseloom {

class ErrorReadings;
struct Design;

/// The sentence on top of the window: what is promised, and its price. Red with the reason while the scenario cannot be
/// used, or while the claim does not hold for the job as described; marked while the result belongs to an earlier
/// scenario.
class ClaimBar : public QFrame {
  Q_OBJECT

 public:
  explicit ClaimBar(ScenarioDocument& document, QWidget* parent = nullptr);

  QString sentence() const { return m_sentence->text(); }
  /// As priceText() says it; on the screen it may take two lines.
  QString price() const;
  QString state() const { return m_state->text(); }
  /// The claim on show is not made: an assumption is violated.
  bool isCritical() const { return m_critical; }

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void refresh();
  void applyFont();
  /// The price beside the sentence, each in two lines, or below it where the sentence would take more.
  void arrange();
  /// How many lines the sentence takes in `room` pixels.
  int linesOfSentence(int room) const;
  void paint(bool alarmed, bool old);

  ScenarioDocument& m_document;
  QBoxLayout* m_layout = nullptr;
  QBoxLayout* m_figures = nullptr;  ///< state and price
  QLabel* m_sentence = nullptr;
  QLabel* m_state = nullptr;
  QLabel* m_price = nullptr;
  QString m_error;    ///< first half of the price
  QString m_against;  ///< second half; empty where there is nothing to compare
  bool m_refreshing = false;
  bool m_critical = false;
  DesignState m_shown = DesignState::None;
};

/// "rmse 3.21 (× clip norm), 19 % better than DP-SGD under the same batching"; errors in the unit of the readings.
QString priceText(const Design& design, ErrorReadings& readings);
/// The main parts of the privacy claim as rich text, one line an item.
QString claimToolTip(const Design& design);

}  // namespace noiseloom
