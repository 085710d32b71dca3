#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

class QMenu;

namespace noiseloom {

class NumberField;

/// Lets the slider of a number run by itself, one at a time: from where it stands to its end, and, unless it is to run
/// once, on to its beginning and back to where it stood. A step is taken when the picture of the one before has been
/// painted (FramePacer), so that nothing queues. Any click, key or edit stops it where it is, which is one undo step;
/// Escape takes the whole play back, as does coming home. Where less motion is wanted it goes one step a second at
/// most.
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
  /// Milliseconds from a step to the next, at least.
  int interval() const;
  /// Play or stop, and how to play.
  void addEntries(QMenu& menu, NumberField& field);

 signals:
  void started(noiseloom::NumberField* field);
  /// The value stays where the slider is, or is to be what it was before.
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
  bool m_turned = false;  ///< at the lower end: the way back
};

}  // namespace noiseloom
