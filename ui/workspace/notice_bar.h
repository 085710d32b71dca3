#pragma once

#include <QFrame>
#include <QLabel>
#include <QTimer>
#include <functional>

class QPushButton;
class QToolButton;

namespace noiseloom {

/// A strip that says quietly what happened and offers what can be done about it. It floats over the window, so that
/// nothing below moves, and nothing waits for it: it goes by itself, though not from under the pointer or the keyboard.
/// A problem stays until it is dismissed.
class NoticeBar : public QFrame {
  Q_OBJECT

 public:
  enum class Tone { Quiet, Problem };
  explicit NoticeBar(QWidget* parent = nullptr);

  /// Makes it stand at the right end of `room`, a part of `bar` that has little to say, and grow upwards where its text
  /// is long; in the parent of `bar`, which lays out everything but this.
  void floatOver(QWidget& bar, QWidget& room);
  /// Replaces what is there. Without an action the button is hidden.
  void tell(Tone tone, const QString& text, const QString& action = {}, std::function<void()> run = {});
  void dismiss();
  QString text() const { return m_text->text(); }
  Tone tone() const { return m_tone; }
  QPushButton& actionButton() { return *m_action; }
  QToolButton& dismissButton() { return *m_dismiss; }
  /// Runs while it is on show and will go.
  QTimer& timeLeft() { return m_goes; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void restyle();
  void place();
  /// Unless somebody is at it.
  void goUnlessUsed();

  Tone m_tone = Tone::Quiet;
  QLabel* m_text;
  QPushButton* m_action;
  QToolButton* m_dismiss;
  std::function<void()> m_run;
  QWidget* m_bar = nullptr;   ///< what it floats over,
  QWidget* m_room = nullptr;  ///< and where
  QTimer m_goes;
  bool m_restyling = false;
};

}  // namespace noiseloom
