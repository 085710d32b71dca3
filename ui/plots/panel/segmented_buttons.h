#pragma once

#include <QStringList>
#include <QWidget>

class QButtonGroup;
class QComboBox;

namespace noiseloom {

/// A row of buttons of which exactly one is down: a choice between a few views. Becomes a drop-down list if there is no
/// space for the row.
class SegmentedButtons : public QWidget {
  Q_OBJECT

 public:
  /// `name` describes the choice, for screen readers.
  SegmentedButtons(const QString& name, const QStringList& labels, QWidget* parent = nullptr);

  int current() const;
  void setCurrent(int index);
  void setSegmentToolTip(int index, const QString& text);

  /// Where the list stands that takes the place of a row for which there is no space: at the right at first.
  void alignList(Qt::Alignment side);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void chosen(int index);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  int rowWidth() const;

  QButtonGroup* m_group;
  QWidget* m_row;
  QComboBox* m_list;
};

}  // namespace noiseloom
