#pragma once

#include <QLabel>
#include <QWidget>
#include <functional>

class QGridLayout;
class QHBoxLayout;
class QPushButton;

namespace noiseloom {

/// One row of the scenario panel: a name, the symbol of the papers, an editor, and below them the message when the
/// value cannot be used.
class FieldRow : public QWidget {
  Q_OBJECT

 public:
  FieldRow(const QString& name, const QString& symbol, const QString& help, QWidget* parent = nullptr);

  /// Marks the row and says why; an empty message takes the mark away.
  void setProblem(const QString& message);
  QString problem() const { return m_problem; }
  /// Says calmly, where there is no problem, what an expert would warn of.
  void setCaution(const QString& message);
  /// A button below the message that mends the problem; none for an empty text.
  void setRemedy(const QString& text, std::function<void()> run = {});
  QPushButton* remedy() const { return m_remedy; }
  QString name() const { return m_nameText; }
  void setName(const QString& name, const QString& help);
  void setSymbol(const QString& symbol);

 protected:
  /// Puts the editor (and optionally a second one beside it) into the row; `buddy` gets the keyboard focus of the name.
  void setEditors(QWidget* first, QWidget* second, QWidget* buddy);
  /// A control that takes the place of the symbol while it is shown; hidden at first.
  void setControl(QWidget* control);
  void showControl(bool shown);
  /// Puts a mark at the end of the row; the room for two is kept by rows that call reserveMarks().
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
  QPushButton* m_remedy = nullptr;  ///< once there was one
  std::function<void()> m_mend;
  QString m_problem;
  QString m_caution;
};

// Drawn for the usual font: always through widthIn(font, …).
constexpr int kNameWidth = 104;
constexpr int kSymbolWidth = 14;
constexpr int kEditWidth = 76;
constexpr int kMarksWidth = 40;  ///< a chain and a lock

}  // namespace noiseloom
