#pragma once

#include <QJsonObject>
#include <QString>
#include <QWidget>
#include <array>
#include <vector>

#include "ui/plots/canvas/picture.h"

class QSplitter;
class QStackedWidget;
class QTabBar;

namespace noiseloom {

class PlotPanel;

/// The places of the plot board.
enum class BoardPlace { Hero, Upper, Lower };

/// The centre of the window: one large plot, the hero, and two small ones beside it. A place with several panels shows
/// one of them under a row of tabs; any panel can become the hero or fill the whole board.
class PlotBoard : public QWidget {
  Q_OBJECT

 public:
  explicit PlotBoard(QWidget* parent = nullptr);

  /// `tab` is the panel's short name, used if its place has several.
  void addPanel(PlotPanel* panel, BoardPlace place, const QString& tab);
  /// A widget below the large plot, whichever that is.
  void addBelowHero(QWidget* widget);
  const std::vector<PlotPanel*>& panels() const { return m_panels; }
  /// Shows a panel where it is.
  void bringForward(PlotPanel* panel) { show({panel}); }
  /// Shows at most three panels at once; one that would hide another changes places with a small plot.
  void show(const std::vector<PlotPanel*>& wanted);
  PlotPanel* hero() const { return shownAt(BoardPlace::Hero); }
  PlotPanel* shownAt(BoardPlace place) const;
  /// Makes a panel the large plot; a small one changes places with it.
  void makeHero(PlotPanel* panel);
  /// Fills the board with one panel, or shows all again if it already does.
  void toggleMaximized(PlotPanel* panel);
  PlotPanel* maximized() const { return m_maximized; }
  /// Every panel is where it was at first, the first one in front.
  void resetPlaces();
  void resetViews();
  /// Makes panels use less space.
  void setCompact(bool compact);
  void cancelWork();
  /// True if everything visible has been painted with the document's current state.
  bool isOnScreen() const;
  /// The pictures of all panels, including those behind others.
  std::vector<Picture> pictures() const;

  /// Sizes and panels of the places, the maximized panel, and every panel's own view; for sessions.
  QJsonObject viewState() const;
  void restoreView(const QJsonObject& state);

 private:
  struct Place {
    QWidget* frame = nullptr;
    QTabBar* tabs = nullptr;
    QStackedWidget* stack = nullptr;
  };
  Place& at(BoardPlace place) { return m_places[static_cast<std::size_t>(place)]; }
  Place& placeOf(const PlotPanel& panel);
  void exchange(PlotPanel* one, PlotPanel* other);
  void arrange();

  QSplitter* m_columns;
  QSplitter* m_small;
  std::array<Place, 3> m_places;
  std::array<PlotPanel*, 3> m_atFirst = {};  ///< the first panel of each place
  std::vector<PlotPanel*> m_panels;
  PlotPanel* m_maximized = nullptr;
  bool m_compact = false;
};

}  // namespace noiseloom
