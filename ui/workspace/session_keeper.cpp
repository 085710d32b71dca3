#include "ui/workspace/session_keeper.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QTimer>
#include <algorithm>
#include <utility>

#include "core/base/errors.h"
#include "core/io/input_file.h"
#include "ui/style/core_text.h"

namespace noiseloom {
namespace {

constexpr int kMostPlaces = 100;
const char kFileName[] = "/kept.noiseloom";
const char kPreviousFile[] = "/previous.noiseloom";
/// A marker beside a kept session while its window is open, with the number of successive starts that crashed at once:
/// a session that crashes the program must not do so forever.
const char kOpenMark[] = "/open";
constexpr int kMostStarts = 3;
constexpr int kWellMilliseconds = 10'000;

QString placeAt(const QString& folder, int number) {
  return QStringLiteral("%1/workspaces/%2").arg(folder).arg(number);
}

}  // namespace

Session sessionOf(const WorkspaceSnapshot& snapshot, PackedDesigns& packed, bool wait) {
  Session session = snapshot.session;
  for (const PinnedDesign& pinned : snapshot.pins) {
    session.designs.push_back(sessionDesign(pinned.id, pinned.name.toStdString(), pinned.visible, *pinned.design));
    session.designs.back().strategyFile =
        wait ? packed.pack(pinned.design) : packed.find(pinned.design).value_or(std::string());
  }
  for (const SessionDesign& pending : snapshot.pending) session.designs.push_back(pending);
  std::ranges::stable_sort(session.designs, {}, &SessionDesign::id);
  const bool hasBaseline = session.baseline && std::ranges::find(session.designs, *session.baseline,
                                                                 &SessionDesign::id) != session.designs.end();
  if (!hasBaseline) session.baseline.reset();
  return session;
}

SessionKeeper::SessionKeeper(QObject* parent) : QObject(parent), m_packed(std::make_shared<PackedDesigns>()) {}

QString SessionKeeper::defaultFolder() {
  const QString chosen = qEnvironmentVariable("NOISELOOM_DATA_FOLDER");
  return chosen.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) : chosen;
}

QString SessionKeeper::file() const {
  return isActive() ? m_folder + QLatin1String(kFileName) : QString();
}

QString SessionKeeper::previousFile() const {
  return isActive() ? m_base + QLatin1String(kPreviousFile) : QString();
}

void SessionKeeper::keepPrevious(const WorkspaceSnapshot& snapshot) {
  if (!isActive()) return;
  m_previousJob->start([path = previousFile().toStdString(), packed = m_packed,
                        snapshot](const std::stop_token&) -> NewestJob::Delivery {
    writeSession(path, sessionOf(snapshot, *packed, true));
    return {};
  });
}

SessionKeeper::Found SessionKeeper::begin(const QString& folder, bool takeOver) {
  Found found;
  m_base = folder;
  QDateTime newest;
  for (int number = 1; number <= kMostPlaces; ++number) {
    const QString place = placeAt(folder, number);
    FolderLock lock;
    if (!lock.tryLock(place)) continue;  // another window uses it
    const QFileInfo kept(place + QLatin1String(kFileName));
    const bool left = kept.exists() && kept.size() > 0;
    if (left && takeOver && (!newest.isValid() || kept.lastModified() > newest)) {
      newest = kept.lastModified();
      m_lock = std::move(lock);
      m_folder = place;
    } else if (!left && !isActive()) {
      m_lock = std::move(lock);
      m_folder = place;
    }
    // Places are used in order: behind an unused one there are no more.
    if (!left && !kept.exists() && !QFileInfo::exists(placeAt(folder, number + 1))) break;
  }
  if (!isActive()) return found;
  const QString path = file();
  int starts = 0;
  if (newest.isValid()) {
    try {
      const std::string mark = readTextFile((m_folder + QLatin1String(kOpenMark)).toStdString(), 8);
      found.crashed = true;
      starts = QByteArray::fromStdString(mark).toInt() + 1;
    } catch (const Error&) {
      // Without a marker, the window was closed normally.
    }
    try {
      if (starts >= kMostStarts)
        throw FormatError(path.toStdString(), Core::tr("file"),
                          Core::tr("was open when Noiseloom ended several times in a row"));
      found.session = readSession(path.toStdString());
    } catch (const Error& error) {
      found.problem = errorText(error);
      const QString aside = m_folder + QStringLiteral("/put-aside.noiseloom");
      QFile::remove(aside);
      QFile::rename(path, aside);
      starts = 0;
    }
  }
  mark(starts);
  QTimer::singleShot(kWellMilliseconds, this, [this] { mark(0); });
  m_job = std::make_unique<NewestJob>();
  m_previousJob = std::make_unique<NewestJob>();
  for (const NewestJob* job : {m_job.get(), m_previousJob.get()})
    connect(job, &NewestJob::failed, this, &SessionKeeper::failed);
  return found;
}

void SessionKeeper::mark(int starts) {
  if (!isActive()) return;
  QFile file(m_folder + QLatin1String(kOpenMark));
  if (file.open(QIODevice::WriteOnly)) file.write(QByteArray::number(starts));
}

/// Recreates and locks the place if its folder was deleted, or another one if a second window has taken it.
void SessionKeeper::holdPlace() {
  if (QFileInfo::exists(m_folder + QStringLiteral("/lock"))) return;
  QStringList places{m_folder};
  for (int number = 1; number <= kMostPlaces; ++number) places += placeAt(m_base, number);
  for (const QString& place : places) {
    FolderLock lock;
    if (!lock.tryLock(place) || QFileInfo::exists(place + QLatin1String(kFileName))) continue;
    m_lock = std::move(lock);
    m_folder = place;
    mark(0);
    return;
  }
}

void SessionKeeper::keep(const WorkspaceSnapshot& snapshot) {
  if (!isActive()) return;
  holdPlace();
  const auto write = [path = file().toStdString(), packed = m_packed, snapshot](bool wait) {
    writeSession(path, sessionOf(snapshot, *packed, wait));
  };
  m_job->start([this, write, packed = m_packed, snapshot](const std::stop_token& stop) -> NewestJob::Delivery {
    packed->keepOnly(snapshot.pins);
    const bool ready = std::ranges::all_of(
        snapshot.pins, [&](const PinnedDesign& pinned) { return packed->find(pinned.design).has_value(); });
    // Everything irreplaceable is written before slow work begins.
    write(false);
    if (!ready) {
      for (const PinnedDesign& pinned : snapshot.pins) {
        if (stop.stop_requested()) break;
        packed->pack(pinned.design);
      }
      if (!stop.stop_requested()) write(false);
    }
    return [this] { emit kept(); };
  });
}

void SessionKeeper::end(const std::optional<WorkspaceSnapshot>& snapshot) {
  if (!isActive()) return;
  m_job.reset();  // joins
  m_previousJob.reset();
  if (snapshot) holdPlace();
  const QString path = file();
  bool safe = true;
  try {
    if (snapshot) {
      writeSession(path.toStdString(), sessionOf(*snapshot, *m_packed, false));
    } else {
      QFile::remove(path);
    }
  } catch (const Error&) {
    safe = false;  // the last kept state stays, and its window counts as crashed
  }
  if (safe) QFile::remove(m_folder + QLatin1String(kOpenMark));
  m_lock.release();
}

}  // namespace noiseloom
