#include "tests/ui/soak_life.h"

#include <QAction>
#include <QDesktopServices>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QUndoStack>
#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "core/base/errors.h"
#include "core/io/scenario_json.h"
#include "core/search/band_curve.h"
#include "tests/core/scenarios.h"
#include "ui/jobs/target_solver.h"
#include "ui/lessons/lesson_player.h"
#include "ui/panels/number_field.h"
#include "ui/panels/scenario_panel.h"
#include "ui/settings/preferences.h"
#include "ui/workspace/workspace.h"

namespace noiseloom {
namespace {

bool waitUntil(const std::function<bool()>& condition, int milliseconds) {
  QElapsedTimer clock;
  clock.start();
  while (!condition()) {
    if (clock.elapsed() > milliseconds) return false;
    QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 20);
  }
  return true;
}

/// A wait for more events that never come would last for ever.
class Pulse {
 public:
  Pulse() { m_timer.start(10); }

 private:
  QTimer m_timer;
};

/// Nothing, and why, where there is none that can be read.
std::optional<Session> sessionIn(const QString& path, QString& why) {
  try {
    return readSession(path.toStdString());
  } catch (const Error& problem) {
    why = QString::fromUtf8(problem.what());
    return std::nullopt;
  }
}

/// What `session` has not of what was left.
QString missing(const LeftBehind& left, const Scenario& scenario, const std::set<int>& designs,
                const std::map<std::string, std::string>& entries) {
  if (left.scenario != scenario) {
    const auto was = scenarioJson(left.scenario), is = scenarioJson(scenario);
    const auto changes = [](const auto& from, const auto& to) {
      return QString::fromStdString(nlohmann::ordered_json::diff(from, to).dump());
    };
    return QStringLiteral("the scenario is another: %1, and was %2").arg(changes(was, is), changes(is, was));
  }
  // Others may be there that were still being solved again.
  if (!std::ranges::includes(designs, left.designs))
    return QStringLiteral("there are %1 designs instead of %2").arg(designs.size()).arg(left.designs.size());
  for (const auto& [name, text] : left.entries) {
    const auto found = entries.find(name);
    if (found == entries.end() || found->second != text)
      return QStringLiteral("“%1” is not in %2 any more")
          .arg(QString::fromStdString(text), QString::fromStdString(name));
  }
  return {};
}

std::set<int> designsOf(const Session& session) {
  std::set<int> ids;
  for (const SessionDesign& design : session.designs) ids.insert(static_cast<int>(design.id));
  return ids;
}

}  // namespace

SoakLife::SoakLife(TimedApplication& application, const Options& options)
    : m_folder(options.folder), m_looks(application) {
  m_window = std::make_unique<MainWindow>(m_document, m_solver);
  m_window->showAppearance(m_looks.appearance());
  QObject::connect(m_window.get(), &MainWindow::appearanceChosen, &m_looks, [this](Appearance chosen) {
    m_looks.override(chosen);
    preferences().appearance.set(chosen);
  });
  QObject::connect(&m_looks, &AppearanceKeeper::appearanceChanged, m_window.get(), &MainWindow::showAppearance);
  m_window->workspace().keepIn(QDir(m_folder).filePath(QStringLiteral("kept")), true);
  // Not for a monkey, which finds it by its name as well.
  for (QAction* action : m_window->findChildren<QAction*>()) {
    if (action->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_Q)) action->setEnabled(false);
  }
  m_solver.solve();
  m_window->show();
  m_window->activateWindow();
  m_monkey = std::make_unique<SoakMonkey>(application, *m_window, options.seed,
                                          QDir(m_folder).filePath(QStringLiteral("written")));
  m_monkey->setLimit(options.limitMilliseconds);
  m_monkey->setMemoryLimit(options.memoryBytes);
  for (const QString& scheme : {QStringLiteral("https"), QStringLiteral("file")})
    QDesktopServices::setUrlHandler(scheme, m_monkey.get(), "swallowUrl");
}

SoakLife::~SoakLife() {
  for (const QString& scheme : {QStringLiteral("https"), QStringLiteral("file")})
    QDesktopServices::unsetUrlHandler(scheme);
}

QString SoakLife::run(int milliseconds) {
  QString failure;
  QObject context;
  const auto closeOthers = [this] {
    while (QWidget* popup = QApplication::activePopupWidget()) popup->close();
    // A file dialog that asks whether to overwrite waits for its question, and would be deleted under it: no person can
    // close it then. settle() does, once the question is gone.
    const QWidget* modal = QApplication::activeModalWidget();
    for (QWidget* widget : QApplication::topLevelWidgets()) {
      const bool waits = modal && modal != widget && modal->parentWidget() == widget;
      if (widget != m_window.get() && widget->isVisible() && !waits) widget->close();
    }
  };
  // Out of every loop that a menu or a dialog runs.
  QObject::connect(m_monkey.get(), &SoakMonkey::failed, &context, [&](const QString& reason) {
    failure = reason;
    QApplication::exit(1);
    closeOthers();
  });
  QTimer::singleShot(milliseconds, &context, [&] {
    m_monkey->stop();
    closeOthers();
    QApplication::exit(0);
  });
  m_monkey->start();
  QApplication::exec();
  m_monkey->stop();
  return failure;
}

/// A quiet moment: what was typed is taken over, files are written, dialogs are gone.
QString SoakLife::settle() {
  const Pulse pulse;
  if (!waitUntil([this] { return !m_monkey->isDragging(); }, 120'000))
    return QStringLiteral("a slider is held for ten seconds");
  for (int i = 0; i < 5; ++i) {
    waitUntil([] { return false; }, 20);
    for (QWidget* widget : QApplication::topLevelWidgets()) {
      if (auto* dialog = qobject_cast<QDialog*>(widget); dialog && dialog->isVisible()) dialog->reject();
    }
  }
  m_document.takeOverEntries();
  if (!waitUntil([this] { return !m_window->workspace().isBusy(); }, 120'000))
    return QStringLiteral("files have been busy for two minutes");
  m_document.takeOverEntries();
  SoakChecks checks(*m_window);
  if (const auto problem = checks.broken({}, true)) return QStringLiteral("in a quiet moment: %1").arg(*problem);
  return {};
}

LeftBehind SoakLife::present() const {
  // During a lesson one's own work is kept, not what the lesson has set.
  const LessonPlayer& lessons = m_window->lessonPlayer();
  LeftBehind now{lessons.lesson() ? lessons.before() : m_document.scenario(), {}, {}, m_window->workspace().file()};
  for (const PinnedDesign& pin : m_document.shelf().pins()) now.designs.insert(pin.id);
  if (lessons.lesson()) return now;
  for (const Field field : allFields()) {
    if (NumberField* number = m_window->scenarioPanel().numberField(field); number && m_document.hasEntryProblem(field))
      now.entries[std::string(infoOf(field).name)] = number->edit().text().toStdString();
  }
  return now;
}

QString SoakLife::compare(const LeftBehind& left) {
  const Pulse pulse;
  // Designs whose strategies were not packed yet are solved again.
  waitUntil([&] { return m_document.shelf().pins().size() >= left.designs.size(); }, 120'000);
  const LeftBehind now = present();
  if (now.file != left.file)
    return QStringLiteral("the window has the file “%1” instead of “%2”").arg(now.file, left.file);
  return missing(left, now.scenario, now.designs, now.entries);
}

QString SoakLife::crash(LeftBehind& left) {
  if (QString problem = settle(); !problem.isEmpty()) return problem;
  const Pulse pulse;
  // A person may have switched it off, or told it to take its time.
  preferences().autosave.set(true);
  preferences().autosaveSeconds.set(1);
  // What is solved for may still arrive.
  waitUntil([this] { return m_window->scenarioPanel().targetSolver().state() != TargetSolver::State::Solving; },
            60'000);
  QString why;
  const bool kept = waitUntil(
      [&] {
        left = present();  // what is solved for may have arrived meanwhile
        // A window in which nothing was done leaves nothing.
        const bool untouched = left.file.isEmpty() && left.designs.empty() && left.entries.empty() &&
                               left.scenario == ScenarioDocument::defaultScenario();
        if (untouched && !QFileInfo::exists(m_window->workspace().keeper().file())) return true;
        const auto session = sessionIn(m_window->workspace().keeper().file(), why);
        if (session) why = missing(left, session->scenario, designsOf(*session), session->entries);
        if (session && session->origin->file != left.file.toStdString())
          why = QStringLiteral("its file is another: %1").arg(QString::fromStdString(session->origin->file));
        return why.isEmpty();
      },
      30'000);
  return kept ? QString() : QStringLiteral("what was done is not kept: %1").arg(why);
}

QString SoakLife::quit(std::optional<LeftBehind>& left) {
  if (QString problem = settle(); !problem.isEmpty()) return problem;
  const Pulse pulse;
  waitUntil([this] { return m_window->scenarioPanel().targetSolver().state() != TargetSolver::State::Solving; },
            60'000);
  const LeftBehind now = present();
  Workspace& workspace = m_window->workspace();
  const bool named = !now.file.isEmpty();
  const bool asks = workspace.isModified();
  m_window->close();
  if (asks) {
    auto* box = m_window->findChild<QMessageBox*>(QStringLiteral("askBeforeClosing"));
    if (!box || !m_window->isVisible()) return QStringLiteral("closing did not ask about changes");
    box->button(QMessageBox::Discard)->click();
  }
  if (!waitUntil([this] { return !m_window->isVisible(); }, 120'000))
    return QStringLiteral("the window does not close");
  workspace.end();
  // A file of its own has it all, or the person did not want it.
  left = named ? std::nullopt : std::optional(now);
  return {};
}

QString SoakLife::stillSolves() {
  const Pulse pulse;
  const Scenario scenario = with(ScenarioDocument::defaultScenario(), {.iterations = 64, .epochs = 4});
  m_document.reset(scenario);
  if (waitUntil([this] { return !m_solver.running() && m_document.designState() == DesignState::Current; }, 120'000))
    return {};
  QStringList why{m_document.whyNotExportable()};
  for (const FieldProblem& problem : m_document.problems()) why += problem.message;
  if (m_document.scenario() != scenario) why += QStringLiteral("the scenario has changed");
  if (m_solver.running()) why += QStringLiteral("solving has not ended");
  return QStringLiteral("a small scenario is not solved after two minutes: %1").arg(why.join(QStringLiteral(" ")));
}

}  // namespace noiseloom
