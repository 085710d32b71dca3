#pragma once

#include <QFrame>
#include <memory>

#include "ui/jobs/newest_job.h"

class QLabel;

namespace noiseloom {

class ScenarioDocument;
struct Design;

/// The sentence on top of the window: what is promised, and its price. Red with the reason while the scenario cannot be
/// used; marked while the result belongs to an earlier scenario.
class ClaimBar : public QFrame {
  Q_OBJECT

 public:
  explicit ClaimBar(ScenarioDocument& document, QWidget* parent = nullptr);

  QString sentence() const;
  QString price() const;
  QString state() const;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void refresh();
  void explain();

  ScenarioDocument& m_document;
  QLabel* m_sentence = nullptr;
  QLabel* m_state = nullptr;
  QLabel* m_price = nullptr;
  bool m_refreshing = false;
  std::shared_ptr<const Design> m_explained;
  NewestJob m_claimJob;
};

/// "rmse 3.21 (× clip norm), 19 % better than DP-SGD".
QString priceText(const Design& design);
/// All of the privacy claim, one line an item. Certifies the privacy profile: work for a thread.
QString claimText(const Design& design);

}  // namespace noiseloom
