#pragma once

#include <QDialog>
#include <QStringList>

class QFormLayout;
class QHBoxLayout;
class QPushButton;

namespace noiseloom {

class MessageLine;

/// What the export dialogs share: a form, a message under it, Export and Close. Asking before overwriting happens in
/// place: the Export button becomes Overwrite and the next click means yes.
class ExportFrame : public QDialog {
  Q_OBJECT

 public:
  QPushButton& exportButton() { return *m_export; }
  QString message() const;

 signals:
  void exported(const QStringList& paths);

 protected:
  ExportFrame(const QString& title, QWidget* parent);

  QFormLayout& form() { return *m_form; }
  /// Puts a widget to the left of the form; it takes the room that the form does not need.
  void addSide(QWidget* side);
  MessageLine& messageLine() { return *m_message; }
  /// Whether the question was asked; changes the button's text.
  bool overwrite() const { return m_overwrite; }
  void setOverwrite(bool overwrite);
  virtual void exportClicked() = 0;

 private:
  QHBoxLayout* m_middle;
  QFormLayout* m_form;
  MessageLine* m_message;
  QPushButton* m_export;
  bool m_overwrite = false;
};

}  // namespace noiseloom
