#pragma once

#include <QFrame>
#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <functional>
#include <optional>
#include <vector>

#include "ui/plots/canvas/picture.h"
#include "ui/plots/table/data_table.h"

class QHBoxLayout;
class QLabel;
class QMenu;
class QStackedWidget;
class QToolButton;
class QVBoxLayout;

namespace noiseloom {

class LinePlot;
class ReadOut;
class SegmentedButtons;
class TablePanel;

/// The frame around every plot: a title, tools to its right, the plot or the table behind it, and one line of read-out
/// below. A double click on the title lets the panel fill the centre, and another brings the others back. A menu copies
/// picture and data.
class PlotPanel : public QFrame {
  Q_OBJECT

 public:
  PlotPanel(const QString& title, const QString& hint, QWidget* parent = nullptr);

  void setTitle(const QString& title);
  QString title() const;
  /// With less around the plot, and without what menu and keyboard offer as well.
  void setCompact(bool compact);
  /// Says in the header that the plot belongs to an earlier scenario; while a slider moves, that it waits for that.
  void setStale(bool stale);
  bool isStale() const { return m_isStale; }
  QString readOutText() const;

  /// The panel's plots for export, as they are now.
  virtual std::vector<Picture> pictures() const = 0;
  /// What stands behind them, in the same order where that has a meaning. Panels with a table offer it in their header.
  virtual std::vector<DataTable> tables() const { return {}; }
  /// Whether there are any; a panel whose tables take long to build answers without building them.
  virtual bool hasTables() const { return !tables().empty(); }
  /// Whether tables() holds what belongs to the document as it is now. What lags behind (computed at the moment,
  /// stopped, or not on screen) is only shown.
  virtual bool isCurrent() const { return true; }
  /// Whether all that is visible of the panel has been painted as the document was when it changed last.
  virtual bool isOnScreen() const;
  /// tables() for files: nothing while they are not current.
  std::vector<DataTable> currentTables() const { return isCurrent() ? tables() : std::vector<DataTable>(); }
  /// Which of pictures() and tables() is on show.
  virtual int currentPicture() const { return 0; }
  /// What is shown, in one or two sentences for a screen reader.
  virtual QString summary() const { return {}; }
  /// What a person chose in the panel (matrix, axes, zoom), and back: for sessions. Panels are told apart by their
  /// object names. What cannot be restored is left as it is.
  virtual QJsonObject viewState() const;
  virtual void restoreView(const QJsonObject& state);
  virtual void resetView() {}
  /// Stops what the panel computes for itself and keeps what is there.
  virtual void cancelWork() {}

  /// The table behind the plot instead of the plot; nothing happens while there is none.
  void showTable(bool table);
  bool showsTable() const;
  /// What becomes of pictures: of the picture on show, as large as it is on screen or larger. `copy` calls its last
  /// argument once the picture is on the clipboard.
  struct PictureActions {
    std::function<void(const Picture&, const PictureStyle&, std::function<void()>)> copy;
    std::function<void(const Picture&)> save;
  };
  void setPictureActions(PictureActions actions) { m_pictureActions = std::move(actions); }
  /// The picture on show, and the table on show in full, on the clipboard. A picture that takes long is there later.
  /// What warns across pictures stands below the numbers of a table.
  void copyPicture();
  /// Asks where to save the picture on show.
  void savePicture();
  void copyData();
  /// What warns below copied numbers, asked when they are copied; an empty text is no warning.
  void setWatermark(std::function<QString()> mark) { m_mark = std::move(mark); }
  /// The entries that every panel has in its menu.
  void addTo(QMenu& menu);

 public slots:
  /// What is shown has changed: table and description follow soon. Comes by itself with every LinePlot that is in the
  /// body when that is set, with the title and with setStale().
  void contentChanged();

 signals:
  void maximizeToggled();
  /// copyPicture() has put it onto the clipboard.
  void pictureCopied();

 protected:
  void addTool(QWidget* tool);
  /// Right of all that addTool() adds, also later.
  void addLastTool(QWidget* tool);
  /// An option of a choice: what sessions call it, what people do, and a tool tip.
  struct Option {
    QString id;
    QString label;
    QString tip = {};
  };
  /// A choice in the header that sessions keep under `key`, if there is one. `name` is what it is about, for screen
  /// readers.
  SegmentedButtons* addChoice(const QString& objectName, const QString& key, const QString& name,
                              const std::vector<Option>& options);
  /// A flat button; what it does is its tool tip and its name for screen readers.
  static QToolButton* toolButton(const QString& objectName, const QString& icon, const QString& what);
  void setBody(QWidget* body);
  /// What the line of read-out says while nothing is read.
  void setHint(const QString& hint);
  /// Empty text shows the hint instead.
  void showReadOut(const QString& text);
  /// The same, in brief where the line has no room for all of it.
  void showReadOutOr(const QString& text, const QString& brief);
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void applyTheme();
  void arrange();
  void reserveTitle();
  void setReadOut(const QString& text);
  void followContent();
  void nameStale();
  struct Choice {
    QString key;
    QStringList ids;
    SegmentedButtons* buttons;
  };

  QString m_hint;
  std::vector<Choice> m_choices;
  bool m_isStale = false;
  bool m_isCompact = false;
  PictureActions m_pictureActions;
  std::function<QString()> m_mark;
  QVBoxLayout* m_layout = nullptr;
  QHBoxLayout* m_header = nullptr;
  int m_fixedTools = 3;  ///< of the header, at its right end
  QLabel* m_title = nullptr;
  QLabel* m_stale = nullptr;
  ReadOut* m_readOut = nullptr;
  QToolButton* m_table = nullptr;
  QToolButton* m_maximize = nullptr;
  QToolButton* m_help = nullptr;
  QStackedWidget* m_stack = nullptr;
  QList<LinePlot*> m_plots;
  TablePanel* m_tables = nullptr;
  int m_picture = 0;  ///< currentPicture() when the table was filled
  QTimer m_follow;
};

}  // namespace noiseloom
