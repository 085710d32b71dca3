#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <optional>

#include "core/design/design.h"
#include "core/io/drawn_strategy.h"
#include "ui/jobs/newest_job.h"

namespace noiseloom {

class ScenarioDocument;

/// The design's strategy as a person draws it. What was drawn is an imported strategy without a file
/// (ImportedStrategy::isDrawn()), so that everything else takes it as one. What it was drawn from is the newest
/// scenario of the undo steps that was not drawn: its mechanism, in the scenario as it is now, is the optimum to
/// compare with and to go back to, found anew in the background whenever the scenario changes otherwise.
class StrategyDrawing : public QObject {
  Q_OBJECT

 public:
  explicit StrategyDrawing(ScenarioDocument& document, QObject* parent = nullptr);

  /// Whether the document's strategy is drawn.
  bool isDrawn() const;
  /// The strategy that a stroke would change; none where whyNot() says why.
  std::optional<Strategy> strategy() const;
  QString whyNot() const;

  /// Strokes of one gesture are one undo step: a drag, or keys that follow each other closely. Empty before the first.
  void beginGesture();
  /// The scenario with that in the strategy's place. `text` names the undo step.
  void draw(const ImportedStrategy& drawn, const QString& text);
  /// Takes the strokes of the gesture back.
  void takeBack();

  /// The undrawn design: of the document's scenario but for the mechanism. Stays while nothing that the strategy
  /// depends on changes; nullptr where there is none (yet), or nothing is drawn.
  const std::shared_ptr<const Design>& optimum() const { return m_optimum; }
  /// Whether its figures are of the document's scenario, and can be set beside those of what is drawn.
  bool isOptimumCurrent() const;
  /// The name of the mechanism where that has optimised nothing, so that it is no optimum; otherwise empty.
  QString closedForm() const;
  void goBack();

 signals:
  /// Something is drawn or no more, or the optimum is another.
  void changed();

 private:
  /// Of the optimum, in the scenario as it is now.
  Scenario optimumScenario() const;
  void follow();

  ScenarioDocument& m_document;
  std::optional<Scenario> m_origin;  ///< what it was drawn from; only while it is drawn
  std::optional<Scenario> m_before;  ///< the gesture's first stroke
  std::shared_ptr<const Design> m_optimum;
  int m_gesture = 0;
  NewestJob m_job;
};

}  // namespace noiseloom
