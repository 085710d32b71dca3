#pragma once

#include <QToolButton>

namespace noiseloom {

/// A tool button that keeps its place, and its turn for the keyboard, but is drawn only while it is wanted, checked or
/// focused.
class QuietButton : public QToolButton {
  Q_OBJECT

 public:
  using QToolButton::QToolButton;
  void setQuiet(bool quiet);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  bool m_quiet = true;
};

}  // namespace noiseloom
