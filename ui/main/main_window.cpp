#include "ui/main/main_window.h"

#include <QAction>
#include <QActionGroup>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTabWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <array>
#include <utility>

#include "ui/dialogs/claim_dialog.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/import_dialog.h"
#include "ui/dialogs/recommend_dialog.h"
#include "ui/dialogs/separation_page.h"
#include "ui/dialogs/spectrum_dialog.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/best_baselines.h"
#include "ui/jobs/error_scale_work.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/jobs/live_solver.h"
#include "ui/lessons/lesson_catalogue.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/lessons/lesson_player.h"
#include "ui/lessons/lesson_stage.h"
#include "ui/main/command_keys.h"
#include "ui/main/menus.h"
#include "ui/main/mnemonics.h"
#include "ui/main/panels.h"
#include "ui/main/start_page.h"
#include "ui/panels/activity_bar.h"
#include "ui/panels/claim_bar.h"
#include "ui/panels/number_field.h"
#include "ui/panels/scenario_panel.h"
#include "ui/panels/shelf_panel.h"
#include "ui/panels/what_if_strip.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/plot_panel.h"
#include "ui/plots/strategy/strategy_panel.h"
#include "ui/plots/training/training_controls.h"
#include "ui/plots/training/training_panel.h"
#include "ui/style/icons.h"
#include "ui/style/look.h"
#include "ui/workspace/drop_hint.h"
#include "ui/workspace/workspace.h"

namespace noiseloom {
namespace {

/// The screen size of laptops and projectors. Set explicitly, so that no content raises the minimum.
constexpr int kLeastWidth = 1024;
constexpr int kLeastHeight = 640;
/// Below this width, panels hide controls that menu and keyboard offer too.
constexpr int kRoomyWidth = 1200;
constexpr int kRoomyHeight = 720;

}  // namespace

MainWindow::MainWindow(ScenarioDocument& document, LiveSolver& solver, QWidget* parent)
    : QMainWindow(parent),
      m_document(document),
      m_solver(solver),
      m_bestBaselines(new BestBaselines(this)),
      m_claim(new ClaimBar(document, *m_bestBaselines)),
      m_scenario(new ScenarioPanel(document)),
      m_plots(new PlotBoard),
      m_shelf(new ShelfPanel(document, *m_bestBaselines)),
      m_whatIf(new WhatIfStrip(document)),
      m_plotsAndShelf(new QSplitter(Qt::Vertical)),
      m_activity(new ActivityBar(document)) {
  setWindowIcon(applicationIcon());
  new ErrorScaleWork(document.errors(), this);
  buildWorkspace();
  addPanels(*m_plots, document);
  buildLessons();

  auto* middle = newLayout<QHBoxLayout>({0, 0, kGrid, 0}, 0);
  middle->addWidget(m_scenario);
  auto* right = newLayout<QVBoxLayout>({}, kGrid);
  right->addWidget(m_plotsAndShelf, 1);
  right->addWidget(m_lesson);
  middle->addLayout(right, 1);
  auto* central = new QWidget;
  auto* layout = newLayout<QVBoxLayout>({0, 0, 0, 0}, kGrid, central);
  layout->addWidget(m_claim);
  // Three plots in large type need more space than a projector has: they scroll instead of enlarging the window.
  auto* board = named<QScrollArea>("plotsScroll");
  board->setFrameShape(QFrame::NoFrame);
  board->setFocusPolicy(Qt::NoFocus);
  board->setWidgetResizable(true);
  board->setWidget(m_plots);
  m_plots->addBelowHero(m_whatIf);
  m_plotsAndShelf->addWidget(board);
  m_plotsAndShelf->addWidget(m_shelf);
  m_plotsAndShelf->setChildrenCollapsible(false);
  m_plotsAndShelf->setHandleWidth(kGrid);
  m_plotsAndShelf->setStretchFactor(0, 1);
  m_plotsAndShelf->setStretchFactor(1, 0);
  m_plotsAndShelf->setAccessibleName(tr("Plots and designs"));
  layout->addLayout(middle, 1);
  layout->addWidget(m_activity);
  setCentralWidget(central);
  m_workspace->notice().floatOver(*m_activity, m_activity->stage());
  buildAppearanceMenu();
  addFileMenu(*this);
  addEditMenu(*this);
  addDesignMenu(*this);
  addViewMenu(*this);
  addLearnMenu(*this);
  addHelpMenu(*this);
  addActionRow(*this);
  new CommandKeys(*this);
  m_start = new StartPage(*this);
  for (const QAction* menu : menuBar()->actions()) {
    if (menu->menu()) keepMnemonics(*menu->menu());
  }
  connect(m_shelf, &ShelfPanel::foldedChanged, this, &MainWindow::placeShelf);
  connect(m_plotsAndShelf, &QSplitter::splitterMoved, this, [this] { m_shelfHeight = m_plotsAndShelf->sizes().at(1); });
  const auto placeAsItWants = [this] {
    if (m_placed && m_shelfHeight == 0) placeShelf();
  };
  connect(&document.shelf(), &Shelf::changed, this, placeAsItWants);
  connect(m_shelf, &ShelfPanel::rowsResized, this, placeAsItWants);
  connect(m_claim, &ClaimBar::claimWanted, this, &MainWindow::showClaim);
  connect(m_claim, &ClaimBar::choiceWanted, this, [this](Field field) {
    showInputs(true);
    m_scenario->choose(field);
  });
  connect(m_activity, &ActivityBar::cancelRequested, &m_solver, &LiveSolver::cancel);
  connect(m_scenario, &ScenarioPanel::separationsWanted, this, &MainWindow::showSeparations);
  connect(m_scenario, &ScenarioPanel::spectrumWanted, this, &MainWindow::showSpectrum);
  FramePacer::instance().follow(*this, [this] { return m_solver.hasAnswered() && m_plots->isOnScreen(); });
  setMinimumSize(kLeastWidth, kLeastHeight);
  resize(1366, 768 - 28);
}

void MainWindow::buildWorkspace() {
  WorkspaceView view;
  view.state = [this] { return viewState(); };
  view.own = [this] { return m_player->lesson() ? std::optional(m_player->before()) : std::nullopt; };
  view.restore = [this](const QJsonObject& state) { restoreView(state); };
  view.reset = [this] {
    if (!m_placed) return;
    // Restores axes, tabs, folds and links, too, as in a new window.
    restoreView(m_freshView);
    resetViews();
  };
  view.entries = [this] {
    std::map<std::string, std::string> entries;
    for (const Field field : allFields()) {
      const NumberField* number = m_scenario->numberField(field);
      if (!number || !m_document.hasEntryProblem(field)) continue;
      entries[std::string(infoOf(field).name)] = const_cast<NumberField*>(number)->edit().text().toStdString();
    }
    return entries;
  };
  view.restoreEntries = [this](const std::map<std::string, std::string>& entries) {
    for (const auto& [name, text] : entries) typeInto(QString::fromStdString(name), QString::fromStdString(text));
  };
  m_workspace = new Workspace(m_document, std::move(view), this);
  connect(m_workspace, &Workspace::titleChanged, this, &MainWindow::showTitle);
  connect(m_workspace, &Workspace::saved, this, [this] {
    if (m_mayClose) close();
  });
  connect(m_workspace, &Workspace::failed, this, [this] { m_mayClose = m_restarts = false; });
  connect(m_workspace, &Workspace::overwriteWanted, this, &MainWindow::askBeforeOverwriting);
  connect(m_workspace, &Workspace::contentWanted, this, [this](const std::shared_ptr<const ForeignStrategy>& file) {
    auto* dialog = new ImportDialog(*file, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog, file] { m_workspace->importStrategy(file, dialog->content()); });
    dialog->open();
  });
  m_dropHint = new DropHint(this);
  setAcceptDrops(true);
  showTitle();
}

void MainWindow::buildLessons() {
  m_player = new LessonPlayer(m_document, this);
  m_stage = new LessonStage(*this, *m_plots, *m_scenario, this);
  m_lesson = new LessonPanel(*m_player, *m_stage);
  // The lesson takes the place of the shelf, which keeps its designs.
  connect(m_player, &LessonPlayer::started, m_shelf, &QWidget::hide);
  // Lessons speak of diagonals, and need the space.
  const auto teach = [this](bool teaches) {
    findChild<StrategyPanel*>()->holdByColumn(teaches);
    m_claim->setCompact(teaches);
    showInputs(m_showsInputs);
    placeWhatIf();
  };
  connect(m_player, &LessonPlayer::started, this, [teach] { teach(true); });
  connect(m_player, &LessonPlayer::left, this, [teach] { teach(false); });
  connect(m_player, &LessonPlayer::left, m_shelf, &QWidget::show);
  connect(m_shelf, &ShelfPanel::lessonWanted, this, [this] { m_player->start(shippedLesson(lessonIds().front())); });
}

bool MainWindow::typeInto(const QString& argument, const QString& text) {
  const std::optional<Field> field = fieldOfArgument(argument.toStdString());
  NumberField* number = field ? m_scenario->numberField(*field) : nullptr;
  if (!number) return false;
  number->edit().setText(text);
  emit number->edit().editingFinished();
  return true;
}

void MainWindow::showTitle() {
  const QString name = m_workspace->title();
  setWindowTitle(name.isEmpty() ? tr("Noiseloom") : tr("%1[*] – Noiseloom").arg(name));
  setWindowModified(m_workspace->isModified());
}

void MainWindow::closeEvent(QCloseEvent* event) {
  m_document.takeOverEntries();
  if (m_workspace->isModified() && !m_mayClose) {
    event->ignore();
    askBeforeClosing();
    return;
  }
  QMainWindow::closeEvent(event);
}

void MainWindow::restart() {
  m_restarts = true;
  close();
}

void MainWindow::askBeforeClosing() {
  auto* box = named<QMessageBox>("askBeforeClosing", QMessageBox::Question, tr("Save the session?"),
                                 tr("%1 has changes that are not saved.").arg(m_workspace->title()),
                                 QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
  box->setDefaultButton(QMessageBox::Save);
  box->setAttribute(Qt::WA_DeleteOnClose);
  connect(box, &QMessageBox::finished, this, [this](int answer) {
    m_mayClose = answer == QMessageBox::Save || answer == QMessageBox::Discard;
    if (!m_mayClose) m_restarts = false;
    if (answer == QMessageBox::Save) m_workspace->save();
    if (answer == QMessageBox::Discard) {
      m_workspace->discardChanges();
      close();
    }
  });
  box->open();
}

void MainWindow::askBeforeOverwriting(const QString& path) {
  auto* box = named<QMessageBox>("askBeforeOverwriting", QMessageBox::Warning, tr("Overwrite the session?"),
                                 tr("%1 was changed by another window or program since it was opened or saved here.")
                                     .arg(QFileInfo(path).fileName()),
                                 QMessageBox::Cancel, this);
  QPushButton* overwrite = box->addButton(tr("Overwrite"), QMessageBox::DestructiveRole);
  QPushButton* other = box->addButton(tr("Save under another name …"), QMessageBox::AcceptRole);
  box->setDefaultButton(other);
  box->setAttribute(Qt::WA_DeleteOnClose);
  connect(box, &QMessageBox::buttonClicked, this, [this, path, overwrite, other](QAbstractButton* answer) {
    if (answer == overwrite) return m_workspace->saveAs(path);
    if (answer == other) return findChild<QAction*>(QStringLiteral("saveAs"))->trigger();
    m_mayClose = m_restarts = false;
  });
  box->open();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const QString path = draggedFile(*event->mimeData());
  if (path.isEmpty()) return;
  event->acceptProposedAction();
  m_dropHint->showFor(path);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) {
  m_dropHint->hide();
}

void MainWindow::dropEvent(QDropEvent* event) {
  m_dropHint->hide();
  const QString path = draggedFile(*event->mimeData());
  if (path.isEmpty()) return;
  event->acceptProposedAction();
  m_workspace->open(path);
}

void MainWindow::buildAppearanceMenu() {
  m_appearanceMenu = new QMenu(tr("Appearance"), this);
  auto* group = new QActionGroup(this);
  const std::array choices{std::pair(tr("System"), Appearance::System), std::pair(tr("Light"), Appearance::Light),
                           std::pair(tr("Dark"), Appearance::Dark),
                           std::pair(tr("High contrast, light"), Appearance::HighContrastLight),
                           std::pair(tr("High contrast, dark"), Appearance::HighContrastDark)};
  for (const auto& [text, value] : choices) {
    QAction* action = m_appearanceMenu->addAction(text, this, [this, value = value] { emit appearanceChosen(value); });
    action->setCheckable(true);
    group->addAction(action);
    m_appearances += action;
  }
  m_appearances.front()->setChecked(true);
}

void MainWindow::showAppearance(Appearance appearance) {
  m_appearances.at(static_cast<int>(appearance))->setChecked(true);
}

void MainWindow::showRecommend() {
  m_document.takeOverEntries();
  if (!m_recommendDialog) {
    m_recommendDialog = new RecommendDialog(m_document, this);
    m_recommendDialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_recommendDialog, &RecommendDialog::exportWanted, this, [this] { showExport(); });
  }
  m_recommendDialog->show();
  m_recommendDialog->raise();
  m_recommendDialog->activateWindow();
}

void MainWindow::showExport() {
  auto* dialog = new ExportDialog(m_document, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
}

void MainWindow::showClaim() {
  if (!m_claimDialog) {
    m_claimDialog = new ClaimDialog(m_document, this);
    m_claimDialog->setAttribute(Qt::WA_DeleteOnClose);
  }
  m_claimDialog->show();
  m_claimDialog->raise();
  m_claimDialog->activateWindow();
}

void MainWindow::showSeparations() {
  showClaim();
  m_claimDialog->pages().setCurrentWidget(&m_claimDialog->separation());
}

// Starts with the panel's training data and model.
void MainWindow::showSpectrum() {
  m_document.takeOverEntries();
  SpectrumDialog::Choice choice;
  if (auto* training = findChild<TrainingPanel*>()) {
    const TrainingChoice& trained = training->controls().choice();
    // For a file, a quadratic or drawn points, the panel's model may not suit the dialog's points.
    if (trained.source == TrainingSource::Plane && !trained.drawn) {
      choice.shape = trained.shape;
      choice.model = trained.model;
    }
    choice.learningRate = trained.learningRate;
    choice.seed = trained.seed;
  }
  auto* dialog = new SpectrumDialog(m_document, choice, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  m_plots->setCompact(width() < kRoomyWidth);
  m_shelf->setShort(height() < kRoomyHeight);
  placeWhatIf();
}

void MainWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (event->type() == QEvent::FontChange && m_placed) placeWhatIf();
}

void MainWindow::showWhatIf(bool shown) {
  m_wantsWhatIf = shown;
  placeWhatIf();
}

void MainWindow::showInputs(bool shown) {
  m_showsInputs = shown;
  m_scenario->setVisible(shown || m_player->lesson());
}

void MainWindow::present(bool on) {
  // A lesson arranges the window itself, and goes on in large type.
  if (m_player->lesson()) return;
  if (!on && m_presented && m_plots->maximized() == m_presented) m_plots->toggleMaximized(m_presented);
  m_presented = nullptr;
  if (on && !m_plots->maximized()) {
    m_presented = m_plots->hero();
    m_plots->toggleMaximized(m_presented);
  }
  showInputs(!on);
}

/// In a low window, in large type and in lessons its space belongs to the plots.
void MainWindow::placeWhatIf() {
  m_whatIf->setVisible(m_wantsWhatIf && height() >= kRoomyHeight && !presenting() && !m_player->lesson());
}

void MainWindow::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  // Splitter sizes are known only now; from here on they are the user's.
  if (std::exchange(m_placed, true)) return;
  QTimer::singleShot(0, this, [this] {
    placeShelf();
    const QJsonObject waiting = std::exchange(m_waitingView, {});
    m_plots->resetViews();
    m_freshView = viewState();
    if (!waiting.isEmpty()) restoreView(waiting);
    if (presenting()) present(true);
  });
}

void MainWindow::placeShelf() {
  const QList<int> sizes = m_plotsAndShelf->sizes();
  const int all = sizes.at(0) + sizes.at(1);
  if (m_shelf->isFolded()) m_shelfHeight = sizes.at(1);
  const int height = m_shelf->isFolded() || m_shelfHeight == 0 ? m_shelf->sizeHint().height() : m_shelfHeight;
  m_plotsAndShelf->setSizes({all - height, height});
}

QJsonObject MainWindow::viewState() const {
  if (!m_waitingView.isEmpty()) return m_waitingView;
  QJsonObject shelf = m_shelf->viewState();
  shelf[QStringLiteral("height")] = m_shelf->isFolded() ? m_shelfHeight : m_plotsAndShelf->sizes().at(1);
  // A lesson rearranges the plots; their previous state is restored after it.
  const bool lesson = m_player->lesson() != nullptr;
  return {{QStringLiteral("scenario"), lesson ? m_stage->scenarioBefore() : m_scenario->viewState()},
          {QStringLiteral("board"), lesson ? m_stage->boardBefore() : m_plots->viewState()},
          {QStringLiteral("shelf"), shelf},
          {QStringLiteral("whatIf"), m_wantsWhatIf},
          {QStringLiteral("recommend"), m_document.recommendQuestion().state(m_document.scenario())}};
}

void MainWindow::restoreView(const QJsonObject& state) {
  if (!m_placed) {
    m_waitingView = state;
    return;
  }
  m_scenario->restoreView(state[QStringLiteral("scenario")].toObject());
  m_plots->restoreView(state[QStringLiteral("board")].toObject());
  m_document.recommendQuestion() =
      RecommendQuestion::from(state[QStringLiteral("recommend")].toObject(), m_document.scenario());
  showWhatIf(state[QStringLiteral("whatIf")].toBool(true));
  const QJsonObject shelf = state[QStringLiteral("shelf")].toObject();
  m_shelf->restoreView(shelf);
  const int height = shelf[QStringLiteral("height")].toInt();
  if (height > 0) {
    m_shelfHeight = height;
    placeShelf();
  }
}

void MainWindow::resetViews() {
  m_plots->resetViews();
  m_shelf->resetView();
  m_shelfHeight = 0;
  placeShelf();
}

}  // namespace noiseloom
