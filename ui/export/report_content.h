#pragma once

#include <QDate>
#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/claim/claim.h"
#include "core/design/design.h"
#include "core/design/error_unit.h"
#include "ui/document/shelf.h"
#include "ui/export/report.h"

namespace noiseloom {

/// Pictures that a summary has room for.
inline constexpr std::size_t kSummaryPictures = 3;

/// What a report is about, as it stood when it was asked for.
struct ReportInput {
  ErrorUnit unit = ErrorUnit::Summed;  ///< of all errors; that of the mean gradient needs a data set size
  std::shared_ptr<const Design> design;
  QString mark;  ///< pictureMark(): why nothing is promised; empty otherwise
  QDate date;    ///< of the title; none where invalid
  std::vector<PinnedDesign> pins;
  std::optional<int> baseline;
  std::vector<ReportPicture> pictures;
};

/// What a designer hands to a privacy review: the claim with its assumptions, the scenario, the figures with what they
/// mean, plots, the designs it was compared with, and how to check all of it. For worker threads.
Report makeReport(const ReportInput& input, const PrivacyClaim& claim);

/// The same on one page: the claim, the figures and inputs, and the first three pictures. For worker threads.
Report makeSummary(const ReportInput& input);

/// The table of pinned designs, the reported one first; each with why it cannot be compared, if so. A design without
/// errors in the unit has none in the table.
ReportTable designsTable(const Design& design, const std::vector<PinnedDesign>& pins, std::optional<int> baseline,
                         ErrorUnit unit = ErrorUnit::Summed);

}  // namespace noiseloom
