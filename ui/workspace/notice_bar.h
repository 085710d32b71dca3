#pragma once

#include <QFrame>
#include <QLabel>
#include <functional>

class QPushButton;
class QToolButton;

namespace noiseloom {

/// A line below the claim bar that says quietly what happened and offers what can be done about it. It goes when it is
/// dismissed; nothing waits for it.
class NoticeBar : public QFrame {
  Q_OBJECT

 public:
  enum class Tone { Quiet, Problem };
  explicit NoticeBar(QWidget* parent = nullptr);

  /// Replaces what is there. Without an action the button is hidden.
  void tell(Tone tone, const QString& text, const QString& action = {}, std::function<void()> run = {});
  void dismiss();
  QString text() const { return m_text->text(); }
  Tone tone() const { return m_tone; }
  QPushButton& actionButton() { return *m_action; }
  QToolButton& dismissButton() { return *m_dismiss; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void restyle();

  Tone m_tone = Tone::Quiet;
  QLabel* m_text;
  QPushButton* m_action;
  QToolButton* m_dismiss;
  std::function<void()> m_run;
  bool m_restyling = false;
};

}  // namespace noiseloom
