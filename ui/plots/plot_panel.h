#pragma once

#include <QFrame>
#include <QJsonObject>
#include <QString>
#include <vector>

#include "ui/plots/data_table.h"
#include "ui/plots/figure.h"

class QHBoxLayout;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace noiseloom {

/// The frame around every plot: a title, tools to its right, the plot, and one line of read-out below. A double click
/// on the title lets the panel fill the centre, and another brings the others back.
class PlotPanel : public QFrame {
  Q_OBJECT

 public:
  PlotPanel(const QString& title, const QString& hint, QWidget* parent = nullptr);

  void setTitle(const QString& title);
  QString title() const;
  /// Says in the header that the plot belongs to an earlier scenario.
  void setStale(bool stale);
  bool isStale() const { return m_isStale; }
  QString readOutText() const;

  /// The panel's plots for export, as they are now.
  virtual std::vector<Figure> figures() const = 0;
  /// What stands behind them, in the same order where that has a meaning.
  virtual std::vector<DataTable> tables() const { return {}; }
  /// What is shown, in one or two sentences for a screen reader.
  virtual QString summary() const { return {}; }
  /// What a person chose in the panel (matrix, axes, zoom), and back: for sessions. Panels are told apart by their
  /// object names. What cannot be restored is left as it is.
  virtual QJsonObject viewState() const { return {}; }
  virtual void restoreView(const QJsonObject&) {}
  virtual void resetView() {}
  /// Stops what the panel computes for itself and keeps what is there.
  virtual void cancelWork() {}

 signals:
  void maximizeToggled();

 protected:
  void addTool(QWidget* tool);
  void setBody(QWidget* body);
  /// What the line of read-out says while nothing is read.
  void setHint(const QString& hint);
  /// Empty text shows the hint instead.
  void showReadOut(const QString& text);
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void applyTheme();

  QString m_hint;
  bool m_isStale = false;
  QVBoxLayout* m_layout = nullptr;
  QHBoxLayout* m_header = nullptr;
  QLabel* m_title = nullptr;
  QLabel* m_stale = nullptr;
  QLabel* m_readOut = nullptr;
  QToolButton* m_maximize = nullptr;
};

}  // namespace noiseloom
