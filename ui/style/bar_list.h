#pragma once

#include <QAbstractButton>
#include <QList>
#include <QWidget>
#include <functional>

class QGridLayout;

namespace noiseloom {

/// A line of a BarList: a label, a bar, and the value at its end.
class BarRow : public QAbstractButton {
  Q_OBJECT

 public:
  enum class Tone { Own, Other, Baseline };
  struct Content {
    QString label;
    QString value;
    double share = 0;  ///< of the longest bar there may be, from 0 to 1
    Tone tone = Tone::Other;
    QString tip = {};
    std::function<void()> act = {};  ///< what a click does; empty: nothing can be clicked
  };
  explicit BarRow(Content content, QWidget* parent = nullptr);

  const Content& content() const { return m_content; }
  /// Where the bars begin, and the width that the widest value of the list needs.
  void setColumns(int labels, int values);

  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override { return {m_labels + m_values, heightForWidth(0)}; }
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  Content m_content;
  int m_labels = 0;
  int m_values = 0;
};

/// Bars below each other that begin at one place, in one or several columns.
class BarList : public QWidget {
  Q_OBJECT

 public:
  explicit BarList(const QString& name, int columns = 1, QWidget* parent = nullptr);
  void setRows(QList<BarRow::Content> rows);
  const QList<BarRow*>& rows() const { return m_rows; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void align();

  int m_columns;
  QGridLayout* m_grid;
  QList<BarRow*> m_rows;
};

}  // namespace noiseloom
