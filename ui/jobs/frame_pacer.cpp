#include "ui/jobs/frame_pacer.h"

#include <QCoreApplication>
#include <QEvent>
#include <QWidget>
#include <utility>

#include "ui/document/scenario_document.h"

namespace noiseloom {
namespace {

/// A slider that stands still for this long is at rest, held or not.
constexpr int kRestMilliseconds = 150;
/// The longest hold by a system that does not paint the window (it is covered, or on another workspace).
constexpr int kMostHeldMilliseconds = 3000;
/// Polling interval: if nothing had to be painted, no event announces that the picture is there.
constexpr int kPollMilliseconds = 10;

}  // namespace

FramePacer& FramePacer::instance() {
  static QPointer<FramePacer> only;
  if (!only) only = new FramePacer(QCoreApplication::instance());
  return *only;
}

FramePacer::FramePacer(QObject* parent) : QObject(parent) {
  m_poll.setInterval(kPollMilliseconds);
  m_quiet.setSingleShot(true);
  m_quiet.setInterval(kRestMilliseconds);
  connect(&m_poll, &QTimer::timeout, this, &FramePacer::look);
  connect(&m_quiet, &QTimer::timeout, this, [this] {
    if (m_step && m_sinceMove.elapsed() < kMostHeldMilliseconds) {
      m_quiet.start();
    } else {
      rest();
    }
  });
}

void FramePacer::follow(QWidget& window, std::function<bool()> isOnScreen) {
  if (m_window) m_window->removeEventFilter(this);
  m_window = &window;
  m_isOnScreen = std::move(isOnScreen);
  window.installEventFilter(this);
}

bool FramePacer::eventFilter(QObject*, QEvent* event) {
  // The window is painted once this event has been handled.
  if (event->type() == QEvent::UpdateRequest && m_step)
    QMetaObject::invokeMethod(this, &FramePacer::look, Qt::QueuedConnection);
  return false;
}

void FramePacer::move(QObject& mover, std::function<void()> step) {
  if (m_mover != &mover) take();
  m_mover = &mover;
  m_step = std::move(step);
  m_sinceMove.start();
  m_quiet.start();
  if (!std::exchange(m_moving, true)) emit began();
  look();
}

void FramePacer::look() {
  if (!m_window || !m_window->isVisible() || m_isOnScreen()) {
    take();
  } else if (m_step && !m_poll.isActive()) {
    m_poll.start();
  }
}

void FramePacer::take() {
  m_poll.stop();
  const std::function<void()> step = std::exchange(m_step, nullptr);
  if (step && m_mover) step();
}

bool FramePacer::opensFrame(const ScenarioDocument& document, DocumentChange change) const {
  return m_moving && change == DocumentChange::Scenario && document.designState() == DesignState::Refining &&
         document.canSolve();
}

void FramePacer::rest() {
  take();
  m_quiet.stop();
  if (std::exchange(m_moving, false)) emit rested();
}

}  // namespace noiseloom
