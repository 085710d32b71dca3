#pragma once

#include <QLabel>

namespace noiseloom {

/// A line of a dialog that shows its state: quiet, a question or an error.
class MessageLine : public QLabel {
  Q_OBJECT

 public:
  enum class Tone { Quiet, Question, Error };
  explicit MessageLine(QWidget* parent = nullptr);
  void show(Tone tone, const QString& text);
};

}  // namespace noiseloom
