#pragma once

#include <QJsonObject>
#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "ui/jobs/newest_job.h"
#include "ui/workspace/loaded_file.h"
#include "ui/workspace/notice_bar.h"
#include "ui/workspace/opened_designs.h"
#include "ui/workspace/recent_files.h"
#include "ui/workspace/session_keeper.h"
#include "ui/workspace/session_saver.h"

namespace noiseloom {

class ScenarioDocument;

/// The window's state as the workspace needs it.
struct WorkspaceView {
  std::function<QJsonObject()> state;
  /// The user's own scenario while another is only shown, as in a lesson; nullopt: the document's.
  std::function<std::optional<Scenario>()> own = [] { return std::optional<Scenario>(); };
  std::function<void(const QJsonObject&)> restore;
  std::function<void()> reset;
  /// Unusable text in fields, by the field's argument name, and its restoration.
  std::function<std::map<std::string, std::string>()> entries;
  std::function<void(const std::map<std::string, std::string>&)> restoreEntries;
};

/// The files of a window: new, open, save, recent files, and the recovery file that prevents losses. Reads and writes
/// in the background; its notice bar reports errors, after which nothing has changed.
class Workspace : public QObject {
  Q_OBJECT

 public:
  Workspace(ScenarioDocument& document, WorkspaceView view, QObject* parent = nullptr);
  ~Workspace() override;

  /// True if there is no work of the user.
  bool isUntouched() const;
  NoticeBar& notice() { return *m_notice; }
  RecentFiles& recent() { return m_recent; }

  /// Path of the session; empty while it has no name.
  QString file() const { return m_file; }
  /// True if a named session has changes that its file lacks.
  bool isModified() const;
  /// File name for the window's title; empty without a name.
  QString title() const;

  /// Starts with the default scenario and an empty shelf; the notice bar offers to restore the previous work.
  void startNew();
  /// Restores the work that another session took the place of, in this window or before the last start; present work
  /// takes its place.
  void bringLastBack();
  bool canBringLastBack() const;
  /// Opens a file of any kind, or a link, in the background.
  void open(const QString& path);
  /// The message that a file, or a link, was not opened.
  static QString notOpened(const QString& path, const QString& why);
  /// Shows a file that is already read. A session replaces everything, a scenario is one undo step.
  void apply(const LoadedFile& loaded, const QString& path);
  /// Puts the strategy of a file into the scenario, in the background, as one undo step. `content` says what the file
  /// holds if it does not and several contents are possible.
  void importStrategy(const std::shared_ptr<const ForeignStrategy>& file, std::optional<StrategyContent> content);
  /// Writes the session under its name, which it must have; during a lesson, with the user's own scenario. Where
  /// another window or program has changed the file, overwriteWanted() instead: saveAs() overwrites it.
  void save();
  void saveAs(const QString& path);
  bool isBusy() const { return m_job.running() || m_import.running() || m_saver.isBusy(); }

  /// Keeps the workspace in `folder` from now on. With `takeOver`, restores what a window left behind there; returns
  /// true if there was anything.
  bool keepIn(const QString& folder, bool takeOver);
  SessionKeeper& keeper() { return m_keeper; }
  /// The user discards the changes of a named session: end() drops them.
  void discardChanges() { m_discarded = true; }
  /// The window closes normally: work that is in no file is kept for the next start.
  void end();

 signals:
  void titleChanged();
  void opened(const QString& path);
  void saved(const QString& path);
  void failed(const QString& problem);
  /// The session's file was changed by somebody else since it was opened or saved here.
  void overwriteWanted(const QString& path);
  /// A file does not say what its array is: pass the answer to importStrategy().
  void contentWanted(const std::shared_ptr<const noiseloom::ForeignStrategy>& file);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Previous;
  WorkspaceSnapshot ownSnapshot() const;
  WorkspaceSnapshot keptSnapshot() const;
  void verify(const QString& path);
  void replaceAll(const LoadedFile& loaded, const QString& path);
  void bringBack(const Previous& previous);
  void putAside(const Previous& previous);
  Previous present() const;
  void followPreferences();
  void keepSoon();
  void keepNow();
  void say(const QString& problem, NoticeBar::Problem kind = NoticeBar::Problem::Past);
  void setFile(const QString& path);
  void onSaved(const QString& path, const SessionSaver::State& state, const FileStamp& stamp);
  void write(const QString& path, const std::optional<FileStamp>& expected);

  ScenarioDocument& m_document;
  WorkspaceView m_view;
  NoticeBar* m_notice;
  RecentFiles m_recent;
  QString m_file;
  FileStamp m_stamp;  ///< of the file, as it was opened or saved here
  bool m_discarded = false;
  int m_changes = 0;                              ///< counts changes to the session's content
  int m_session = 0;                              ///< counts the sessions opened or begun
  std::shared_ptr<const Previous> m_previous;     ///< the work before the present session
  std::vector<SessionSnapshot> m_savedSnapshots;  ///< those of the session's file
  std::vector<Scenario> m_history;
  std::optional<Scenario> m_lastKept;
  int m_keptChanges = -1;  ///< m_changes when the workspace was last kept; -1: must be kept anew
  std::string m_keptView;
  QTimer m_keepTimer;
  bool m_autosaves = true;  ///< the preference
  SessionKeeper m_keeper;
  // Declared last: joined before the members that they use.
  OpenedDesigns m_opened;
  SessionSaver m_saver;
  NewestJob m_job;  ///< opening
  NewestJob m_import;
  NewestJob m_check;  ///< verifies the strategy file opened last
};

}  // namespace noiseloom
