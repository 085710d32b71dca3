#pragma once

#include <QDialog>
#include <QStringList>

class QFormLayout;
class QHBoxLayout;
class QPushButton;

namespace noiseloom {

class MessageLine;

/// The common frame of the export dialogs: a form, a message under it, Export and Close. Overwriting is confirmed in
/// place: the Export button becomes Overwrite, and the next click confirms.
class ExportFrame : public QDialog {
  Q_OBJECT

 public:
  QPushButton& exportButton() { return *m_export; }
  /// Opens the folder of what was written; hidden until something was.
  QPushButton& folderButton() { return *m_openFolder; }
  QString message() const;

 signals:
  void exported(const QStringList& paths);

 protected:
  ExportFrame(const QString& title, QWidget* parent);

  QFormLayout& form() { return *m_form; }
  /// Puts a widget to the left of the form; it takes the space that the form does not need.
  void addSide(QWidget* side);
  void say(const QString& text);
  void warn(const QString& problem);
  /// True while the message is a question that awaits an answer.
  bool asks() const { return m_asks; }
  void setAsks(bool asks);
  /// The user changed a choice: a question asked before no longer counts.
  void choose();
  /// True if the question is empty or was asked already; otherwise asks it and returns false.
  bool mayWrite(const QString& question);
  void succeed(const QString& text, const QStringList& paths);
  void fail(const QString& problem);
  /// Shows whether the current choice can be exported.
  virtual void refresh() = 0;
  virtual void exportClicked() = 0;
  /// Return in a field exports, but overwrites nothing.
  void keyPressEvent(QKeyEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  /// The path of the first file is chosen, to be typed anew.
  void toPath();
  QHBoxLayout* m_middle;
  QFormLayout* m_form;
  MessageLine* m_message;
  QPushButton* m_export;
  QPushButton* m_openFolder;
  QString m_folder;  ///< of what was written
  bool m_asks = false;
};

}  // namespace noiseloom
