#pragma once

#include <QLabel>
#include <QWidget>
#include <functional>

class QGridLayout;
class QHBoxLayout;
class QPushButton;

namespace noiseloom {

/// One row of the scenario panel: a name, the symbol used in papers, an editor, and below them a message if the value
/// is unusable.
class FieldRow : public QWidget {
  Q_OBJECT

 public:
  FieldRow(const QString& name, const QString& symbol, const QString& help, QWidget* parent = nullptr);

  /// Marks the row and shows the message; an empty message removes the mark.
  void setProblem(const QString& message);
  QString problem() const { return m_problem; }
  /// Shows a quiet warning if there is no problem.
  void setCaution(const QString& message);
  /// Adds a button below the message that fixes the problem; an empty text removes it.
  void setRemedy(const QString& text, std::function<void()> run = {});
  QPushButton* remedy() const { return m_remedy; }
  QString name() const { return m_nameText; }
  void setName(const QString& name, const QString& help);
  void setSymbol(const QString& symbol);

 protected:
  /// Puts one editor, or two side by side, into the row; `buddy` gets the focus of the name's mnemonic.
  void setEditors(QWidget* first, QWidget* second, QWidget* buddy);
  /// Sets a control that replaces the symbol while shown; hidden at first.
  void setControl(QWidget* control);
  void showControl(bool shown);
  /// Adds a mark at the end of the row; rows that call reserveMarks() keep space for two.
  void addMark(QWidget* mark);
  void reserveMarks();
  virtual void showProblemMark(bool) {}
  void changeEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void showMessage();
  void applyTheme();
  void applyFont();

  QString m_nameText;
  QGridLayout* m_layout = nullptr;
  QHBoxLayout* m_marks = nullptr;
  QLabel* m_name = nullptr;
  QLabel* m_symbol = nullptr;
  QWidget* m_control = nullptr;
  QLabel* m_message = nullptr;
  QPushButton* m_remedy = nullptr;  ///< null until the first remedy
  std::function<void()> m_mend;
  QString m_problem;
  QString m_caution;
};

// Widths for the usual font: always use them through widthIn(font, …).
constexpr int kNameWidth = 104;
constexpr int kSymbolWidth = 14;
constexpr int kEditWidth = 76;
constexpr int kMarksWidth = 40;  ///< a chain and a lock

}  // namespace noiseloom
