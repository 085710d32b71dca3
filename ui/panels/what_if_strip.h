#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "core/explore/what_if.h"
#include "ui/jobs/newest_job.h"

class QLabel;

namespace noiseloom {

class BarList;
class ScenarioDocument;

/// What one change of the job would bring, as bars of its error: another loader, twice the batch, one more epoch,
/// another epsilon, half the memory. A click makes the change. Computed on its own thread, as estimates, while it is
/// visible and the design is solved; until then the bars of the scenario before stand there in grey.
class WhatIfStrip : public QWidget {
  Q_OBJECT

 public:
  explicit WhatIfStrip(ScenarioDocument& document, QWidget* parent = nullptr);

  BarList& bars() const { return *m_bars; }
  /// True if all answers for the present scenario are on show.
  bool isComplete() const;
  /// Why there are no bars; empty where there are.
  QString note() const;
  QSize minimumSizeHint() const override;
  QSize sizeHint() const override { return minimumSizeHint(); }
  /// Words in place of bars take their room: plots do not move when bars come.
  bool hasHeightForWidth() const override { return note().isEmpty() && QWidget::hasHeightForWidth(); }

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void follow();
  void ask();
  void refresh();
  void enableBars();
  void showNote();

  ScenarioDocument& m_document;
  QLabel* m_title;
  QLabel* m_note;
  BarList* m_bars;
  std::optional<Scenario> m_asked;
  std::vector<WhatIf> m_answers;
  bool m_complete = false;  ///< the answers are for the scenario asked
  NewestJob m_job{QStringLiteral("what if"),
                  NewestJob::Urgency::Background};  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
