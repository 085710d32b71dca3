#pragma once

#include <QDialog>
#include <QStringList>

class QLineEdit;
class QTextBrowser;
class QToolButton;
class QTreeWidget;

namespace noiseloom {

struct HelpPage;

/// Help > Contents: a filterable list of pages on the left and the text on the right, with back and forward. Stays open
/// beside the window.
class HelpWindow : public QDialog {
  Q_OBJECT

 public:
  explicit HelpWindow(QWidget* parent = nullptr);

  /// Shows a topic ("scenario#epsilon"), or the first page if it is unknown.
  void showTopic(const QString& topic);
  QString topic() const { return m_history.value(m_place); }
  QString headingInView() const;
  void back() { step(-1); }
  void forward() { step(1); }

 private:
  void build();
  void fillContents();
  void narrow(const QString& query);
  void load(const HelpPage& page);
  void display(const QString& topic);
  void step(int by);
  void followLink(const QUrl& link);

  QLineEdit* m_search;
  QTreeWidget* m_contents;
  QTextBrowser* m_text;
  QToolButton* m_back;
  QToolButton* m_forward;
  QStringList m_history;
  int m_place = -1;
  QString m_page;  ///< the page loaded into the browser
  bool m_filling = false;
};

/// Opens the help at a topic; each main window has one help window.
void showHelp(QWidget* anyWidget, const QString& topic);
/// The topic of a widget or of its nearest ancestor that has one; empty if there is none.
QString topicFor(const QWidget* widget);
/// "What is this?": opens the help at the widget's topic, or at the page about the window.
void explain(QWidget* widget);

}  // namespace noiseloom
