#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/design/design.h"

class QUndoStack;

namespace noiseloom {

/// The longest name of a pinned design, in characters, which fits a table. Longer ones are cut.
inline constexpr int kMostPinName = 200;

/// A design kept for comparison. Its number never changes and is never reused.
struct PinnedDesign {
  int id = 0;
  QString name;
  std::shared_ptr<const Design> design;
  bool visible = true;  ///< drawn in the plots
  /// A warning about the figures: the file states others than follow from the design. Empty otherwise.
  QString warning = {};
  /// The figures were computed in this process, or verified against the file that states them. Until then they are only
  /// displayed: they support no claim and no export.
  bool confirmed = true;

  bool operator==(const PinnedDesign&) const = default;
};

/// The series colour and dash of a pinned design in every plot (SeriesRole::Palette) and on the shelf; it does not
/// change when other designs come and go. Never 0, whose colour is that of the current design.
inline int seriesIndex(const PinnedDesign& pinned) {
  return pinned.id;
}

/// The pinned designs in the order of pinning, and the baseline that the others are compared with. Every change is one
/// step of the document's undo stack.
class Shelf : public QObject {
  Q_OBJECT

 public:
  /// The stack must outlive the shelf.
  explicit Shelf(QUndoStack& undoStack, QObject* parent = nullptr);

  const std::vector<PinnedDesign>& pins() const { return m_state.pins; }
  const PinnedDesign* find(int id) const;
  /// The pinned design that others are compared with; nullopt: DP-SGD for the same scenario.
  std::optional<int> baseline() const { return m_state.baseline; }

  /// Pins a design and returns its number. The default name is its mechanism and bands, with as much of its claim as
  /// distinguishes it from others.
  int pin(std::shared_ptr<const Design> design, const QString& name = {});
  void remove(int id);
  void rename(int id, const QString& name);
  void setVisible(int id, bool visible);
  void setBaseline(std::optional<int> id);
  /// Replaces designs under the same numbers and names, as one undo step: for recalibrated ones.
  void replaceDesigns(const std::map<int, std::shared_ptr<const Design>>& designs);
  /// Adds a design of the opened session that took time to solve; no undo step.
  void admit(const PinnedDesign& pinned);
  /// Records what was found out about a design after it was opened; no undo step. An empty warning confirms
  /// its figures.
  void setChecked(int id, const QString& warning);
  /// Replaces everything, without an undo step, for an opened session. The numbers must be unique; those up to `taken`
  /// are reserved for designs that are admitted later.
  void reset(std::vector<PinnedDesign> pins, std::optional<int> baseline, int taken = 0);

  /// Selects a design wherever pinned designs are listed.
  void pointAt(int id) { emit pointedAt(id); }
  /// Asks for these designs under the claim and the job of the current scenario.
  void askToRecalibrate(const std::vector<int>& ids) { emit recalibrationWanted(ids); }

 signals:
  void changed();
  void pointedAt(int id);
  void recalibrationWanted(const std::vector<int>& ids);

 private:
  friend class EditShelfCommand;
  struct State {
    std::vector<PinnedDesign> pins;
    std::optional<int> baseline;
  };
  void push(const QString& text, State after);
  void replace(const State& state);
  /// One undo step between two states.
  void go(const State& from, State to);
  /// Keeps the pins ordered by number.
  static void insert(std::vector<PinnedDesign>& pins, const PinnedDesign& pinned);

  QUndoStack& m_undoStack;
  State m_state;
  int m_lastId = 0;
};

}  // namespace noiseloom
