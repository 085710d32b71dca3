// What the buttons and the menu of the shelf do.

#include <QAction>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <algorithm>

#include "ui/document/scenario_document.h"
#include "ui/panels/progress_fraction.h"
#include "ui/panels/shelf_panel.h"
#include "ui/panels/shelf_view.h"
#include "ui/style/theme.h"

namespace noiseloom {

QMenu* ShelfPanel::contextMenu() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addActions({m_use, m_rename, m_shown, m_baseline, m_recalibrate});
  menu->addSeparator();
  menu->addAction(m_remove);
  menu->addSeparator();
  menu->addAction(m_pin);
  menu->addMenu(m_view->columnsMenu(menu));
  return menu;
}

void ShelfPanel::pinCurrent() {
  if (!m_pin->isEnabled()) return;
  const auto design = m_document.design();
  for (const PinnedDesign& pinned : m_document.shelf().pins()) {
    if (pinned.design != design) continue;
    m_view->select(pinned.id);
    say(tr("This design is pinned already, as %1.").arg(pinned.name), false);
    return;
  }
  m_view->select(m_document.shelf().pin(design));
  if (m_folded) setFolded(false);
}

void ShelfPanel::useSelected() {
  const std::vector<int> ids = m_view->selectedPins();
  const PinnedDesign* pinned = ids.size() == 1 ? m_document.shelf().find(ids.front()) : nullptr;
  if (!pinned) return;
  // Figures that only a file states are computed anew before anything is claimed by them.
  m_document.adopt(pinned->design->scenario, tr("use %1").arg(pinned->name),
                   pinned->confirmed ? pinned->design : nullptr);
}

void ShelfPanel::renameSelected() {
  const std::vector<int> ids = m_view->selectedPins();
  if (ids.size() == 1) m_view->renamePin(ids.front());
}

void ShelfPanel::toggleShown() {
  const std::vector<int> ids = m_view->selectedPins();
  const bool anyHidden = std::ranges::any_of(ids, [this](int id) {
    const PinnedDesign* pinned = m_document.shelf().find(id);
    return pinned && !pinned->visible;
  });
  QUndoStack& stack = m_document.undoStack();
  if (ids.size() > 1) stack.beginMacro(anyHidden ? tr("show designs") : tr("hide designs"));
  for (const int id : ids) m_document.shelf().setVisible(id, anyHidden);
  if (ids.size() > 1) stack.endMacro();
  refresh();
}

void ShelfPanel::toggleBaseline() {
  const std::vector<int> ids = m_view->selectedPins();
  if (ids.size() == 1) {
    Shelf& shelf = m_document.shelf();
    shelf.setBaseline(shelf.baseline() == ids.front() ? std::nullopt : std::optional(ids.front()));
  }
  refresh();
}

void ShelfPanel::removeSelected() {
  const std::vector<int> ids = m_view->selectedPins();
  QUndoStack& stack = m_document.undoStack();
  if (ids.size() > 1) stack.beginMacro(tr("remove %1 designs").arg(ids.size()));
  for (const int id : ids) m_document.shelf().remove(id);
  if (ids.size() > 1) stack.endMacro();
}

std::vector<int> ShelfPanel::notComparable() const {
  std::vector<int> ids;
  for (const PinnedDesign& pinned : m_document.shelf().pins()) {
    if (!claimDifferences(pinned.design->scenario, m_document.scenario()).empty()) ids.push_back(pinned.id);
  }
  return ids;
}

void ShelfPanel::recalibrateSelected() {
  const std::vector<int> different = notComparable();
  std::vector<int> ids = m_view->selectedPins();
  std::erase_if(ids, [&](int id) { return std::ranges::find(different, id) == different.end(); });
  recalibrate(ids.empty() ? different : ids);
}

void ShelfPanel::recalibrate(const std::vector<int>& ids) {
  // What runs is shown with its progress and can be cancelled; it must not be dropped without a word.
  if (isRecalibrating()) return;
  if (!m_document.canSolve()) {
    say(tr("The current scenario has no claim: %1").arg(m_document.problems().front().message), true);
    return;
  }
  std::vector<PinnedDesign> pins;
  m_recalibrating.clear();
  for (const int id : ids) {
    const PinnedDesign* pinned = m_document.shelf().find(id);
    if (!pinned) continue;
    pins.push_back(*pinned);
    m_recalibrating[id] = pinned->design;
  }
  if (pins.empty()) return;
  showFraction(*m_progress, 0);
  m_recalibrator.start(pins, m_document.scenario());
  m_progress->show();
  m_cancel->show();
  say(tr("Recalibrating %1 …").arg(pins.front().name), false);
  refresh();
}

void ShelfPanel::onRecalibrated(const std::map<int, std::shared_ptr<const Design>>& designs,
                                const QStringList& problems) {
  std::map<int, std::shared_ptr<const Design>> wanted;
  for (const auto& [id, design] : designs) {
    // What was removed or replaced in the meantime is left as it is.
    const PinnedDesign* pinned = m_document.shelf().find(id);
    if (pinned && pinned->design == m_recalibrating[id]) wanted[id] = design;
  }
  const auto asked = m_recalibrating.size();
  m_recalibrating.clear();
  m_progress->hide();
  m_cancel->hide();
  m_document.shelf().replaceDesigns(wanted);
  if (!problems.isEmpty()) {
    say(problems.join(QLatin1Char(' ')), true);
  } else if (wanted.size() < asked) {
    say(tr("Recalibrating was cancelled: %1 of %2 designs are done.").arg(wanted.size()).arg(asked), false);
  } else {
    say({}, false);
  }
  refresh();
}

void ShelfPanel::cancelWork() {
  m_recalibrator.cancel();
}

void ShelfPanel::say(const QString& text, bool problem) {
  const Theme& theme = themeOf(palette());
  setTextColor(*m_message, problem ? theme.error : theme.mutedText);
  m_message->setText(text);
  m_message->setToolTip(text);
  m_message->setAccessibleName(text);
}

}  // namespace noiseloom
