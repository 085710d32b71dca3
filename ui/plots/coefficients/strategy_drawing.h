#pragma once

#include <QObject>
#include <memory>
#include <optional>

#include "core/design/design.h"
#include "core/io/drawn_strategy.h"
#include "ui/jobs/newest_job.h"

namespace noiseloom {

class ScenarioDocument;

/// The design's strategy as drawn by hand. A drawn strategy is an imported one without a file
/// (ImportedStrategy::isDrawn()), so everything else treats it as such. Its origin is the newest undrawn scenario of
/// the undo steps: that mechanism in the present scenario is the optimum to compare with and to return to, solved in
/// the background whenever the scenario changes.
class StrategyDrawing : public QObject {
  Q_OBJECT

 public:
  explicit StrategyDrawing(ScenarioDocument& document, QObject* parent = nullptr);

  /// True if the document's strategy is drawn by hand.
  bool isDrawn() const;
  /// The strategy that a stroke would change; nullopt if whyNot() gives a reason.
  std::optional<Strategy> strategy() const;
  QString whyNot() const;

  /// Starts a gesture, whose strokes are one undo step: a drag, or keys in quick succession.
  void beginGesture();
  /// Puts `drawn` into the scenario. `text` names the undo step.
  void draw(const ImportedStrategy& drawn, const QString& text);
  /// Undoes the strokes of the gesture.
  void takeBack();

  /// The undrawn design for the document's scenario, except for its mechanism. Kept while the inputs of the strategy
  /// stay the same; nullptr if not known yet, or if nothing is drawn.
  const std::shared_ptr<const Design>& optimum() const { return m_optimum; }
  /// True if its figures belong to the document's scenario, so that they can be compared with the drawn design's.
  bool isOptimumCurrent() const;
  /// The mechanism's name if it is a closed form, and so no optimum; otherwise empty.
  QString closedForm() const;
  void goBack();

 signals:
  /// Drawing has begun or ended, or the optimum has changed.
  void changed();

 private:
  /// The scenario of the optimum: the present one with the original mechanism.
  Scenario optimumScenario() const;
  void follow();

  ScenarioDocument& m_document;
  std::optional<Scenario> m_origin;  ///< what the strategy was drawn from; only while it is drawn
  std::optional<Scenario> m_before;  ///< before the gesture's first stroke
  std::shared_ptr<const Design> m_optimum;
  int m_gesture = 0;
  NewestJob m_job{QStringLiteral("optimum of a drawn strategy"), NewestJob::Urgency::Background};
};

}  // namespace noiseloom
