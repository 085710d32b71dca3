#pragma once

#include <QStringList>
#include <QWidget>

class QButtonGroup;

namespace noiseloom {

/// A row of buttons of which exactly one is down: a choice between two or three views.
class SegmentedButtons : public QWidget {
  Q_OBJECT

 public:
  /// `name` is what the choice is about, for screen readers.
  SegmentedButtons(const QString& name, const QStringList& labels, QWidget* parent = nullptr);

  int current() const;
  void setCurrent(int index);
  void setSegmentToolTip(int index, const QString& text);

 signals:
  void chosen(int index);

 private:
  QButtonGroup* m_group;
};

}  // namespace noiseloom
