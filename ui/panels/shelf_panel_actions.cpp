// The actions of the shelf's buttons and menu.

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <algorithm>

#include "ui/document/claim_difference.h"
#include "ui/document/scenario_document.h"
#include "ui/panels/progress_fraction.h"
#include "ui/panels/shelf_panel.h"
#include "ui/panels/shelf_view.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {

QMenu* ShelfPanel::contextMenu() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addActions({m_use, m_rename, m_shown, m_baseline, m_recalibrate, m_searchAgain, m_compare, m_explain});
  menu->addSeparator();
  menu->addAction(m_remove);
  menu->addSeparator();
  QAction* copy = menu->addAction(symbolicIcon(QStringLiteral("copy")), tr("Copy value"), m_view,
                                  [this] { QGuiApplication::clipboard()->setText(m_view->currentValue()); });
  copy->setObjectName(QStringLiteral("copyValue"));
  copy->setEnabled(!m_view->currentValue().isEmpty());
  menu->addMenu(newCopies(menu));
  menu->addAction(m_pin);
  menu->addMenu(m_view->columnsMenu(menu));
  return menu;
}

QMenu* ShelfPanel::newCopies(QWidget* parent) {
  auto* menu = named<QMenu>("copyTable", tr("Copy the table of designs"), parent);
  menu->setEnabled(m_document.design() || !m_document.shelf().pins().empty());
  for (const TableForm form : kTableForms)
    menu->addAction(tableFormName(form), this, [this, form] { copyTable(form); });
  return menu;
}

/// All designs of the shelf, as they are compared side by side: the baseline first, and the current one last unless it
/// is pinned.
void ShelfPanel::copyTable(TableForm form) const {
  std::vector<NamedDesign> designs;
  bool pinned = false;
  const Shelf& shelf = m_document.shelf();
  for (const PinnedDesign& pin : shelf.pins()) {
    pinned = pinned || pin.design == m_document.design();
    const NamedDesign design{pin.name, pin.design, pin.id};
    designs.insert(shelf.baseline() == pin.id ? designs.begin() : designs.end(), design);
  }
  if (m_document.design() && !pinned)
    designs.push_back({tr("Current design"), m_document.design(), ShelfModel::kCurrent});
  const PlainNumbers plain;
  QGuiApplication::clipboard()->setText(comparisonText(compareDesigns(designs), false, form));
}

void ShelfPanel::explainSelected() {
  const std::vector<int> ids = m_view->selectedPins();
  emit figuresWanted(ids.size() == 1 ? ids.front() : ShelfModel::kCurrent);
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
  // Figures that are only stated by a file are recomputed before they support a claim.
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

/// One selected design is compared with the current one, unless that is it: as after pinning.
void ShelfPanel::compareSelected() {
  std::vector<int> ids = m_view->selectedPins();
  if (ids.size() == 1) {
    if (m_document.shelf().find(ids.front())->design == m_document.design()) {
      ids.clear();
    } else {
      ids.push_back(ShelfModel::kCurrent);
    }
  }
  emit compareWanted(ids);
}

void ShelfPanel::removeSelected() {
  const std::vector<int> ids = m_view->selectedPins();
  QUndoStack& stack = m_document.undoStack();
  if (ids.size() > 1) stack.beginMacro(tr("remove %1 designs").arg(ids.size()));
  for (const int id : ids) m_document.shelf().remove(id);
  if (ids.size() > 1) stack.endMacro();
}

/// The selected designs whose claim differs, or else all that are not comparable. Designs for another job are
/// comparable, and taken to be meant for it unless selected.
std::vector<int> ShelfPanel::recalibratable() const {
  const std::vector<int> selected = m_view->selectedPins();
  std::vector<int> chosen;
  std::vector<int> different;
  for (const PinnedDesign& pinned : m_document.shelf().pins()) {
    const Standing standing = standingOf(pinned.design->scenario, m_document.scenario());
    if (standing == Standing::OtherClaim) different.push_back(pinned.id);
    if (standing != Standing::Same && std::ranges::find(selected, pinned.id) != selected.end())
      chosen.push_back(pinned.id);
  }
  return chosen.empty() ? different : chosen;
}

/// The design before its recalibration, if that fixed a choice which was open.
std::shared_ptr<const Design> ShelfPanel::openDesign(const PinnedDesign& pinned) const {
  const auto before = m_before.find(pinned.design);
  return before == m_before.end() ? pinned.design : before->second;
}

/// The recalibratable designs whose scenario asks for the best size, including those recalibrated without a search.
std::vector<int> ShelfPanel::searchable() const {
  std::vector<int> ids = recalibratable();
  const std::vector<int> selected = m_view->selectedPins();
  for (const PinnedDesign& pinned : m_document.shelf().pins()) {
    const bool offered = m_before.contains(pinned.design) && std::ranges::find(ids, pinned.id) == ids.end();
    if (offered && (selected.empty() || std::ranges::find(selected, pinned.id) != selected.end()))
      ids.push_back(pinned.id);
  }
  std::erase_if(ids, [this](int id) { return !leavesOpen(openDesign(*m_document.shelf().find(id))->scenario); });
  return ids;
}

void ShelfPanel::recalibrateSelected() {
  recalibrate(recalibratable());
}

void ShelfPanel::searchAgainSelected() {
  recalibrate(searchable(), Recalibration::Anew);
}

void ShelfPanel::recalibrate(const std::vector<int>& ids, Recalibration how) {
  // A running recalibration shows progress and can be cancelled; it must not be dropped silently.
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
    if (how == Recalibration::Anew) pins.back().design = openDesign(*pinned);
    m_recalibrating[id] = pinned->design;
  }
  if (pins.empty()) return;
  showFraction(*m_progress, 0);
  m_recalibrator.start(pins, m_document.scenario(), how);
  m_progress->show();
  m_cancel->show();
  say(tr("Recalibrating %1 …").arg(pins.front().name), false);
  refresh();
}

void ShelfPanel::onRecalibrated(const std::map<int, std::shared_ptr<const Design>>& designs,
                                const QStringList& problems) {
  std::map<int, std::shared_ptr<const Design>> wanted;
  for (const auto& [id, design] : designs) {
    // Pins removed or replaced in the meantime are left alone.
    const PinnedDesign* pinned = m_document.shelf().find(id);
    if (pinned && pinned->design == m_recalibrating[id]) wanted[id] = design;
  }
  // Drops designs that neither the shelf nor its undo steps hold any more.
  std::erase_if(m_before, [](const auto& entry) { return entry.first.use_count() == 1; });
  QStringList keptTheirSize;
  for (const auto& [id, design] : wanted) {
    const PinnedDesign& pinned = *m_document.shelf().find(id);
    const auto before = openDesign(pinned);
    if (!leavesOpen(before->scenario) || leavesOpen(design->scenario)) continue;
    m_before[design] = before;
    keptTheirSize += tr("%1 keeps what was best before").arg(pinned.name);
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
  } else if (!keptTheirSize.isEmpty()) {
    say(tr("%1. “Search again” looks for the best now.").arg(keptTheirSize.join(tr(", "))), false);
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
  m_message->setAccessibleName(text);
}

}  // namespace noiseloom
