#pragma once

#include <QString>
#include <QStringList>
#include <array>
#include <memory>
#include <vector>

#include "core/design/design.h"
#include "ui/plots/table/data_table.h"

namespace noiseloom {

struct NamedDesign {
  QString name = {};
  std::shared_ptr<const Design> design = {};
  int color = 0;  ///< SeriesRole::Palette

  bool operator==(const NamedDesign&) const = default;
};

/// One input or figure of every compared design.
struct ComparedRow {
  QString name = {};
  QStringList texts = {};  ///< one for each design
  std::vector<double> numbers =
      {};                ///< of which less is better; NaN: not comparable with the first. Empty: no such row
  bool differs = false;  ///< by more than rounding explains
  bool input = true;     ///< a field of the scenario; otherwise a figure

  /// The designs with the least number, if not all comparable ones have it.
  bool isBest(std::size_t design) const;
};

/// Designs side by side: every input that applies to any of them, then the figures, with errors in clip norms on the
/// summed gradient. The others are compared with the first.
struct DesignComparison {
  std::vector<NamedDesign> designs;
  std::vector<bool>
      comparable;         ///< with the first, by claimDifferences(): otherwise errors must not be set side by side
  QStringList standings;  ///< how each compares with the first: not at all and why, or with a caution
  std::vector<ComparedRow> rows;
};
/// Each needs its design.
DesignComparison compareDesigns(const std::vector<NamedDesign>& designs);
/// The standings in one text: one for all where they are plainly comparable.
QString standingText(const DesignComparison& comparison);
/// "A has the least rmse; B has 12 % more." Empty for fewer than two designs.
QString rankingText(const DesignComparison& comparison);

/// The forms in which a comparison is copied.
enum class TableForm { Text, Markdown, Latex, Csv };
inline constexpr std::array kTableForms{TableForm::Text, TableForm::Markdown, TableForm::Latex, TableForm::Csv};
/// "As text", "For Markdown": the entry of a menu that copies so.
QString tableFormName(TableForm form);
/// The rows, or only those that differ, as one table: designs as columns.
DataTable comparisonTable(const DesignComparison& comparison, bool onlyDifferent);
/// The same table in a form. Text has the standings above it; Markdown and LaTeX write the best of a row in bold, and
/// LaTeX needs the package booktabs.
QString comparisonText(const DesignComparison& comparison, bool onlyDifferent, TableForm form);

}  // namespace noiseloom
