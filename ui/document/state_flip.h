#pragma once

#include <QObject>
#include <memory>
#include <optional>

#include "core/design/design.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

class ScenarioDocument;

/// Flips the document between two scenarios, A, which it stands at, and B: a marked one, or else the one that it came
/// from. A flip is no step: what was undone can still be redone, and an undo, an edit or another state ends it. An edit
/// at B is made of B, with the way there as a step of its own before it.
class StateFlip : public QObject {
  Q_OBJECT

 public:
  explicit StateFlip(ScenarioDocument& document);

  /// The scenario that flip() shows; nullptr if there is none.
  const Scenario* other() const;
  /// True while B is shown.
  bool isFlipped() const { return m_back.has_value(); }
  void flip();
  /// Makes a scenario the one to flip to, until another one is marked or a session is opened; nullopt: the last one.
  void mark(const std::optional<Scenario>& scenario);
  bool isMarked(const Scenario& scenario) const { return m_marked && m_marked->scenario == scenario; }

 signals:
  void changed();

 private:
  friend class ScenarioDocument;
  struct State {
    Scenario scenario;
    std::shared_ptr<const Design> design;
  };
  /// The document's scenario was replaced, by a flip or not.
  void scenarioReplaced();
  void indexChanged(int index);
  /// Before an edit: the flip becomes a step.
  void settle();
  void forget();
  State present() const;
  const State* target() const;

  ScenarioDocument& m_document;
  std::optional<State> m_last;    ///< the state that one came from
  std::optional<State> m_marked;  ///< by a person
  std::optional<State> m_back;    ///< A, while B is shown
  int m_index = 0;
  bool m_flipping = false;
};

}  // namespace noiseloom
