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
  void say(const QString& text);
  void warn(const QString& problem);
  /// Whether the question is open, and the message is it.
  bool asks() const { return m_asks; }
  void setAsks(bool asks);
  /// Another choice, which nobody has been asked about.
  void choose();
  /// Asks and returns false; true where the question is empty, or was asked already.
  bool mayWrite(const QString& question);
  void succeed(const QString& text, const QStringList& paths);
  void fail(const QString& problem);
  /// Shows whether what is chosen can be exported.
  virtual void refresh() = 0;
  virtual void exportClicked() = 0;

 private:
  QHBoxLayout* m_middle;
  QFormLayout* m_form;
  MessageLine* m_message;
  QPushButton* m_export;
  bool m_asks = false;
};

}  // namespace noiseloom
