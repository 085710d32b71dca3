#pragma once

#include <QFrame>
#include <QLabel>
#include <QTimer>
#include <functional>

class QPushButton;
class QToolButton;

namespace noiseloom {

/// An unobtrusive strip that reports events and offers an action. It floats over the window, so nothing below moves,
/// and nothing waits for it: it disappears by itself, unless the pointer or the focus is on it. A problem stays
/// until it is over, or dismissed.
class NoticeBar : public QFrame {
  Q_OBJECT

 public:
  enum class Tone { Quiet, Problem };
  /// What ends a problem.
  enum class Problem {
    Past,    ///< goOn(): what failed changed nothing, and the user works on
    Saving,  ///< settle(): the session is saved, or another one is open
    Keeping  ///< settle(): the workspace is kept again
  };
  explicit NoticeBar(QWidget* parent = nullptr);

  /// Places it at the right end of `room`, a part of `bar` with little content, growing upwards for long texts; its
  /// parent is that of `bar`, whose layout ignores it.
  void floatOver(QWidget& bar, QWidget& room);
  /// Replaces the present notice. Without an action the button is hidden.
  void tell(const QString& text, const QString& action = {}, std::function<void()> run = {});
  /// Replaces the present notice by a problem.
  void warn(Problem problem, const QString& text);
  /// The user has done something else: a problem of the past disappears once there was time to read it.
  void goOn();
  /// A problem of this kind is over.
  void settle(Problem problem);
  void dismiss();
  QString text() const { return m_text->text(); }
  Tone tone() const { return m_tone; }
  QPushButton& actionButton() { return *m_action; }
  QToolButton& dismissButton() { return *m_dismiss; }
  /// Runs while a notice is shown that will disappear.
  QTimer& timeLeft() { return m_goes; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void present(Tone tone, const QString& text, const QString& action, std::function<void()> run);
  void restyle();
  void place();
  /// Disappears unless the user is interacting with it.
  void goUnlessUsed();

  Tone m_tone = Tone::Quiet;
  Problem m_problem = Problem::Past;  ///< for Tone::Problem
  QLabel* m_text;
  QPushButton* m_action;
  QToolButton* m_dismiss;
  std::function<void()> m_run;
  QWidget* m_bar = nullptr;   ///< the widget that it floats over
  QWidget* m_room = nullptr;  ///< the part of the bar where it is placed
  QTimer m_goes;
  bool m_restyling = false;
};

}  // namespace noiseloom
