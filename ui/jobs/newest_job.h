#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QThread>
#include <QThreadPool>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace noiseloom {

/// Runs one piece of work at a time on its own thread. Only the newest request counts: it waits for the running one,
/// which is asked to stop, and replaces any request that was still waiting. Destroying it stops the work and joins.
class NewestJob : public QObject {
  Q_OBJECT
  Q_DISABLE_COPY_MOVE(NewestJob)

 public:
  /// Called in this object's thread with what the work has made.
  using Delivery = std::function<void()>;
  /// Called in the worker thread; polls the token and returns what to do with the result (may be empty). Exceptions
  /// reach failed() as text.
  using Work = std::function<Delivery(const std::stop_token&)>;

  explicit NewestJob(QObject* parent = nullptr);
  ~NewestJob() override;

  /// Runs `work` as soon as the running work has ended. Running work is asked to stop once it is older than `patience`,
  /// and its delivery is then dropped; work that ends by itself before that is still delivered.
  void start(Work work, std::chrono::milliseconds patience = std::chrono::milliseconds::zero());
  /// Asks the running work to stop and keeps its delivery; waiting work is dropped.
  void cancel();
  bool running() const { return m_running != nullptr; }
  /// For work that no frame waits for. It is cancelled when a slider begins to move and starts when that rests
  /// (FramePacer), with low priority where the system knows any. Before the first start().
  void setBackground();

 signals:
  void failed(const QString& message);
  /// The last request has ended and been delivered.
  void idle();

 private:
  struct Run {
    std::stop_source stop;
    bool superseded = false;
    QElapsedTimer age;
  };
  /// What waits, where nothing runs and it may.
  void launchWaiting();
  void supersede(const std::shared_ptr<Run>& run);
  void finish(const std::shared_ptr<Run>& run, const Delivery& delivery, const QString& error);

  QThreadPool m_pool;
  std::shared_ptr<Run> m_running;
  std::optional<Work> m_waiting;
  bool m_background = false;
};

}  // namespace noiseloom
