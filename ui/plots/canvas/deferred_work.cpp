#include "ui/plots/canvas/deferred_work.h"

#include <QCoreApplication>
#include <QPointer>
#include <QTimer>
#include <algorithm>
#include <utility>
#include <vector>

namespace noiseloom {
namespace {

class DeferredWork : public QObject {
 public:
  explicit DeferredWork(QObject* parent) : QObject(parent) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(0);
    QObject::connect(&m_timer, &QTimer::timeout, this, [this] { next(); });
  }

  void add(QWidget& owner, std::function<void()> work) {
    const auto known = std::ranges::find(m_waiting, &owner, [](const Waiting& one) { return one.owner.data(); });
    if (known != m_waiting.end()) {
      known->work = std::move(work);
    } else {
      m_waiting.push_back({&owner, std::move(work)});
    }
    if (!m_timer.isActive()) m_timer.start();
  }

 private:
  struct Waiting {
    QPointer<QWidget> owner;
    std::function<void()> work;
  };

  void next() {
    std::erase_if(m_waiting, [](const Waiting& one) { return !one.owner; });
    if (m_waiting.empty()) return;
    auto chosen = std::ranges::find_if(m_waiting, [](const Waiting& one) { return one.owner->hasFocus(); });
    if (chosen == m_waiting.end()) chosen = m_waiting.begin();
    const std::function<void()> work = std::move(chosen->work);
    m_waiting.erase(chosen);
    // Before the work, which may run an event loop of its own.
    if (!m_waiting.empty()) m_timer.start();
    work();
  }

  std::vector<Waiting> m_waiting;
  QTimer m_timer;
};

}  // namespace

void defer(QWidget& owner, std::function<void()> work) {
  static QPointer<DeferredWork> waiting;
  if (!waiting) waiting = new DeferredWork(QCoreApplication::instance());
  waiting->add(owner, std::move(work));
}

}  // namespace noiseloom
