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

/// Characters of the name of a pinned design: what fits a table. Longer ones are cut.
inline constexpr int kMostPinName = 200;

/// A design that a person keeps for comparison. Its number never changes and is not used again.
struct PinnedDesign {
  int id = 0;
  QString name;
  std::shared_ptr<const Design> design;
  bool visible = true;  ///< drawn in the plots
  /// What a person must know before trusting the figures: a file states others than follow from it. Empty otherwise.
  QString warning = {};
  /// The figures were computed in this process, or were found to follow from the file that states them. Until then they
  /// are only shown: nothing may be claimed or exported by them.
  bool confirmed = true;

  bool operator==(const PinnedDesign&) const = default;
};

/// Which series colour and dash a pinned design has in every plot (SeriesRole::Palette) and on the shelf: it stays the
/// same while others come and go. Never 0, whose colour is that of the current design.
inline int seriesIndex(const PinnedDesign& pinned) {
  return pinned.id;
}

/// The pinned designs, in the order in which they were pinned, and the baseline that the others are compared with.
/// Every change is one step of the document's undo stack.
class Shelf : public QObject {
  Q_OBJECT

 public:
  /// The stack must outlive the shelf.
  explicit Shelf(QUndoStack& undoStack, QObject* parent = nullptr);

  const std::vector<PinnedDesign>& pins() const { return m_state.pins; }
  const PinnedDesign* find(int id) const;
  /// The pinned design that others are compared with; none: DP-SGD for the same scenario.
  std::optional<int> baseline() const { return m_state.baseline; }

  /// Pins a design under a name of its own (by default its mechanism and bands, and what of its claim
  /// tells it from others of these) and returns its number.
  int pin(std::shared_ptr<const Design> design, const QString& name = {});
  void remove(int id);
  void rename(int id, const QString& name);
  void setVisible(int id, bool visible);
  void setBaseline(std::optional<int> id);
  /// Other designs under the same numbers and names, as one undo step: recalibrated ones.
  void replaceDesigns(const std::map<int, std::shared_ptr<const Design>>& designs);
  /// Adds designs that belong to the opened session but took time to solve; no undo step.
  void admit(const PinnedDesign& pinned);
  /// Says of a design what was found out about it after it was opened; no undo step. No warning: its figures are
  /// confirmed.
  void setChecked(int id, const QString& warning);
  /// Replaces everything, without an undo step: a session was opened. The numbers must be unique; those up to `taken`
  /// are kept for designs that are admitted later.
  void reset(std::vector<PinnedDesign> pins, std::optional<int> baseline, int taken = 0);

  /// Shows a person one of them: it is selected wherever they are listed.
  void pointAt(int id) { emit pointedAt(id); }

 signals:
  void changed();
  void pointedAt(int id);

 private:
  friend class EditShelfCommand;
  struct State {
    std::vector<PinnedDesign> pins;
    std::optional<int> baseline;
  };
  void push(const QString& text, State after);
  void replace(const State& state);
  /// One undo step from a state to another.
  void go(const State& from, State to);
  /// In the order of the numbers.
  static void insert(std::vector<PinnedDesign>& pins, const PinnedDesign& pinned);

  QUndoStack& m_undoStack;
  State m_state;
  int m_lastId = 0;
};

}  // namespace noiseloom
