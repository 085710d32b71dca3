#pragma once

#include <QLabel>

namespace noiseloom {

/// A line of a dialog that says how things stand: quiet, a question, an error.
class MessageLine : public QLabel {
  Q_OBJECT

 public:
  enum class Tone { Quiet, Question, Error };
  explicit MessageLine(QWidget* parent = nullptr);
  void show(Tone tone, const QString& text);
};

}  // namespace noiseloom
