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

/// What a workspace asks of the window around it.
struct WorkspaceView {
  std::function<QJsonObject()> state;
  /// The person's own scenario while another one is only shown, as in a lesson; none: that of the document.
  std::function<std::optional<Scenario>()> own = [] { return std::optional<Scenario>(); };
  std::function<void(const QJsonObject&)> restore;
  std::function<void()> reset;
  /// Text in fields that is no value, by the field's argument name, and back.
  std::function<std::map<std::string, std::string>()> entries;
  std::function<void(const std::map<std::string, std::string>&)> restoreEntries;
};

/// The files of a window: new, open, save, what was opened last, and what is kept without being asked so that nothing
/// is lost. Reads and writes in the background; says in its notice bar what went wrong, and then nothing has changed.
class Workspace : public QObject {
  Q_OBJECT

 public:
  Workspace(ScenarioDocument& document, WorkspaceView view, QObject* parent = nullptr);
  ~Workspace() override;

  /// Nothing is there that a person has made.
  bool isUntouched() const;
  NoticeBar& notice() { return *m_notice; }
  RecentFiles& recent() { return m_recent; }

  /// Path of the session; empty while it has no name.
  QString file() const { return m_file; }
  /// A named session has changes that its file has not.
  bool isModified() const;
  /// File name for the title of the window; empty without a name.
  QString title() const;

  /// The default scenario and an empty shelf. What was there comes back from the notice bar.
  void startNew();
  /// Opens a file of any kind in the background.
  void open(const QString& path);
  /// Takes over a file that was read already. Sessions replace everything, scenarios are one undo step.
  void apply(const LoadedFile& loaded, const QString& path);
  /// Takes the strategy of a file into the scenario, in the background, as one undo step. `content`: what the file
  /// holds, where it does not say so and more than one thing is possible.
  void importStrategy(const std::shared_ptr<const ForeignStrategy>& file, std::optional<StrategyContent> content);
  /// Writes the session under its name, which it must have. During a lesson the person's own scenario.
  void save();
  void saveAs(const QString& path);
  bool isBusy() const { return m_job.running() || m_import.running() || m_saver.isBusy(); }

  /// Keeps the workspace in `folder` from now on. `takeOver`: brings back what a window left behind there; returns
  /// whether there was anything.
  bool keepIn(const QString& folder, bool takeOver);
  SessionKeeper& keeper() { return m_keeper; }
  /// The person does not want the changes of a named session: end() drops them.
  void discardChanges() { m_discarded = true; }
  /// The window closes by itself: what is in no file of its own is kept to come back to.
  void end();

 signals:
  /// Name or modified mark have changed.
  void titleChanged();
  void opened(const QString& path);
  void saved(const QString& path);
  void failed(const QString& problem);
  /// A file does not say what its array is: importStrategy() takes the answer.
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
  Previous present() const;
  void followPreferences();
  void keepSoon();
  void keepNow();
  void say(const QString& problem);
  void setFile(const QString& path);
  void onSaved(const QString& path, const SessionSaver::State& state);

  ScenarioDocument& m_document;
  WorkspaceView m_view;
  NoticeBar* m_notice;
  RecentFiles m_recent;
  QString m_file;
  bool m_discarded = false;
  int m_changes = 0;  ///< counts changes of what a session holds
  int m_session = 0;  ///< counts the sessions that were opened or begun
  std::vector<Scenario> m_history;
  std::optional<Scenario> m_lastKept;
  int m_keptChanges = -1;  ///< m_changes when the workspace was kept last; -1: must be kept anew
  std::string m_keptView;
  QTimer m_keepTimer;
  bool m_autosaves = true;  ///< the preference
  SessionKeeper m_keeper;
  // Last: joined before what they use.
  OpenedDesigns m_opened;
  SessionSaver m_saver;
  NewestJob m_job;  ///< opening
  NewestJob m_import;
  NewestJob m_check;  ///< of the strategy file that was opened last
};

}  // namespace noiseloom
