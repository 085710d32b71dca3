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
/// which is asked to stop, and replaces any request still waiting. The destructor stops the work and joins.
class NewestJob : public QObject {
  Q_OBJECT
  Q_DISABLE_COPY_MOVE(NewestJob)

 public:
  /// Called in this object's thread with the result of the work.
  using Delivery = std::function<void()>;
  /// Called in the worker thread; polls the token and returns the delivery of its result, which may be empty.
  /// Exceptions reach failed() as text.
  using Work = std::function<Delivery(const std::stop_token&)>;

  /// Background: work that no frame waits for. It is cancelled when a slider begins to move and starts when that rests
  /// (FramePacer), at low priority where the system supports it.
  enum class Urgency { Foreground, Background };

  /// name: for those who watch jobs (job_watch.h).
  explicit NewestJob(const QString& name = {}, Urgency urgency = Urgency::Foreground, QObject* parent = nullptr);
  ~NewestJob() override;

  /// Runs `work` as soon as the running work has ended. Running work older than `patience` is asked to stop and its
  /// delivery is dropped; work that ends by itself before that is still delivered.
  void start(Work work, std::chrono::milliseconds patience = std::chrono::milliseconds::zero());
  /// Asks the running work to stop and keeps its delivery; waiting work is dropped.
  void cancel();
  bool running() const { return m_running != nullptr; }

 signals:
  void failed(const QString& message);
  /// The last request has ended and was delivered.
  void idle();

 private:
  struct Run {
    std::stop_source stop;
    bool superseded = false;
    QElapsedTimer age;
  };
  /// Starts the waiting work if nothing runs and it may run now.
  void launchWaiting();
  void supersede(const std::shared_ptr<Run>& run);
  void finish(const std::shared_ptr<Run>& run, const Delivery& delivery, const QString& error);

  QThreadPool m_pool;
  std::shared_ptr<Run> m_running;
  std::optional<Work> m_waiting;
  bool m_background;
};

}  // namespace noiseloom
