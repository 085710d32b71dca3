#pragma once

#include <QList>
#include <QStringList>
#include <QWidget>
#include <optional>
#include <string>
#include <vector>

#include "core/recommend/recommendation.h"

class QLabel;
class QTabWidget;

namespace noiseloom {

class BarList;
class DutyNote;
class WrappingTable;

/// The answer of Design > Recommend: a card with what is gained against the best DP-SGD of the job, bars, the duty of
/// the data loader and what one more freedom would gain; beside it the reasons, and tables of what was compared and
/// left out.
class RecommendAnswer : public QWidget {
  Q_OBJECT

 public:
  explicit RecommendAnswer(QWidget* parent = nullptr);

  void show(const Recommendation& found);
  /// Mechanisms, batchings and the reason why these were left out. What shares a reason shares a row: the mechanisms
  /// that have it under the same batchings.
  static QList<QStringList> reasonRows(const std::vector<LeftOutMechanism>& leftOut);
  /// The answer as plain text.
  QString text() const;
  /// An error in the unit asked for; it is rounded up, so that it never reads better than it is.
  static QString errorText(const RecommendedDesign& each);
  /// The selected design, or else the recommended one; nullptr where there is none.
  const RecommendedDesign* selected() const;
  /// The height at which nothing scrolls at that width.
  int heightAt(int width) const;

  /// Everything that Tab stops at, in the order in which it is read.
  QList<QWidget*> stops() const;

  QLabel& hero() const { return *m_hero; }
  QLabel& yardstick() const { return *m_yardstick; }
  BarList& bars() const { return *m_bars; }
  BarList& freedoms() const { return *m_freedoms; }
  const DutyNote& duty() const { return *m_duty; }
  WrappingTable& designs() const { return *m_designs; }
  WrappingTable& leftOut() const { return *m_leftOut; }
  QTabWidget& pages() const { return *m_pages; }

 signals:
  void selectionChanged();
  /// The person asks again with one more freedom.
  void wayWanted(const std::string& way);
  void twiceTheMemoryWanted();
  void twiceTheBatchWanted();

 private:
  void buildCard();
  void showCard();
  void showBars();
  void showFreedoms();
  void showReasons();
  void showTables();
  void applyLook();

  std::optional<Recommendation> m_found;
  QTabWidget* m_pages;
  QWidget* m_card;
  QLabel* m_hero;
  QLabel* m_yardstick;
  QLabel* m_name;
  QLabel* m_remark;
  BarList* m_bars;
  QLabel* m_dutyTitle;
  DutyNote* m_duty;
  QLabel* m_freedomTitle;
  BarList* m_freedoms;
  QLabel* m_reasons;
  WrappingTable* m_designs;
  WrappingTable* m_leftOut;
};

}  // namespace noiseloom
