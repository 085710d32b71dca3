#pragma once

#include <QStringList>
#include <QWidget>

class QButtonGroup;
class QComboBox;

namespace noiseloom {

/// A row of buttons of which exactly one is down: a choice between a few views. Where there is no room for the row it
/// is a list to open.
class SegmentedButtons : public QWidget {
  Q_OBJECT

 public:
  /// `name` is what the choice is about, for screen readers.
  SegmentedButtons(const QString& name, const QStringList& labels, QWidget* parent = nullptr);

  int current() const;
  void setCurrent(int index);
  void setSegmentToolTip(int index, const QString& text);

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
