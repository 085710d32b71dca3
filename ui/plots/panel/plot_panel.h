#pragma once

#include <QFrame>
#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <functional>
#include <vector>

#include "ui/plots/canvas/picture.h"
#include "ui/plots/table/data_table.h"

class QBoxLayout;
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

/// The frame around every plot: a title with tools to its right, the plot or the table behind it, and a line of
/// read-out below. A double click on the title lets the panel fill the centre, and another restores the others. A menu
/// copies picture and data. Tools are drawn, and the hint of a small panel is shown, while the pointer or the focus is
/// in the panel.
class PlotPanel : public QFrame {
  Q_OBJECT

 public:
  PlotPanel(const QString& title, const QString& hint, QWidget* parent = nullptr);
  ~PlotPanel() override;

  void setTitle(const QString& title);
  QString title() const;
  /// Uses smaller margins, and drops actions that menu and keyboard offer too.
  void setCompact(bool compact);
  /// A small panel is compact, too, and its read-out takes no height: it lies over the title of the lower axis.
  void setSmall(bool isSmall);
  bool isSmall() const { return m_isSmall; }
  /// States in the header that the plot belongs to an earlier scenario or, while a slider moves, that it waits for it.
  void setStale(bool stale);
  bool isStale() const { return m_isStale; }
  QString readOutText() const;

  /// The panel's plots for export, in their present state.
  virtual std::vector<Picture> pictures() const = 0;
  /// The data of the plots, in the same order if possible. Panels with a table offer it in their header.
  virtual std::vector<DataTable> tables() const { return {}; }
  /// True if there are tables; panels whose tables take long to build answer without building them.
  virtual bool hasTables() const { return !tables().empty(); }
  /// True if tables() belongs to the document's current state. Data that lag behind (still being computed, stopped, or
  /// hidden) are only displayed.
  virtual bool isCurrent() const { return true; }
  /// True if everything visible of the panel has been painted since the document's last change.
  virtual bool isOnScreen() const;
  /// tables() for files: empty while they are not current.
  std::vector<DataTable> currentTables() const { return isCurrent() ? tables() : std::vector<DataTable>(); }
  /// The index of the displayed item of pictures() and tables().
  virtual int currentPicture() const { return 0; }
  /// The content in one or two sentences, for screen readers.
  virtual QString summary() const { return {}; }
  /// The user's choices in the panel (matrix, axes, zoom), for sessions, which identify panels by object names.
  /// Restoring ignores what it cannot use.
  virtual QJsonObject viewState() const;
  virtual void restoreView(const QJsonObject& state);
  virtual void resetView() {}
  /// Stops the panel's own computations and keeps finished results.
  virtual void cancelWork() {}

  /// Shows the table instead of the plot; does nothing if there is none.
  void showTable(bool table);
  bool showsTable() const;
  /// Handlers for the picture on show, at its size on screen or larger. `copy` calls its last argument once the picture
  /// is on the clipboard.
  struct PictureActions {
    std::function<void(const Picture&, const PictureStyle&, std::function<void()>)> copy;
    std::function<void(const Picture&)> save;
  };
  void setPictureActions(PictureActions actions) { m_pictureActions = std::move(actions); }
  /// Copies the picture on show; slow pictures reach the clipboard later.
  void copyPicture();
  /// Asks for a file and saves the picture on show.
  void savePicture();
  /// Copies the full table on show, with the warning of setWatermark() below it.
  void copyData();
  /// Sets the function called on copying for the warning below the numbers; an empty text is no warning.
  void setWatermark(std::function<QString()> mark) { m_mark = std::move(mark); }
  /// Adds the common entries of all panels to a menu.
  void addTo(QMenu& menu);

 public slots:
  /// The content has changed: table and description follow soon. Called automatically by a LinePlot in the body that is
  /// set, by the title and by setStale().
  void contentChanged();

 signals:
  void maximizeToggled();
  /// A small panel is to be the large one.
  void heroWanted();
  /// copyPicture() has finished.
  void pictureCopied();

 protected:
  void addTool(QWidget* tool);
  /// Leaves a tool out of a small panel in a small window, whose width goes to the large plot.
  void addMinor(QWidget* tool) { m_minor += tool; }
  /// Hides it in small plots and small windows.
  void addRoomy(QWidget* tool) { m_roomy += tool; }
  /// Adds a tool to the right of all tools of addTool(), including later ones.
  void addLastTool(QWidget* tool);
  /// An option of a choice: its id in sessions, its label, and a tool tip.
  struct Option {
    QString id;
    QString label;
    QString tip = {};
  };
  /// Adds a choice to the header, which sessions keep under `key` unless it is empty. `name` describes the choice, for
  /// screen readers.
  SegmentedButtons* addChoice(const QString& objectName, const QString& key, const QString& name,
                              const std::vector<Option>& options);
  /// A flat button; `what` it does is its tool tip and its name for screen readers.
  static QToolButton* toolButton(const QString& objectName, const QString& icon, const QString& what);
  /// Adds such a button to a row.
  QToolButton* addButton(QBoxLayout& row, const char* objectName, const char* icon, const QString& what,
                         const std::function<void()>& clicked);
  /// A tool that is drawn only while the pointer or the focus is in the panel.
  static QToolButton* quietButton(const QString& objectName, const QString& icon, const QString& what);
  void setBody(QWidget* body);
  /// Sets the text of the read-out while nothing is read. A limit of the plot (a sketch, an estimate) always stays in
  /// sight.
  enum class Hint { Help, Limit };
  void setHint(const QString& hint, Hint kind = Hint::Help);
  /// Shows the hint if the text is empty.
  void showReadOut(const QString& text);
  /// Shows the brief text if there is no space for the full one.
  void showReadOutOr(const QString& text, const QString& brief);
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  void applyTheme();
  void followFocus(const QWidget* focused);
  void showChrome();
  void placeReadOut();
  bool showsHelp() const;
  bool isTight() const { return m_isCompact || m_isSmall; }
  /// The width then goes to the large plot: the menu alone offers its tools.
  bool isLeast() const { return m_isCompact && m_isSmall; }
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
  bool m_isSmall = false;
  Hint m_hintKind = Hint::Help;
  bool m_drawsTools = false;
  bool m_hovered = false;
  bool m_focused = false;
  PictureActions m_pictureActions;
  std::function<QString()> m_mark;
  QVBoxLayout* m_layout = nullptr;
  QHBoxLayout* m_header = nullptr;
  int m_fixedTools = 4;  ///< tools at the right end of the header
  QLabel* m_title = nullptr;
  QLabel* m_stale = nullptr;
  ReadOut* m_readOut = nullptr;
  QToolButton* m_table = nullptr;
  QList<QWidget*> m_minor;
  QList<QWidget*> m_roomy;
  QToolButton* m_hero = nullptr;
  QToolButton* m_maximize = nullptr;
  QToolButton* m_help = nullptr;
  QStackedWidget* m_stack = nullptr;
  QList<LinePlot*> m_plots;
  TablePanel* m_tables = nullptr;
  int m_picture = 0;  ///< currentPicture() when the table was filled
  QTimer m_follow;
};

}  // namespace noiseloom
