#pragma once

#include <QLabel>
#include <QWidget>

class QPushButton;

namespace noiseloom {

struct Design;

/// What a design asks of the data loader, and the command that forms such batches, with a button that copies it.
class DutyNote : public QWidget {
  Q_OBJECT

 public:
  explicit DutyNote(QWidget* parent = nullptr);

  /// strategyFile: the name of the file that the command reads.
  void show(const Design& design, const QString& strategyFile);
  QString duty() const { return m_duty->text(); }
  /// Empty where noiseloom-cli cannot form such batches.
  const QString& command() const { return m_text; }
  QPushButton& copyButton() const { return *m_copy; }

 private:
  void applyLook();

  QLabel* m_duty;
  QLabel* m_lead;
  QWidget* m_line;
  QLabel* m_command;
  QString m_text;  ///< of the command
  QPushButton* m_copy;
};

}  // namespace noiseloom
