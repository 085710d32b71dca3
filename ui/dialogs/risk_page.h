#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "core/accounting/composition/attack_risk.h"
#include "core/design/design.h"

class QLabel;

namespace noiseloom {

class LinePlot;
class NumberField;
class WrappingTable;

/// What the claim means to one member: how well an attacker can tell from everything released whether that member took
/// part, from the certified points of the profile. Covers groups, too.
class RiskPage : public QWidget {
  Q_OBJECT

 public:
  explicit RiskPage(QWidget* parent = nullptr);

  /// Keeps the user's entries. Needs at least one point.
  void showProfile(const std::shared_ptr<const Design>& design, const std::vector<AttackRisk::Point>& points);
  NumberField& falsePositives() { return *m_falsePositives; }
  NumberField& prior() { return *m_prior; }
  NumberField& group() { return *m_group; }
  WrappingTable& table() { return *m_table; }
  LinePlot& plot() { return *m_plot; }
  QString note() const;

 private:
  void addField(const QString& objectName, NumberField* field, double& value, double least, double most, bool whole);
  void refresh();

  std::shared_ptr<const Design> m_design;
  std::vector<AttackRisk::Point> m_points;
  double m_rate = 0.01;
  double m_belief = 0.5;
  double m_members = 1;
  NumberField* m_falsePositives;
  NumberField* m_prior;
  NumberField* m_group;
  LinePlot* m_plot;
  WrappingTable* m_table;
  QLabel* m_note;
};

}  // namespace noiseloom
