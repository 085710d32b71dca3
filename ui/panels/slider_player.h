#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

class QMenu;

namespace noiseloom {

class NumberField;

/// Runs the slider of one number at a time by itself: from its position to the end and, unless it runs only once, to
/// the beginning and back to the start. A step is taken once the picture of the previous one has been painted
/// (FramePacer), so nothing queues. Any click, key or edit stops it in place, which makes one undo step; Escape undoes
/// the whole run, as does returning to the start. With reduced motion it makes at most one step a second.
class SliderPlayer : public QObject {
  Q_OBJECT

 public:
  enum class Speed { Slow, Usual, Fast };

  explicit SliderPlayer(QObject* parent = nullptr);

  void toggle(NumberField& field);
  void stop(bool takeBack = false);
  NumberField* field() const { return m_field; }
  void setOnce(bool once) { m_once = once; }
  void setSpeed(Speed speed);
  /// The shortest interval between steps, in milliseconds.
  int interval() const;
  /// Adds entries to play, stop and set how to play.
  void addEntries(QMenu& menu, NumberField& field);

 signals:
  void started(noiseloom::NumberField* field);
  /// Playing has stopped: the slider keeps its value, or restores the one before if `takeBack`.
  void stopped(noiseloom::NumberField* field, bool takeBack);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void advance();

  QPointer<NumberField> m_field;
  QTimer m_timer;
  bool m_once = false;
  Speed m_speed = Speed::Usual;
  int m_from = 0;
  int m_position = 0;
  bool m_up = true;
  bool m_turned = false;  ///< past the lower end, on the way back
};

}  // namespace noiseloom
