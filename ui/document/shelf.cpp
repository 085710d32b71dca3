#include "ui/document/shelf.h"

#include <QUndoCommand>
#include <QUndoStack>
#include <algorithm>
#include <utility>

#include "core/scenario/scenario.h"
#include "ui/document/design_text.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"

namespace noiseloom {

/// Undo step that replaces one state of the shelf by another. Designs are shared, so a state is small.
class EditShelfCommand : public QUndoCommand {
 public:
  EditShelfCommand(Shelf& shelf, const QString& text, Shelf::State after)
      : QUndoCommand(text), m_shelf(shelf), m_before(shelf.m_state), m_after(std::move(after)) {}

  void undo() override { m_shelf.go(m_after, m_before); }
  void redo() override { m_shelf.go(m_before, m_after); }

 private:
  Shelf& m_shelf;
  Shelf::State m_before;
  Shelf::State m_after;
};

namespace {

/// Properties that may distinguish two designs of one mechanism, the most likely first.
QStringList claimParts(const Scenario& scenario) {
  return {Shelf::tr("ε %1").arg(entryText(scenario.epsilon)), Shelf::tr("δ %1").arg(entryText(scenario.delta)),
          Shelf::tr("n %1").arg(countText(scenario.iterations)), Shelf::tr("k %1").arg(resultText(scenario.epochs, 6)),
          coreText(scenario.batching->name)};
}

/// The mechanism and bands, with as much of the claim as distinguishes the design from pinned ones with the same two.
QString defaultName(const Design& design, const std::vector<PinnedDesign>& pins) {
  const QString mechanism = mechanismText(design);
  const QStringList parts = claimParts(design.scenario);
  QString name = mechanism;
  for (qsizetype i = 0; i < parts.size(); ++i) {
    const bool tells = std::ranges::any_of(pins, [&](const PinnedDesign& pin) {
      return mechanismText(*pin.design) == mechanism && claimParts(pin.design->scenario).at(i) != parts.at(i);
    });
    if (tells) name = Shelf::tr("%1, %2").arg(name, parts.at(i));
  }
  const auto taken = [&pins](const QString& wanted) {
    return std::ranges::find(pins, wanted, &PinnedDesign::name) != pins.end();
  };
  QString free = name;
  for (int number = 2; taken(free); ++number) free = Shelf::tr("%1 (%2)").arg(name, QString::number(number));
  return free;
}

}  // namespace

Shelf::Shelf(QUndoStack& undoStack, QObject* parent) : QObject(parent), m_undoStack(undoStack) {}

const PinnedDesign* Shelf::find(int id) const {
  const auto found = std::ranges::find(m_state.pins, id, &PinnedDesign::id);
  return found == m_state.pins.end() ? nullptr : &*found;
}

int Shelf::pin(std::shared_ptr<const Design> design, const QString& name) {
  const int id = ++m_lastId;
  State after = m_state;
  const QString shown = (name.isEmpty() ? defaultName(*design, m_state.pins) : name).left(kMostPinName);
  after.pins.push_back({id, shown, std::move(design)});
  push(tr("pin %1").arg(shown), std::move(after));
  return id;
}

void Shelf::remove(int id) {
  const PinnedDesign* pinned = find(id);
  if (!pinned) return;
  State after = m_state;
  std::erase_if(after.pins, [id](const PinnedDesign& other) { return other.id == id; });
  if (after.baseline == id) after.baseline.reset();
  push(tr("remove %1").arg(pinned->name), std::move(after));
}

void Shelf::rename(int id, const QString& name) {
  const PinnedDesign* pinned = find(id);
  const QString wanted = name.trimmed().left(kMostPinName);
  if (!pinned || wanted.isEmpty() || wanted == pinned->name) return;
  State after = m_state;
  std::ranges::find(after.pins, id, &PinnedDesign::id)->name = wanted;
  push(tr("rename %1").arg(pinned->name), std::move(after));
}

void Shelf::setVisible(int id, bool visible) {
  const PinnedDesign* pinned = find(id);
  if (!pinned || pinned->visible == visible) return;
  State after = m_state;
  std::ranges::find(after.pins, id, &PinnedDesign::id)->visible = visible;
  push((visible ? tr("show %1") : tr("hide %1")).arg(pinned->name), std::move(after));
}

void Shelf::setBaseline(std::optional<int> id) {
  if (id == m_state.baseline || (id && !find(*id))) return;
  State after = m_state;
  after.baseline = id;
  push(tr("baseline"), std::move(after));
}

void Shelf::replaceDesigns(const std::map<int, std::shared_ptr<const Design>>& designs) {
  State after = m_state;
  QString last;
  int count = 0;
  for (PinnedDesign& pinned : after.pins) {
    const auto found = designs.find(pinned.id);
    if (found == designs.end() || !found->second) continue;
    pinned.design = found->second;
    pinned.warning.clear();
    pinned.confirmed = true;
    last = pinned.name;
    ++count;
  }
  if (count == 0) return;
  push(count == 1 ? tr("recalibrate %1").arg(last) : tr("recalibrate %1 designs").arg(count), std::move(after));
}

void Shelf::admit(const PinnedDesign& pinned) {
  if (find(pinned.id)) return;
  State after = m_state;
  insert(after.pins, pinned);
  m_lastId = std::max(m_lastId, pinned.id);
  replace(after);
}

void Shelf::insert(std::vector<PinnedDesign>& pins, const PinnedDesign& pinned) {
  const auto later = std::ranges::find_if(pins, [&](const PinnedDesign& other) { return other.id > pinned.id; });
  pins.insert(later, pinned);
}

void Shelf::go(const State& from, State to) {
  // Designs that were admitted without an undo step since this step was made do not belong to it, and stay.
  for (const PinnedDesign& pinned : m_state.pins) {
    if (std::ranges::find(from.pins, pinned.id, &PinnedDesign::id) == from.pins.end()) insert(to.pins, pinned);
  }
  for (PinnedDesign& pinned : to.pins) {
    const PinnedDesign* now = find(pinned.id);
    if (!now || now->design != pinned.design) continue;
    pinned.warning = now->warning;
    pinned.confirmed = now->confirmed;
  }
  replace(to);
}

void Shelf::setChecked(int id, const QString& warning) {
  const auto found = std::ranges::find(m_state.pins, id, &PinnedDesign::id);
  if (found == m_state.pins.end() || (found->warning == warning && found->confirmed == warning.isEmpty())) return;
  found->warning = warning;
  found->confirmed = warning.isEmpty();
  emit changed();
}

void Shelf::reset(std::vector<PinnedDesign> pins, std::optional<int> baseline, int taken) {
  m_lastId = std::max(m_lastId, taken);
  for (const PinnedDesign& pinned : pins) m_lastId = std::max(m_lastId, pinned.id);
  replace({std::move(pins), baseline});
}

void Shelf::push(const QString& text, State after) {
  m_undoStack.push(new EditShelfCommand(*this, text, std::move(after)));
}

void Shelf::replace(const State& state) {
  m_state = state;
  emit changed();
}

}  // namespace noiseloom
