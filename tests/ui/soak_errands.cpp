#include "tests/ui/soak_errands.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDirIterator>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QUndoStack>
#include <array>
#include <utility>

#include "core/search/band_curve.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/target_solver.h"
#include "ui/main/main_window.h"
#include "ui/panels/scenario_panel.h"
#include "ui/workspace/workspace.h"

namespace noiseloom {

SoakErrands::SoakErrands(MainWindow& window, std::mt19937_64& random, const QString& folder)
    : m_window(window), m_random(random), m_folder(folder) {
  QDir().mkpath(folder);
  const auto put = [&](const char* name, const QByteArray& content) {
    QFile file(QDir(folder).filePath(QLatin1String(name)));
    if (file.open(QIODevice::WriteOnly)) file.write(content);
  };
  put("empty.noiseloom", {});
  put("text.json", "{\"format\": \"recipe\"}");
  put("broken.npz", "PK\x03\x04 nothing");
  put("broken.png", "\x89PNG\r\n\x1a\n none");
}

SoakErrands::~SoakErrands() = default;

QString SoakErrands::begin() {
  struct Errand {
    int weight;
    const char* name;
    void (SoakErrands::*begin)();
  };
  static constexpr std::array kErrands{Errand{14, "a lesson", &SoakErrands::lesson},
                                       Errand{16, "a run of undoing", &SoakErrands::undoRun},
                                       Errand{8, "save", &SoakErrands::save},
                                       Errand{5, "a new session", &SoakErrands::startNew},
                                       Errand{8, "open", &SoakErrands::open},
                                       Errand{6, "drop a file", &SoakErrands::drop},
                                       Errand{8, "export plots", &SoakErrands::exportPlots},
                                       Errand{5, "export a report", &SoakErrands::exportReport},
                                       Errand{5, "export a strategy", &SoakErrands::exportStrategy},
                                       Errand{6, "pins", &SoakErrands::pins},
                                       Errand{8, "solve for", &SoakErrands::lock},
                                       Errand{5, "the map", &SoakErrands::map},
                                       Errand{9, "training", &SoakErrands::training},
                                       Errand{6, "appearances", &SoakErrands::appearances},
                                       Errand{10, "find a command", &SoakErrands::palette}};
  int total = 0;
  for (const Errand& errand : kErrands) total += errand.weight;
  int drawn = below(total);
  m_steps.clear();
  m_acted = false;
  m_failure.reset();
  m_about.clear();
  // What is still on its way arrives first: what was typed, and files that are being read.
  pause(30);
  act([this] { m_window.document().takeOverEntries(); });
  wait([this] { return !m_window.workspace().isBusy(); }, 120'000,
       QStringLiteral("files have been busy for two minutes"));
  act([this] { m_before = std::make_shared<Scenario>(m_window.document().scenario()); });
  for (const Errand& errand : kErrands) {
    drawn -= errand.weight;
    if (drawn >= 0) continue;
    (this->*errand.begin)();
    return QStringLiteral("%1 %2").arg(QLatin1String(errand.name), m_about).trimmed();
  }
  return {};
}

std::optional<QString> SoakErrands::advance() {
  while (!m_steps.empty()) {
    Step& step = m_steps.front();
    if (!std::exchange(m_acted, true)) {
      m_waiting.start();
      // Measured as the window's work, which it is.
      if (step.act) QMetaObject::invokeMethod(&m_window, step.act, Qt::QueuedConnection);
      return std::nullopt;
    }
    if (step.until && !step.until()) {
      if (m_waiting.elapsed() < step.mostMilliseconds) return std::nullopt;
      if (!step.failure.isEmpty()) m_failure = step.failure;
    }
    m_steps.pop_front();
    m_acted = false;
    if (m_failure) {
      m_steps.clear();
      return m_failure;
    }
  }
  return std::nullopt;
}

void SoakErrands::pause(int milliseconds) {
  wait([] { return false; }, milliseconds);
}

void SoakErrands::act(std::function<void()> what) {
  m_steps.push_back({std::move(what), {}, 0, {}});
}

void SoakErrands::wait(std::function<bool()> until, int mostMilliseconds, const QString& failure) {
  m_steps.push_back({{}, std::move(until), mostMilliseconds, failure});
}

void SoakErrands::check(std::function<std::optional<QString>()> what) {
  m_steps.push_back({{},
                     [this, what = std::move(what)] {
                       m_failure = what();
                       return true;
                     },
                     0,
                     {}});
}

void SoakErrands::trigger(const QString& objectName) {
  act([this, objectName] {
    if (auto* action = m_window.findChild<QAction*>(objectName)) action->trigger();
  });
}

void SoakErrands::trigger(const QKeySequence& keys) {
  act([this, keys] {
    for (QAction* action : m_window.findChildren<QAction*>()) {
      if (action->shortcut() == keys) return action->trigger();
    }
  });
}

void SoakErrands::type(std::function<QLineEdit*()> into, const QString& text, bool enter) {
  act([into = std::move(into), text, enter] {
    QLineEdit* edit = into();
    if (!edit || edit->isReadOnly() || !edit->isVisible()) return;
    edit->setFocus();
    edit->selectAll();
    const auto key = [edit](int code, const QString& letter) {
      QCoreApplication::postEvent(edit, new QKeyEvent(QEvent::KeyPress, code, Qt::NoModifier, letter));
      QCoreApplication::postEvent(edit, new QKeyEvent(QEvent::KeyRelease, code, Qt::NoModifier, letter));
    };
    for (const QChar letter : text) key(0, QString(letter));
    if (enter) key(Qt::Key_Return, QStringLiteral("\r"));
  });
}

std::function<std::optional<QString>()> SoakErrands::comesBack(const QString& what) {
  return [this, what]() -> std::optional<QString> {
    const bool moves = m_window.scenarioPanel().targetSolver().unknown().has_value();
    if (moves || !m_before || *m_before == m_window.document().scenario()) return std::nullopt;
    return QStringLiteral("after %1 the scenario is not what it was").arg(what);
  };
}

QStringList SoakErrands::files() const {
  QStringList found;
  QDirIterator all(m_folder, QDir::Files, QDirIterator::Subdirectories);
  while (all.hasNext()) found += all.next();
  found.sort();
  return found;
}

void SoakErrands::waitForFiles() {
  wait([this] { return !m_window.workspace().isBusy(); }, 120'000,
       QStringLiteral("a file has been busy for two minutes"));
}

void SoakErrands::undoRun() {
  QUndoStack& stack = m_window.document().undoStack();
  auto index = std::make_shared<int>(0);
  const int times = 1 + below(25);
  m_about = QStringLiteral("of %1 steps").arg(times);
  act([this, &stack, index] {
    // A flip is no step: undoing ends it, and redoing does not come back to it.
    StateFlip& flip = m_window.document().flip();
    if (flip.isFlipped()) flip.flip();
    *m_before = m_window.document().scenario();
    *index = stack.index();
  });
  const bool slowly = chance(30);
  for (int i = 0; i < times; ++i) {
    act([&stack] { stack.undo(); });
    if (slowly) pause(below(60));
  }
  for (int i = 0; i < times; ++i) {
    act([&stack, index] {
      if (stack.index() < *index) stack.redo();
    });
    if (slowly) pause(below(60));
  }
  check(comesBack(QStringLiteral("undoing and redoing %1 steps").arg(times)));
}

void SoakErrands::appearances() {
  for (QAction* action : m_window.appearanceMenu().actions()) {
    act([kept = QPointer(action)] {
      if (kept) kept->trigger();
    });
    if (chance(60)) trigger(QStringLiteral("presenterMode"));
    pause(below(80));
  }
  check(comesBack(QStringLiteral("other appearances")));
}

}  // namespace noiseloom
