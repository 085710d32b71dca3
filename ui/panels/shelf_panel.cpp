#include "ui/panels/shelf_panel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>

#include "ui/document/claim_state.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/panels/progress_fraction.h"
#include "ui/panels/shelf_view.h"
#include "ui/panels/shrinking_button.h"
#include "ui/style/elided_label.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kRowsAtFirst = 3;
constexpr int kRowsWhereShort = 2;
constexpr int kQuietMilliseconds = 500;

}  // namespace

ShelfPanel::ShelfPanel(ScenarioDocument& document, BestBaselines& baselines, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_model(new ShelfModel(document, m_costs, baselines, this)),
      m_view(new ShelfView(*m_model)) {
  setObjectName(QStringLiteral("shelf"));
  connect(m_view, &ShelfView::rowsResized, this, &ShelfPanel::rowsResized);
  setAccessibleName(tr("Designs shelf"));
  buildActions();
  m_title = buildTitle();
  auto* layout = newLayout<QVBoxLayout>({0, 0, 0, 0}, 0, this);
  layout->addWidget(m_title);
  layout->addWidget(m_view, 1);

  m_quiet.setSingleShot(true);
  m_quiet.setInterval(kQuietMilliseconds);
  connect(&m_quiet, &QTimer::timeout, this, &ShelfPanel::measureCosts);
  connect(&FramePacer::instance(), &FramePacer::rested, &m_quiet, qOverload<>(&QTimer::start));
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Sweep || change == DocumentChange::Activity) return;
    // What was said of another scenario no longer holds.
    const bool asksElse = change == DocumentChange::Scenario || change == DocumentChange::Problems;
    if (asksElse && !isRecalibrating() && !message().isEmpty()) say({}, false);
    if (FramePacer::instance().opensFrame(m_document, change)) return;
    refresh();
    m_quiet.start();
  });
  connect(&m_document.shelf(), &Shelf::pointedAt, this, [this](int id) {
    if (m_folded) setFolded(false);
    m_view->select(id);
  });
  connect(&m_document.shelf(), &Shelf::recalibrationWanted, this,
          [this](const std::vector<int>& ids) { recalibrate(ids); });
  connect(&m_document.shelf(), &Shelf::changed, this, [this] {
    refresh();
    m_quiet.start();
  });
  connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ShelfPanel::refresh);
  connect(m_view, &ShelfView::shownClicked, this, [this](int id) {
    if (const PinnedDesign* pinned = m_document.shelf().find(id)) m_document.shelf().setVisible(id, !pinned->visible);
  });
  connect(m_view, &ShelfView::lessonWanted, this, &ShelfPanel::lessonWanted);
  connect(m_view, &ShelfView::claimClicked, this, [this](int id) {
    const PinnedDesign* pinned = m_document.shelf().find(id);
    if (pinned && !claimDifferences(pinned->design->scenario, m_document.scenario()).empty()) recalibrate({id});
  });
  connect(m_view, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
    QMenu* menu = contextMenu();
    menu->popup(m_view->viewport()->mapToGlobal(at));
  });
  connect(&m_recalibrator, &Recalibrator::progressed, this, [this](double fraction, const QString& name) {
    if (!isRecalibrating()) return;
    showFraction(*m_progress, fraction);
    say(tr("Recalibrating %1 …").arg(name), false);
  });
  connect(&m_recalibrator, &Recalibrator::finished, this, &ShelfPanel::onRecalibrated);
  showFold();
  refresh();
}

QAction* ShelfPanel::addAction(const QString& name, const QString& icon, const QString& text, const QString& help,
                               const QKeySequence& keys, void (ShelfPanel::*run)()) {
  auto* action = new QAction(symbolicIcon(icon), text, this);
  action->setObjectName(name);
  action->setToolTip(keys.isEmpty() ? help : tr("%1 (%2)").arg(help, keys.toString(QKeySequence::NativeText)));
  action->setShortcut(keys);
  // Only in the table: Delete and Space have other meanings in fields.
  action->setShortcutContext(Qt::WidgetShortcut);
  m_view->addAction(action);
  connect(action, &QAction::triggered, this, run);
  return action;
}

void ShelfPanel::buildActions() {
  m_pin = named<QAction>("pinDesign", symbolicIcon(QStringLiteral("pin")), tr("Pin design"), this);
  connect(m_pin, &QAction::triggered, this, &ShelfPanel::pinCurrent);
  m_use = addAction(QStringLiteral("useDesign"), QStringLiteral("back"), tr("Use"),
                    tr("Puts the scenario of the selected design back into the fields"), QKeySequence(Qt::Key_Return),
                    &ShelfPanel::useSelected);
  m_use->setShortcuts({QKeySequence(Qt::Key_Return), QKeySequence(Qt::Key_Enter)});
  m_rename =
      addAction(QStringLiteral("renameDesign"), QStringLiteral("rename"), tr("Rename"),
                tr("Gives the selected design another name"), QKeySequence(Qt::Key_F2), &ShelfPanel::renameSelected);
  m_shown = addAction(QStringLiteral("showDesign"), QStringLiteral("eye"), tr("Show in plots"),
                      tr("Draws the selected designs in the plots, or no longer"), QKeySequence(Qt::Key_Space),
                      &ShelfPanel::toggleShown);
  m_shown->setCheckable(true);
  m_baseline = addAction(QStringLiteral("baselineDesign"), QStringLiteral("baseline"), tr("Baseline"),
                         tr("Compares all designs with the selected one instead of DP-SGD"), QKeySequence(Qt::Key_B),
                         &ShelfPanel::toggleBaseline);
  m_baseline->setCheckable(true);
  m_recalibrate = addAction(QStringLiteral("recalibrateDesign"), QStringLiteral("recalibrate"), tr("Recalibrate"),
                            tr("Puts the selected designs, or all that are not comparable, under the current claim"),
                            QKeySequence(Qt::Key_R), &ShelfPanel::recalibrateSelected);
  m_searchAgain = addAction(QStringLiteral("searchAgain"), QStringLiteral("search"), tr("Search again"),
                            tr("Puts the selected designs, or all for which the best was asked, under the current "
                               "claim and searches for the best there"),
                            QKeySequence(Qt::SHIFT | Qt::Key_R), &ShelfPanel::searchAgainSelected);
  m_compare = addAction(
      QStringLiteral("compareDesigns"), QStringLiteral("compare"), tr("Compare side by side …"),
      tr("Shows designs with what differs: the selected ones, one and the current design, or all in the plots"),
      QKeySequence(Qt::Key_C), &ShelfPanel::compareSelected);
  m_explain = addAction(QStringLiteral("explainDesign"), QString(), tr("What makes its figures …"),
                        tr("The factors of each figure of the selected design, and what decides them"),
                        QKeySequence(Qt::Key_E), &ShelfPanel::explainSelected);
  m_remove = addAction(QStringLiteral("removeDesign"), QStringLiteral("delete"), tr("Remove"),
                       tr("Takes the selected designs off the shelf"), QKeySequence(Qt::Key_Delete),
                       &ShelfPanel::removeSelected);
}

QWidget* ShelfPanel::buildTitle() {
  auto* title = new QWidget;
  m_fold = named<QToolButton>("foldShelf");
  m_fold->setAutoRaise(true);
  m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_fold->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
  m_fold->setText(tr("Designs"));
  m_fold->setAccessibleName(tr("Fold the designs shelf"));
  m_fold->setToolTip(tr("Folds the shelf away, or unfolds it"));
  connect(m_fold, &QToolButton::clicked, this, [this] { setFolded(!m_folded); });
  m_message = named<ElidedLabel>("shelfMessage");
  m_message->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_progress = named<QProgressBar>("shelfProgress");
  m_progress->setRange(0, 1000);
  m_progress->setFixedSize(15 * kGrid, 2 * kGrid);
  m_progress->setTextVisible(false);
  m_progress->setAccessibleName(tr("Progress of recalibrating"));
  m_progress->hide();
  m_cancel = new QPushButton(symbolicIcon(QStringLiteral("cancel")), tr("Cancel"));
  nameWidget(m_cancel, QStringLiteral("cancelRecalibrating"), tr("Cancel recalibrating"));
  m_cancel->hide();
  connect(m_cancel, &QPushButton::clicked, this, &ShelfPanel::cancelWork);
  auto* layout = newLayout<QHBoxLayout>({kGrid + kHalfGrid, 0, kGrid, 0}, kHalfGrid, title);
  layout->addWidget(m_fold);
  layout->addSpacing(kGrid);
  layout->addWidget(m_message, 1);
  layout->addWidget(m_progress);
  layout->addWidget(m_cancel);
  for (QAction* action : {m_pin, m_use, m_baseline, m_recalibrate, m_searchAgain, m_remove}) {
    auto* button = new ShrinkingButton;
    button->setObjectName(action->objectName() + QStringLiteral("Button"));
    button->setAutoRaise(true);
    button->setDefaultAction(action);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(action->text());
    button->setAccessibleDescription(action->toolTip());
    layout->addWidget(button);
  }
  return title;
}

void ShelfPanel::refresh() {
  const auto design = m_document.design();
  QString whyNot;
  if (!design || m_document.designState() != DesignState::Current || !isCertified(*design))
    whyNot = m_document.canSolve() ? tr("The design is still being solved") : tr("There is no valid scenario");
  m_pin->setEnabled(whyNot.isEmpty());
  const QString pinTip = whyNot.isEmpty() ? tr("Keeps the current design on the shelf, to compare others with it (%1)")
                                                .arg(m_pin->shortcut().toString(QKeySequence::NativeText))
                                          : whyNot;
  // Runs with every step of a slider, so unchanged texts are not laid out again.
  if (m_pin->toolTip() != pinTip) m_pin->setToolTip(pinTip);
  const Shelf& shelf = m_document.shelf();
  const std::vector<int> ids = m_view->selectedPins();
  const bool one = ids.size() == 1 && shelf.find(ids.front());
  m_use->setEnabled(one);
  m_rename->setEnabled(one);
  m_shown->setEnabled(!ids.empty());
  m_shown->setChecked(std::ranges::all_of(ids, [&](int id) { return shelf.find(id) && shelf.find(id)->visible; }) &&
                      !ids.empty());
  m_baseline->setEnabled(one);
  m_baseline->setChecked(one && shelf.baseline() == ids.front());
  m_remove->setEnabled(!ids.empty());
  const bool ready = !isRecalibrating() && m_document.canSolve();
  m_recalibrate->setEnabled(ready && !recalibratable().empty());
  m_searchAgain->setEnabled(ready && !searchable().empty());
  const QString title = shelf.pins().empty() ? tr("Designs") : tr("Designs (%1 pinned)").arg(shelf.pins().size());
  if (m_fold->text() != title) m_fold->setText(title);
}

void ShelfPanel::showFold() {
  m_fold->setIcon(symbolicIcon(m_folded ? QStringLiteral("unfold") : QStringLiteral("fold")));
  m_fold->setAccessibleDescription(m_folded ? tr("folded") : tr("unfolded"));
}

void ShelfPanel::measureCosts() {
  // A measurement during a solve would be distorted.
  if (m_document.activity().running || isRecalibrating()) {
    m_quiet.start();
    return;
  }
  for (const PinnedDesign& pinned : m_document.shelf().pins()) m_costs.request(pinned.design);
  m_costs.request(m_document.design());
}

void ShelfPanel::setFolded(bool folded) {
  if (folded == m_folded) return;
  m_folded = folded;
  m_view->setVisible(!folded);
  setMaximumHeight(folded ? m_title->sizeHint().height() : QWIDGETSIZE_MAX);
  showFold();
  updateGeometry();
  emit foldedChanged(folded);
}

void ShelfPanel::setShort(bool isShort) {
  if (isShort == m_short) return;
  m_short = isShort;
  updateGeometry();
  emit rowsResized();
}

QSize ShelfPanel::sizeHint() const {
  const int title = m_title->sizeHint().height();
  // Always the same: the pin button stays where it is while designs are pinned.
  return {QWidget::sizeHint().width(),
          m_folded ? title : title + m_view->heightOf(m_short ? kRowsWhereShort : kRowsAtFirst)};
}

QJsonObject ShelfPanel::viewState() const {
  QJsonObject state = m_view->viewState();
  state[QStringLiteral("folded")] = m_folded;
  return state;
}

void ShelfPanel::restoreView(const QJsonObject& state) {
  m_view->restoreView(state);
  setFolded(state[QStringLiteral("folded")].toBool());
}

void ShelfPanel::resetView() {
  m_view->resetColumns();
  setFolded(false);
}

}  // namespace noiseloom
