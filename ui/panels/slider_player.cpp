#include "ui/panels/slider_player.h"

#include <QActionGroup>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <algorithm>
#include <utility>

#include "ui/jobs/frame_pacer.h"
#include "ui/panels/number_field.h"
#include "ui/settings/preferences.h"

namespace noiseloom {
namespace {

/// Time from one end of a slider to the other.
constexpr int kWholeMilliseconds = 8000;
constexpr int kLeastInterval = 33;
constexpr int kMostInterval = 500;
constexpr int kLessMotionInterval = 1000;

bool isModifier(int key) {
  return key == Qt::Key_Shift || key == Qt::Key_Control || key == Qt::Key_Alt || key == Qt::Key_Meta ||
         key == Qt::Key_AltGr;
}

}  // namespace

SliderPlayer::SliderPlayer(QObject* parent) : QObject(parent) {
  connect(&m_timer, &QTimer::timeout, this, &SliderPlayer::advance);
}

void SliderPlayer::setSpeed(Speed speed) {
  m_speed = speed;
  if (m_timer.isActive()) m_timer.start(interval());
}

int SliderPlayer::interval() const {
  const int steps = m_field ? std::max(1, m_field->slider().maximum()) : 1;
  int usual = std::clamp(kWholeMilliseconds / steps, kLeastInterval, kMostInterval);
  if (m_speed == Speed::Slow) usual *= 3;
  if (m_speed == Speed::Fast) usual = std::max(kLeastInterval, usual / 3);
  return wantsLessMotion() ? std::max(usual, kLessMotionInterval) : usual;
}

void SliderPlayer::toggle(NumberField& field) {
  const bool on = m_field != &field;
  stop();
  if (!on || field.isResult() || field.slider().maximum() < 1) return;
  field.takeOver();
  m_field = &field;
  m_from = m_position = field.slider().value();
  m_up = m_position < field.slider().maximum();
  m_turned = false;
  emit started(&field);
  field.setPlaying(true);
  m_timer.start(interval());
  qApp->installEventFilter(this);
}

void SliderPlayer::stop(bool takeBack) {
  if (!m_field) return;
  NumberField* const field = std::exchange(m_field, nullptr);
  m_timer.stop();
  qApp->removeEventFilter(this);
  FramePacer::instance().rest();
  emit stopped(field, takeBack);
  field->setPlaying(false);
}

void SliderPlayer::advance() {
  if (!m_field) return stop();
  // The previous step is not on the screen yet: this one waits, and none is skipped.
  if (FramePacer::instance().holds(*m_field)) return;
  const int most = m_field->slider().maximum();
  if (m_up && m_position >= most) {
    if (m_once) return stop();
    m_up = false;
  } else if (!m_up && m_position <= 0) {
    m_up = m_turned = true;
  }
  m_position += m_up ? 1 : -1;
  m_field->playTo(std::clamp(m_position, 0, most));
  // Stops exactly at the starting value after a full round, even if that is not a slider position.
  if (m_field && !m_once && m_up && m_turned && m_position >= m_from) stop(true);
}

void SliderPlayer::addEntries(QMenu& menu, NumberField& field) {
  QAction* play =
      menu.addAction(m_field == &field ? tr("Stop playing") : tr("Play the slider"), QKeySequence(Qt::Key_F8));
  play->setObjectName(QStringLiteral("playSlider"));
  connect(play, &QAction::triggered, this, [this, &field] { toggle(field); });
  QMenu& how = *menu.addMenu(tr("How it plays"));
  const auto choice = [&](QActionGroup& group, const QString& text, bool chosen, auto&& choose) {
    QAction* action = how.addAction(text);
    action->setCheckable(true);
    action->setChecked(chosen);
    group.addAction(action);
    connect(action, &QAction::triggered, this, std::forward<decltype(choose)>(choose));
  };
  auto* way = new QActionGroup(&how);
  choice(*way, tr("There and back"), !m_once, [this] { m_once = false; });
  choice(*way, tr("Once, to the end"), m_once, [this] { m_once = true; });
  how.addSeparator();
  auto* speed = new QActionGroup(&how);
  choice(*speed, tr("Slowly"), m_speed == Speed::Slow, [this] { setSpeed(Speed::Slow); });
  choice(*speed, tr("As usual"), m_speed == Speed::Usual, [this] { setSpeed(Speed::Usual); });
  choice(*speed, tr("Fast"), m_speed == Speed::Fast, [this] { setSpeed(Speed::Fast); });
}

bool SliderPlayer::eventFilter(QObject* watched, QEvent* event) {
  if (!m_field) return false;
  switch (event->type()) {
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress: {
      const int key = static_cast<QKeyEvent*>(event)->key();
      if (key == Qt::Key_Escape) {
        // Taken before it becomes a shortcut of the window; the key press that follows is then ignored.
        event->accept();
        stop(true);
        return true;
      }
      // F8 in the text stops by itself; a presenter's buttons are keys as well.
      if (event->type() == QEvent::KeyPress && !isModifier(key) && key != Qt::Key_F8) stop();
      return false;
    }
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
      // The play button stops by itself.
      if (watched->objectName() != QStringLiteral("playSlider") && watched->isWidgetType()) stop();
      return false;
    default: return false;
  }
}

}  // namespace noiseloom
