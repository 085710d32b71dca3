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

/// The number of pictures that fit on a summary.
inline constexpr std::size_t kSummaryPictures = 3;

/// The input of a report, as it was when the report was requested.
struct ReportInput {
  ErrorUnit unit = ErrorUnit::Summed;  ///< unit of all errors; that of the mean gradient needs a data set size
  std::shared_ptr<const Design> design;
  QString mark;  ///< pictureMark(): why nothing is claimed; empty otherwise
  QDate date;    ///< shown in the subtitle; none if invalid
  std::vector<PinnedDesign> pins;
  std::optional<int> baseline;
  std::vector<ReportPicture> pictures;
};

/// The report for a privacy review: the claim with its assumptions, the scenario, the figures with explanations, plots,
/// the designs compared with, and how to verify it all. For worker threads.
Report makeReport(const ReportInput& input, const PrivacyClaim& claim);

/// The same on one page: claim, duty, the first pinned designs, figures, inputs and the first three pictures. For
/// worker threads.
Report makeSummary(const ReportInput& input);

/// The table of pinned designs, with the reported one first; a row that is not comparable says why. A design without
/// errors in the unit shows none.
ReportTable designsTable(const Design& design, const std::vector<PinnedDesign>& pins, std::optional<int> baseline,
                         ErrorUnit unit = ErrorUnit::Summed);

}  // namespace noiseloom
