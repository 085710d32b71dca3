#include "ui/document/objective_error.h"

#include <QCoreApplication>
#include <algorithm>

namespace noiseloom {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("noiseloom", text);
}

template <class Errors>
double chosenError(const Errors& errors, ErrorObjective objective) {
  switch (objective) {
    case ErrorObjective::Mean: return errors.rmse;
    case ErrorObjective::Max: return errors.maxError;
    case ErrorObjective::Last: return errors.lastError;
  }
  return errors.rmse;
}

}  // namespace

double errorOf(const BandPoint& point, ErrorObjective objective) {
  return chosenError(point, objective);
}

double errorOf(const Design& design, ErrorObjective objective) {
  return chosenError(design, objective);
}

const BandPoint* bestPoint(const std::vector<BandPoint>& points, ErrorObjective objective) {
  if (points.empty()) return nullptr;
  return &*std::ranges::min_element(points, {},
                                    [objective](const BandPoint& point) { return errorOf(point, objective); });
}

QString errorName(ErrorObjective objective) {
  switch (objective) {
    case ErrorObjective::Mean: return tr("rmse");
    case ErrorObjective::Max: return tr("largest error");
    case ErrorObjective::Last: return tr("last error");
  }
  return {};
}

QString errorTitle(ErrorObjective objective) {
  switch (objective) {
    case ErrorObjective::Mean: return tr("RMSE");
    case ErrorObjective::Max: return tr("Largest error");
    case ErrorObjective::Last: return tr("Last error");
  }
  return {};
}

}  // namespace noiseloom
