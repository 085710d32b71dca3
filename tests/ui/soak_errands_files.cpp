// Errands that read and write files: sessions, exports, what is dropped.

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QUrl>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/errors.h"
#include "core/io/scenario_json.h"
#include "core/scenario/scenario_fields.h"
#include "core/search/band_curve.h"
#include "tests/ui/soak_errands.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/export_plots_dialog.h"
#include "ui/dialogs/export_report_dialog.h"
#include "ui/dialogs/path_row.h"
#include "ui/dialogs/picture_options_form.h"
#include "ui/document/scenario_document.h"
#include "ui/lessons/lesson_player.h"
#include "ui/main/main_window.h"
#include "ui/workspace/loaded_file.h"
#include "ui/workspace/notice_bar.h"
#include "ui/workspace/workspace.h"

namespace noiseloom {
namespace {

std::set<int> designsOf(const LoadedFile& loaded) {
  std::set<int> ids;
  for (const SessionDesign& design : loaded.session->designs) ids.insert(static_cast<int>(design.id));
  return ids;
}

std::set<int> pinsOf(MainWindow& window) {
  std::set<int> ids;
  for (const PinnedDesign& pin : window.document().shelf().pins()) ids.insert(pin.id);
  return ids;
}

std::optional<LoadedFile> read(const QString& path, QString& problem) {
  try {
    return loadFile(path);
  } catch (const std::exception& error) {
    problem = QString::fromUtf8(error.what());
    return std::nullopt;
  }
}

/// Why a file that was exported is not as it should be.
std::optional<QString> fileBroken(const QString& path, const Scenario& scenario) {
  const QFileInfo file(path);
  if (!file.exists() || file.size() == 0) return QStringLiteral("%1 is empty").arg(path);
  static const QStringList kCarriers{QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf"),
                                     QStringLiteral("npz")};
  if (!kCarriers.contains(file.suffix())) return std::nullopt;
  QString problem;
  const auto loaded = read(path, problem);
  if (!loaded) return QStringLiteral("%1 cannot be opened again: %2").arg(path, problem);
  if (!sameDesign(loaded->scenario, scenario)) return QStringLiteral("%1 carries another scenario").arg(path);
  return std::nullopt;
}

/// The fields in which they differ: "epochs 8 and 16".
QString difference(const Scenario& scenario, const Scenario& other) {
  const auto fields = scenarioJson(scenario), others = scenarioJson(other);
  QStringList found;
  for (const auto& [name, value] : fields.items()) {
    const std::string here = value.dump(), there = others.contains(name) ? others[name].dump() : "nothing";
    if (here == there) continue;
    found += QStringLiteral("%1 %2 and %3")
                 .arg(QString::fromStdString(name), QString::fromStdString(here), QString::fromStdString(there))
                 .left(200);
  }
  return found.join(QStringLiteral(", "));
}

/// The person's work; a lesson only shows its own.
Scenario ownScenario(MainWindow& window) {
  const LessonPlayer& lessons = window.lessonPlayer();
  return lessons.lesson() ? lessons.before() : window.document().scenario();
}

/// A strategy from elsewhere that is not in use is in no file.
Scenario asInFiles(Scenario scenario) {
  if (!matters(infoOf(Field::Imported), scenario)) scenario.imported.reset();
  return scenario;
}

}  // namespace

// Saving and starting anew begin with it: what is being typed or dragged at that moment belongs to the session.
void SoakErrands::takeOverEntries() {
  m_window.document().takeOverEntries();
  *m_before = ownScenario(m_window);
}

void SoakErrands::save() {
  Workspace& workspace = m_window.workspace();
  const QString path = QDir(m_folder).filePath(QStringLiteral("kept%1.noiseloom").arg(below(4)));
  if (QFileInfo(path).isDir()) return;  // made in Qt's file dialog, whose lists have names typed into them
  m_about = path;
  auto pinned = std::make_shared<std::set<int>>();
  act([this, &workspace, path, pinned] {
    // Designs that are still being solved again have their numbers, but are not on the shelf yet.
    *pinned = pinsOf(m_window);
    takeOverEntries();
    workspace.saveAs(path);
  });
  waitForFiles();
  check([this, path, pinned]() -> std::optional<QString> {
    QString problem;
    const auto loaded = read(path, problem);
    if (!loaded) return QStringLiteral("a session that was saved cannot be read: %1").arg(problem);
    if (!loaded->session) return QStringLiteral("a session that was saved is none");
    if (loaded->scenario != asInFiles(*m_before))
      return QStringLiteral("a session was saved with another scenario: %1; now %2; the window says: %3")
          .arg(difference(*m_before, loaded->scenario), difference(*m_before, ownScenario(m_window)),
               m_window.workspace().notice().text());
    const std::set<int> saved = designsOf(*loaded);
    for (const int id : *pinned) {
      if (!saved.contains(id)) return QStringLiteral("pin %1 is missing in the session that was saved").arg(id);
    }
    return std::nullopt;
  });
}

void SoakErrands::startNew() {
  Workspace& workspace = m_window.workspace();
  auto pinned = std::make_shared<std::set<int>>();
  act([this, &workspace, pinned] {
    *pinned = pinsOf(m_window);
    takeOverEntries();
    workspace.startNew();
  });
  check([this]() -> std::optional<QString> {
    const bool fresh = m_window.document().scenario() == ScenarioDocument::defaultScenario();
    if (fresh && pinsOf(m_window).empty() && m_window.document().canSolve()) return std::nullopt;
    return QStringLiteral("a new session is not empty");
  });
  if (chance(40)) return;
  pause(below(400));
  act([&workspace] {
    if (workspace.notice().isVisible()) workspace.notice().actionButton().click();
  });
  check([this, pinned]() -> std::optional<QString> {
    if (m_window.document().scenario() != *m_before)
      return QStringLiteral("the session before a new one did not come back");
    const std::set<int> now = pinsOf(m_window);
    if (!std::ranges::includes(now, *pinned))
      return QStringLiteral("the designs before a new session did not come back");
    return std::nullopt;
  });
}

void SoakErrands::open() {
  QStringList sessions = QDir(m_folder).entryList({QStringLiteral("kept*.noiseloom")}, QDir::Files);
  if (sessions.isEmpty()) return save();
  const QString path = QDir(m_folder).filePath(sessions[below(static_cast<int>(sessions.size()))]);
  m_about = path;
  act([this, path] { m_window.workspace().open(path); });
  waitForFiles();
  check([this, path]() -> std::optional<QString> {
    QString problem;
    const auto loaded = read(path, problem);
    if (!loaded || !loaded->session) return QStringLiteral("%1 cannot be read: %2").arg(path, problem);
    const ScenarioDocument& document = m_window.document();
    if (document.scenario() != loaded->scenario && loaded->session->entries.empty())
      return QStringLiteral("a session was opened with another scenario");
    const std::set<int> now = pinsOf(m_window);
    for (const PinnedDesign& pin : loaded->pins) {
      if (!now.contains(pin.id)) return QStringLiteral("pin %1 of an opened session is missing").arg(pin.id);
    }
    return std::nullopt;
  });
}

void SoakErrands::drop() {
  const QStringList all = files();
  const QString& path = all[below(static_cast<int>(all.size()))];
  m_about = path;
  act([this, path] {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&m_window, &enter);
    QDropEvent drop(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&m_window, &drop);
  });
  waitForFiles();
  check([this, path]() -> std::optional<QString> {
    QString problem;
    const auto loaded = read(path, problem);
    if (!loaded) return comesBack(QStringLiteral("dropping a file that cannot be read"))();
    const bool entries = loaded->session && !loaded->session->entries.empty();
    if (entries || m_window.document().scenario() == loaded->scenario) return std::nullopt;
    return QStringLiteral("%1 was dropped, and another scenario is there").arg(path);
  });
}

void SoakErrands::exportFrom(const QKeySequence& keys, std::function<void(ExportFrame&)> fill) {
  struct State {
    QPointer<ExportFrame> dialog;
    QStringList paths;
    std::shared_ptr<const Design> design;  ///< what is exported belongs to it, even where the scenario has gone on
  };
  auto state = std::make_shared<State>();
  // Now and then while it is still being solved.
  if (chance(80)) wait([this] { return m_window.document().whyNotExportable().isEmpty(); }, 4000);
  trigger(keys);
  wait([this] { return m_window.findChild<ExportFrame*>() != nullptr; }, 3000);
  act([this, state, fill = std::move(fill)] {
    state->dialog = m_window.findChild<ExportFrame*>();
    if (!state->dialog) return;
    fill(*state->dialog);
    QObject::connect(state->dialog, &ExportFrame::exported, state->dialog,
                     [state](const QStringList& paths) { state->paths = paths; });
  });
  pause(below(400));  // lists are made anew when something has changed
  // The second click means Overwrite.
  for (int i = 0; i < 2; ++i) {
    act([this, state] {
      if (!state->dialog || !state->paths.isEmpty() || !state->dialog->exportButton().isEnabled()) return;
      state->design = m_window.document().design();
      state->dialog->exportButton().click();
    });
    wait([state] { return !state->dialog || !state->paths.isEmpty(); }, i == 0 ? 300 : 3000);
  }
  const bool impatient = chance(15);
  // What is being written has the button off.
  if (!impatient) {
    wait(
        [this, state] {
          return !state->dialog || !state->paths.isEmpty() || state->dialog->exportButton().isEnabled() ||
                 !m_window.document().whyNotExportable().isEmpty();
        },
        120'000, QStringLiteral("an export has not ended after two minutes"));
  }
  check([state]() -> std::optional<QString> {
    for (const QString& path : state->paths) {
      if (auto problem = fileBroken(path, state->design->scenario)) return problem;
    }
    return std::nullopt;
  });
  act([state] {
    if (state->dialog) state->dialog->reject();
  });
  check(comesBack(QStringLiteral("an export")));
}

void SoakErrands::exportPlots() {
  const QString folder = QDir(m_folder).filePath(QStringLiteral("plots%1").arg(below(3)));
  const int format = below(3);
  m_about = QStringLiteral("in format %1").arg(format);
  const int unit = below(3);
  const int width = 320 + below(900);
  exportFrom(QKeySequence(QStringLiteral("Ctrl+Shift+E")), [=](ExportFrame& frame) {
    auto* dialog = qobject_cast<ExportPlotsDialog*>(&frame);
    if (!dialog) return;
    QDir().mkpath(folder);
    dialog->folder().setPath(folder);
    dialog->options().formatBox().setCurrentIndex(format);
    dialog->options().width().setValue(width);
    dialog->options().unitBox().setCurrentIndex(unit);
  });
}

void SoakErrands::exportReport() {
  const QString path = QDir(m_folder).filePath(QStringLiteral("report%1").arg(below(3)));
  const int format = below(3);
  m_about = QStringLiteral("in format %1").arg(format);
  exportFrom(QKeySequence(QStringLiteral("Ctrl+Shift+R")), [=](ExportFrame& frame) {
    auto* dialog = qobject_cast<ExportReportDialog*>(&frame);
    if (!dialog) return;
    dialog->path().setPath(path);
    dialog->formatBox().setCurrentIndex((format + 1) % 3);
    dialog->formatBox().setCurrentIndex(format);
  });
}

void SoakErrands::exportStrategy() {
  const QString path = QDir(m_folder).filePath(QStringLiteral("strategy%1.npz").arg(below(3)));
  exportFrom(QKeySequence(QStringLiteral("Ctrl+E")), [=](ExportFrame& frame) {
    if (auto* dialog = qobject_cast<ExportDialog*>(&frame)) dialog->strategyPath().setPath(path);
  });
}

}  // namespace noiseloom
