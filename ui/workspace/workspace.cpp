#include "ui/workspace/workspace.h"

#include <QApplication>
#include <QEvent>
#include <QFileInfo>
#include <QJsonDocument>
#include <algorithm>
#include <chrono>
#include <utility>

#include "core/base/errors.h"
#include "core/io/strategy_file.h"
#include "core/verify/verify_strategy.h"
#include "ui/document/scenario_document.h"
#include "ui/settings/preferences.h"
#include "ui/style/core_text.h"

namespace noiseloom {
namespace {

constexpr std::size_t kMostHistory = 100;

}  // namespace

/// A whole workspace in memory, to return to.
struct Workspace::Previous {
  WorkspaceSnapshot snapshot;
  std::vector<SessionDesign> unchecked;  ///< not solved yet, or not compared with the file's figures
  QString file;
  bool modified = false;
  FileStamp stamp;
};

Workspace::Workspace(ScenarioDocument& document, WorkspaceView view, QObject* parent)
    : QObject(parent),
      m_document(document),
      m_view(std::move(view)),
      m_notice(new NoticeBar),
      m_opened(document.shelf()),
      m_saver(m_keeper.packed()) {
  m_keepTimer.setSingleShot(true);
  followPreferences();
  connect(&preferences(), &Preferences::changed, this, &Workspace::followPreferences);
  connect(&m_keepTimer, &QTimer::timeout, this, &Workspace::keepNow);
  const auto count = [this] {
    ++m_changes;
    keepSoon();
  };
  connect(&m_document, &ScenarioDocument::changed, this, [count](DocumentChange change) {
    if (change == DocumentChange::Scenario || change == DocumentChange::Problems) count();
  });
  connect(&m_document.shelf(), &Shelf::changed, this, count);
  connect(&m_document.snapshots(), &Snapshots::changed, this, [this, count] {
    count();
    emit titleChanged();
  });
  const auto sayPlainly = [this](const QString& problem) { say(problem); };
  connect(&m_document.undoStack(), &QUndoStack::cleanChanged, this, &Workspace::titleChanged);
  connect(&m_job, &NewestJob::failed, this, sayPlainly);
  connect(&m_check, &NewestJob::failed, this, sayPlainly);
  connect(&m_saver, &SessionSaver::saved, this, &Workspace::onSaved);
  connect(&m_saver, &SessionSaver::changedMeanwhile, this, &Workspace::overwriteWanted);
  connect(&m_saver, &SessionSaver::failed, this, [this](const QString& problem) {
    say(tr("The session was not saved: %1").arg(problem), NoticeBar::Problem::Saving);
  });
  connect(&m_opened, &OpenedDesigns::failed, this, sayPlainly);
  connect(&m_keeper, &SessionKeeper::failed, this, [this](const QString& problem) {
    m_notice->warn(NoticeBar::Problem::Keeping, tr("The workspace cannot be kept for recovery: %1").arg(problem));
  });
  connect(&m_keeper, &SessionKeeper::kept, this, [this] { m_notice->settle(NoticeBar::Problem::Keeping); });
  // Views do not report changes: any click or key may have caused one.
  qApp->installEventFilter(this);
}

Workspace::~Workspace() = default;

bool Workspace::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseButtonRelease || event->type() == QEvent::KeyRelease ||
      event->type() == QEvent::Wheel)
    keepSoon();
  // Not the release of what led to the problem.
  if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::KeyPress) {
    if (watched != m_notice && !(watched->isWidgetType() && m_notice->isAncestorOf(static_cast<QWidget*>(watched))))
      m_notice->goOn();
  }
  return QObject::eventFilter(watched, event);
}

bool Workspace::isModified() const {
  return !m_file.isEmpty() && (!m_document.undoStack().isClean() || m_document.snapshots().all() != m_savedSnapshots);
}

QString Workspace::title() const {
  return m_file.isEmpty() ? QString() : QFileInfo(m_file).fileName();
}

void Workspace::setFile(const QString& path) {
  m_file = path.isEmpty() ? QString() : QFileInfo(path).absoluteFilePath();
  emit titleChanged();
}

void Workspace::say(const QString& problem, NoticeBar::Problem kind) {
  m_notice->warn(kind, problem);
  emit failed(problem);
}

/// The user's own work, whatever a lesson shows meanwhile.
WorkspaceSnapshot Workspace::ownSnapshot() const {
  WorkspaceSnapshot now;
  if (std::optional<Scenario> own = m_view.own()) {
    now.session.scenario = *std::move(own);
  } else {
    now.session.scenario = m_document.scenario();
    now.session.entries = m_view.entries();
  }
  now.session.snapshots = m_document.snapshots().all();
  if (const auto baseline = m_document.shelf().baseline()) now.session.baseline = *baseline;
  now.session.viewJson = QJsonDocument(m_view.state()).toJson(QJsonDocument::Compact).toStdString();
  now.pins = m_document.shelf().pins();
  now.pending = m_opened.unsolved();
  return now;
}

WorkspaceSnapshot Workspace::keptSnapshot() const {
  WorkspaceSnapshot now = ownSnapshot();
  now.session.history = m_history;
  now.session.origin = SessionOrigin{m_file.toStdString(), isModified()};
  return now;
}

Workspace::Previous Workspace::present() const {
  Previous previous{ownSnapshot(), m_opened.unchecked(), m_file, isModified(), m_stamp};
  previous.snapshot.session.history = m_document.past();
  return previous;
}

bool Workspace::isUntouched() const {
  if (!m_file.isEmpty()) return false;
  const WorkspaceSnapshot own = ownSnapshot();
  return own.pins.empty() && own.pending.empty() && own.session.entries.empty() && own.session.snapshots.empty() &&
         own.session.scenario == ScenarioDocument::defaultScenario();
}

void Workspace::startNew() {
  m_document.takeOverEntries();
  const bool untouched = isUntouched();
  const Previous before = present();
  replaceAll({ScenarioDocument::defaultScenario(), Session{}, {}}, {});
  m_view.reset();
  if (untouched) {
    m_notice->dismiss();
    return;
  }
  putAside(before);
  m_notice->tell(tr("This is a new session."), tr("Bring the last one back"), [this] { bringLastBack(); });
}

void Workspace::putAside(const Previous& previous) {
  m_previous = std::make_shared<const Previous>(previous);
  // A named session without changes is in its file.
  if (previous.file.isEmpty() || previous.modified) m_keeper.keepPrevious(previous.snapshot);
}

bool Workspace::canBringLastBack() const {
  return m_previous || QFileInfo::exists(m_keeper.previousFile());
}

void Workspace::bringLastBack() {
  m_document.takeOverEntries();
  const bool untouched = isUntouched();
  const Previous now = present();
  if (const auto last = std::exchange(m_previous, nullptr)) {
    bringBack(*last);
    if (!untouched) putAside(now);
    return;
  }
  m_job.start([this, path = m_keeper.previousFile(), untouched, now](const std::stop_token&) -> NewestJob::Delivery {
    LoadedFile loaded = loadFile(path);
    return [this, loaded = std::move(loaded), untouched, now] {
      replaceAll(loaded, {});
      if (!untouched) putAside(now);
    };
  });
}

void Workspace::bringBack(const Previous& previous) {
  LoadedFile loaded{previous.snapshot.session.scenario, previous.snapshot.session, previous.snapshot.pins};
  loaded.session->designs = previous.unchecked;
  loaded.stamp = previous.stamp;
  replaceAll(loaded, previous.file);
  if (previous.modified) m_document.undoStack().resetClean();
  emit titleChanged();
}

void Workspace::open(const QString& path) {
  m_job.start([this, path](const std::stop_token&) -> NewestJob::Delivery {
    try {
      const LoadedFile loaded = loadFile(path);
      return [this, loaded, path] {
        apply(loaded, path);
        if (!isLink(path)) m_recent.add(path);
      };
    } catch (const std::exception& problem) {
      return [this, text = notOpened(path, errorText(problem))] { say(text); };
    }
  });
}

QString Workspace::notOpened(const QString& path, const QString& why) {
  return (isLink(path) ? tr("The link was not opened. %1") : tr("The file was not opened. %1")).arg(why);
}

void Workspace::apply(const LoadedFile& loaded, const QString& path) {
  if (isLink(path)) {
    m_document.adopt(loaded.scenario, tr("open a link"));
    m_notice->tell(tr("The scenario of the link is open."));
    emit opened(path);
    return;
  }
  const QString name = QFileInfo(path).fileName();
  if (loaded.foreign) {
    if (loaded.foreign->possible().size() > 1) {
      emit contentWanted(loaded.foreign);
    } else {
      importStrategy(loaded.foreign, std::nullopt);
    }
  } else if (!loaded.session) {
    m_document.adopt(loaded.scenario, tr("open %1").arg(name), loaded.design);
    if (loaded.design) {
      m_notice->tell(tr("The strategy of %1 is open, and is being verified.").arg(name));
      verify(path);
    } else {
      m_notice->tell(tr("The scenario of %1 is open.").arg(name));
    }
  } else {
    m_document.takeOverEntries();
    const bool untouched = isUntouched();
    const Previous before = present();
    replaceAll(loaded, path);
    if (untouched || (!before.file.isEmpty() && !before.modified)) {
      m_notice->dismiss();
    } else {
      putAside(before);
      m_notice->tell(tr("%1 is open.").arg(name), tr("Bring the last session back"), [this] { bringLastBack(); });
    }
  }
  emit opened(path);
}

void Workspace::verify(const QString& path) {
  m_check.start([this, path](const std::stop_token& stop) -> NewestJob::Delivery {
    const QString name = QFileInfo(path).fileName();
    const Verification verification = verifyStrategyFile(path.toStdString(), {stop});
    if (stop.stop_requested()) return {};
    const auto wrong = std::ranges::find(verification.items, false, &VerificationItem::passed);
    if (wrong == verification.items.end()) {
      return [this, text = tr("The strategy of %1 is open. Everything that it states was verified.").arg(name)] {
        m_notice->tell(text);
      };
    }
    return [this, text = tr("%1 states what does not follow from it. %2: stated: %3; recomputed: %4.")
                             .arg(name, QString::fromStdString(wrong->name), coreText(wrong->stated),
                                  coreText(wrong->recomputed))] { say(text); };
  });
}

void Workspace::importStrategy(const std::shared_ptr<const ForeignStrategy>& file,
                               std::optional<StrategyContent> content) {
  m_document.takeOverEntries();
  m_import.start(
      [this, file, content, scenario = m_document.scenario()](const std::stop_token&) -> NewestJob::Delivery {
        const QString name = QString::fromStdString(file->path.filename().string());
        try {
          const Scenario with = withStrategy(scenario, *file, content);
          return [this, with, name] {
            m_document.adopt(with, tr("import %1").arg(name));
            m_notice->tell(tr("The strategy of %1 takes the place of a mechanism.").arg(name));
          };
        } catch (const std::exception& problem) {
          return [this, text = tr("%1 was not imported. %2").arg(name, errorText(problem))] { say(text); };
        }
      });
}

void Workspace::replaceAll(const LoadedFile& loaded, const QString& path) {
  ++m_session;
  m_notice->settle(NoticeBar::Problem::Saving);
  const Session& session = *loaded.session;
  std::vector<SessionDesign> unsolved;
  std::map<int, SessionDesign> unconfirmed;
  int taken = 0;
  for (const SessionDesign& packed : session.designs) {
    taken = std::max(taken, static_cast<int>(packed.id));
    const auto pin = std::ranges::find(loaded.pins, static_cast<int>(packed.id), &PinnedDesign::id);
    if (pin == loaded.pins.end()) {
      unsolved.push_back(packed);
    } else {
      m_keeper.packed()->remember(pin->design, packed.strategyFile);
      unconfirmed[pin->id] = packed;
    }
  }
  m_document.shelf().reset(loaded.pins,
                           session.baseline ? std::optional(static_cast<int>(*session.baseline)) : std::nullopt, taken);
  m_savedSnapshots = session.snapshots;
  m_document.snapshots().reset(session.snapshots);
  m_history = session.history;
  if (m_history.size() > kMostHistory)
    m_history.erase(m_history.begin(), m_history.end() - static_cast<std::ptrdiff_t>(kMostHistory));
  m_document.restore(m_history, loaded.scenario);
  m_document.undoStack().setClean();
  m_view.restore(QJsonDocument::fromJson(QByteArray::fromStdString(session.viewJson)).object());
  m_view.restoreEntries(session.entries);
  m_lastKept.reset();
  m_stamp = loaded.stamp;
  setFile(path);
  m_opened.begin(std::move(unsolved), std::move(unconfirmed));
}

void Workspace::save() {
  if (!m_file.isEmpty()) write(m_file, m_stamp);
}

void Workspace::saveAs(const QString& path) {
  write(path, std::nullopt);
}

void Workspace::write(const QString& path, const std::optional<FileStamp>& expected) {
  m_document.takeOverEntries();
  m_saver.save(path, ownSnapshot(), {m_session, m_changes}, expected);
  if (m_view.own()) m_notice->tell(tr("Your own scenario is saved, not that of the lesson."));
}

void Workspace::onSaved(const QString& path, const SessionSaver::State& state, const FileStamp& stamp) {
  m_recent.add(path);
  m_notice->settle(NoticeBar::Problem::Saving);
  // Another session may be open by now, to which the file does not belong.
  if (state.session == m_session) {
    // Changes made during the save are not in the file.
    if (state.changes == m_changes) {
      m_document.undoStack().setClean();
      m_savedSnapshots = m_document.snapshots().all();
    }
    m_stamp = stamp;
    setFile(path);
  }
  m_keptChanges = -1;
  keepSoon();
  emit saved(path);
}

bool Workspace::keepIn(const QString& folder, bool takeOver) {
  SessionKeeper::Found found = m_keeper.begin(folder, takeOver);
  if (!found.problem.isEmpty()) {
    m_notice->warn(NoticeBar::Problem::Past, tr("The last workspace was put aside. %1").arg(found.problem));
    return false;
  }
  if (!found.session) return false;
  const QString file = QString::fromStdString(found.session->origin ? found.session->origin->file : std::string());
  const bool modified = found.session->origin && found.session->origin->modified;
  try {
    LoadedFile loaded = loadSession(*found.session, m_keeper.file());
    // A file that was written later than what is kept of it is somebody else's.
    const FileStamp now = stampOf(file);
    if (!file.isEmpty() && now.modified <= stampOf(m_keeper.file()).modified) loaded.stamp = now;
    replaceAll(loaded, file);
  } catch (const Error& problem) {
    say(tr("The last workspace could not be read: %1").arg(errorText(problem)));
    return false;
  }
  if (modified) m_document.undoStack().resetClean();
  emit titleChanged();
  const QString text = found.crashed ? tr("Noiseloom ended unexpectedly. Everything is back as it was.")
                                     : tr("Your last workspace is open again.");
  m_notice->tell(text, tr("Start fresh"), [this] { startNew(); });
  return true;
}

void Workspace::followPreferences() {
  const std::chrono::seconds delay(preferences().autosaveSeconds.get());
  if (m_keepTimer.intervalAsDuration() != delay) m_keepTimer.setInterval(delay);
  m_autosaves = preferences().autosave.get();
  if (!m_autosaves) m_keepTimer.stop();
  keepSoon();  // changes made while nothing was kept
}

void Workspace::keepSoon() {
  if (m_autosaves && m_keeper.isActive() && !m_keepTimer.isActive()) m_keepTimer.start();
}

void Workspace::keepNow() {
  WorkspaceSnapshot now = keptSnapshot();
  // Most clicks and keys change nothing that is kept.
  if (m_keptChanges == m_changes && m_keptView == now.session.viewJson) return;
  m_keptChanges = m_changes;
  m_keptView = now.session.viewJson;
  const Scenario scenario = now.session.scenario;
  if (m_lastKept && *m_lastKept != scenario) {
    m_history.push_back(*m_lastKept);
    if (m_history.size() > kMostHistory) m_history.erase(m_history.begin());
  }
  m_lastKept = scenario;
  now.session.history = m_history;
  m_keeper.keep(now);
}

void Workspace::end() {
  m_keepTimer.stop();
  if (!m_keeper.isActive()) return;
  m_document.takeOverEntries();
  const bool nothing = isUntouched() || (!m_file.isEmpty() && (m_discarded || !isModified()));
  m_keeper.end(nothing ? std::nullopt : std::optional(keptSnapshot()));
}

}  // namespace noiseloom
